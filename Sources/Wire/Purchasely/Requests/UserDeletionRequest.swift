// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The body of `POST /user_deletion_requests`.
///
/// Source: https://docs.purchasely.com/docs/user-deletion-request, read 2026-11-22.
package struct UserDeletionRequest: Hashable, Codable, Sendable {
    package var userID: String?

    package init(userID: String?) { self.userID = userID }

    private enum CodingKeys: String, CodingKey {
        case userID = "user_id"
    }
}

/// The answer to a receipt or a deletion: it was taken, and is worked on later.
///
/// Source: https://docs.purchasely.com/docs/subscribers-base-import, read 2026-11-22.
package struct AcceptedRequest: Hashable, Codable, Sendable {
    /// The request's ID, a UUID.
    package var id: String

    package init(id: String) { self.id = id }
}

/// What is wrong with a request.
///
/// Source: https://docs.purchasely.com/docs/subscribers-base-import, read 2026-11-22.
package struct ErrorList: Hashable, Codable, Sendable {
    package var errors: [String]

    package init(_ errors: [String]) { self.errors = errors }
}
