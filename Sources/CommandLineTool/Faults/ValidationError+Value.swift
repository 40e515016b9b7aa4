// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import ArgumentParser

    extension ValidationError {
        /// A value that an option does not take, said as the parser says it.
        ///
        /// - Parameters:
        ///   - option: The option, such as `--threads`.
        ///   - value: What was given.
        ///   - expected: What can be given, such as `a number from 1 to 64`.
        init(_ option: String, _ value: some CustomStringConvertible, expected: String) {
            self.init("\(option): \"\(value)\" is invalid; expected \(expected)")
        }

        /// A setting of another provider than the one that is asked about.
        init(setting: String, isNotOf provider: String) {
            self.init(
                "setting \"\(setting)\": it is not one of \(provider); allonym explain "
                    + "\(provider).settings lists these")
        }
    }
#endif
