// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMigration

    /// Who logs in during the week, and on which day.
    ///
    /// A share of the devices on which the app was started is replaced by new ones, on which their
    /// customers log in: at both providers on the same day, one after the other from the first day
    /// on.
    @available(macOS 14, *)
    struct WeekLogIns: Sendable {
        struct LogIn: Sendable {
            /// The number of the device that is replaced.
            let device: Int
            /// The new one, with the user ID at the target.
            let new: AppDevice
            /// The user ID at the source.
            let sourceUser: String
        }

        /// One of so many devices is replaced.
        private static let oneIn = 5

        private let days: [[LogIn]]

        /// Chooses devices whose customers log in with an ID of their own at both providers.
        ///
        /// - Parameters:
        ///   - devices: Those on which the app was started.
        ///   - cast: Whose they are.
        ///   - form: What anonymous IDs look like at the source.
        init(_ devices: AppDevices, _ cast: RehearsedCast, from form: AnonymousForm) {
            // On the last day all apps are opened.
            var days = [[LogIn]](repeating: [], count: RehearsedWeek.days - 1)
            var count = 0
            for (number, device) in devices.all.enumerated() {
                guard let user = device.user else { continue }
                let ids = cast.promises[device.customer].ids.filter { $0.target == user }
                guard let id = ids.first(where: { !form.recognises(UserID(unchecked: $0.source)) })
                else { continue }
                if count.isMultiple(of: WeekLogIns.oneIn) {
                    days[count / WeekLogIns.oneIn % days.count].append(
                        LogIn(
                            device: number, new: devices.successor(of: number),
                            sourceUser: id.source))
                }
                count += 1
            }
            self.days = days
        }

        /// Those of a day, of which the first is 1.
        subscript(day: Int) -> [LogIn] {
            days.indices.contains(day - 1) ? days[day - 1] : []
        }

        /// How many customers log in.
        var customers: Int { Set(days.joined().map(\.new.customer)).count }
    }
#endif
