// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMigration
    import AllonymService

    /// The devices on which customers install the new app.
    ///
    /// A customer has one for each store account that holds something which a device can present. All
    /// of an account's purchases are presented: no store shows an app a part of them.
    @available(macOS 14, *)
    struct AppDevices: Sendable {
        private(set) var all: [AppDevice] = []
        /// As many customers as have a device, those included who are not of the share.
        private(set) var customers = 0
        /// What anonymous IDs look like at the target.
        private let form: AnonymousForm

        /// The devices of those to whom the app brings something, or whom a list for the app names.
        ///
        /// - Parameters:
        ///   - cast: Who is rehearsed with.
        ///   - share: Of these customers only such a share.
        ///   - form: What anonymous IDs look like at the target.
        init(_ cast: RehearsedCast, share: CohortShare?, _ form: AnonymousForm) {
            self.form = form
            let purchases = cast.begun.beginning.purchases
            var shown: [StoreAccount: [Int]] = [:]
            for (number, purchase) in purchases.enumerated() where cast.isShown(number) {
                shown[purchase.account, default: []].append(number)
            }
            let pattern = form.pattern
            func isAnonymous(_ id: String) -> Bool {
                form.recognises(UserID(unchecked: id)) || pattern?.matches(id.utf8) ?? false
            }
            var taken: Set<StoreAccount> = []
            for (number, promise) in cast.promises.enumerated()
            where promise.isNamedForApp || promise.outcomes.values.contains(.byApp) {
                let accounts = cast.ownPurchases(of: number).map { purchases[$0].account }
                let own = accounts.filter { !$0.store.isOnWeb && taken.insert($0).inserted }
                if own.isEmpty { continue }
                customers += 1
                guard share.map({ AppDevices.isPart(promise.ids[0].source, of: $0) }) ?? true
                else { continue }
                let custom = promise.ids.map(\.target).filter {
                    !$0.isEmpty && !isAnonymous($0)
                }
                for account in own {
                    let name = String(account.text.dropFirst(account.store.rawValue.utf8.count + 1))
                    let user = custom.contains(name) ? name : custom.first
                    let device = all.count + 1
                    all.append(
                        AppDevice(
                            customer: number, id: DeviceID(unchecked: "device \(device)"),
                            user: user,
                            anonymousID: AppDevices.anonymousID(UInt64(device) * 2, form),
                            account: account,
                            shown: (shown[account] ?? []).compactMap { number in
                                purchases[number].tokens.first.map {
                                    (product: purchases[number].product, token: $0)
                                }
                            }))
                }
            }
        }

        /// A new device in the place of another: of the same customer and store account, with nothing on
        /// it.
        func successor(of number: Int) -> AppDevice {
            var device = all[number]
            device.id = DeviceID(unchecked: "new \(device.id.text)")
            device.anonymousID = AppDevices.anonymousID(UInt64(number + 1) * 2 + 1, form)
            return device
        }

        private static func anonymousID(_ number: UInt64, _ form: AnonymousForm) -> String {
            form.render(FreshBits(high: mark, low: number)).text
        }

        /// What the anonymous IDs of the devices have in common, so that they are nobody else's.
        private static let mark: UInt64 = 0xA110_0000_4EA5_E001

        private static func isPart(_ id: String, of share: CohortShare) -> Bool {
            let bytes = Array(id.utf8)
            return Int(Fingerprint(bytes.span).low % 1_000_000) < share.millionths
        }
    }
#endif
