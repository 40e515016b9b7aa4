// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import AllonymMappings

/// What ends a migration: the fault, and where it is.
public enum MigrationError: Error, Sendable, CustomStringConvertible {
    /// The mappings cannot be loaded.
    case mappings(MappingsError)
    /// No provider has this name.
    case unknownProvider(String, known: [String])
    /// There is no such setting, or no such value of it.
    case setting(SettingError)
    /// A setting of a provider that is neither the source nor the target.
    case settingOfNeither(provider: String)
    /// An input or the table of products cannot be read, or has a record that is refused while that
    /// ends the run.
    case input(InputError)
    /// Of the customers that were read, nobody is to be planned for.
    case nobody(String)
    /// The folder cannot be written, or holds something else.
    case output(OutputError)
    /// The folder holds no whole plan, or one that was changed.
    case plan(BrokenPlan)
    /// What none of the others is: a fault of this library.
    case unexpected(String)

    /// What was refused or, of a fault in a file, its place; then the reason.
    public var description: String {
        switch self {
        case .mappings(let error): error.description
        case .unknownProvider(let name, let known):
            UnknownName("provider", name, known: known).description
        case .setting(let error): error.description
        case .settingOfNeither(let provider):
            "setting of \(provider): it is neither the source nor the target; remove the setting"
        case .input(let error): error.description
        case .nobody(let text): text
        case .output(let error): error.description
        case .plan(let error): error.description
        case .unexpected(let text): text
        }
    }

    /// What was thrown while a plan was made.
    init(_ error: any Error) {
        switch error {
        case let error as MigrationError: self = error
        case let error as InputError: self = .input(error)
        case let error as OutputError: self = .output(error)
        case let error as BrokenPlan: self = .plan(error)
        default: self = .unexpected("\(error)")
        }
    }
}
