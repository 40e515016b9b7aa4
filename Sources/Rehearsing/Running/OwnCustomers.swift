// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService

    extension ProjectState {
        /// Whose some IDs are; those that nobody has are left out.
        func customers(of ids: some Sequence<String>) -> Set<CustomerHandle> {
            Set(
                ids.compactMap { ledger.user(UserID(unchecked: $0)) }
                    .filter { !ledger.isNobody($0) }.map(ledger.customer(of:)))
        }
    }
#endif
