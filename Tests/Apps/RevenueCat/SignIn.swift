// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// Signs people in and out, from whatever queue the network answers on.
final class SignIn {
    private let queue = DispatchQueue(label: "account")

    var currentUserID: String { Purchases.shared.appUserID }
    var isGuest: Bool { Purchases.shared.isAnonymous }

    func signIn(_ userID: String, completion: @escaping (Result<Bool, Error>) -> Void) {
        queue.async {
            Purchases.shared.logIn(userID) { info, created, error in
                if let error {
                    completion(.failure(error))
                } else if info != nil {
                    completion(.success(created))
                }
            }
        }
    }

    func signOut(completion: @escaping (Error?) -> Void) {
        guard !Purchases.shared.isAnonymous else {
            completion(nil)
            return
        }
        Purchases.shared.logOut { _, error in completion(error) }
    }
}
