// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    // What an endpoint signs with: one secret, or several while its owner exchanges one for another.

    extension Endpoint {
        /// All secrets, the newest first.
        package var secrets: [String] {
            (secret.map { [$0] } ?? []) + (formerSecrets ?? [])
        }

        /// The same endpoint with each of its secrets changed.
        func changingSecrets(_ change: (String) throws -> String) rethrows -> Endpoint {
            var endpoint = self
            endpoint.authorization = try authorization.map(change)
            endpoint.secret = try secret.map(change)
            endpoint.formerSecrets = try formerSecrets?.map(change)
            return endpoint
        }

        /// Reads `secret`: a text, or a list of up to five with the newest first.
        static func secrets(
            _ object: inout JSONObject
        ) throws(DocumentFault) -> (newest: String?, former: [String]?) {
            guard case .list(_)? = object.value("secret") else {
                return (try object.text("secret"), nil)
            }
            let secrets = try object.texts("secret")
            guard let newest = secrets.first, secrets.count <= 5 else {
                throw object.fault("secret", "expected a text, or a list of one to five texts")
            }
            return (newest, Array(secrets.dropFirst()))
        }
    }
#endif
