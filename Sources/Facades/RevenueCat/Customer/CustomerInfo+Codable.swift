// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatWire

/// REST v1's answer about a customer, read and written.
extension CustomerInfo: Codable {
    /// Reads the body of an answer of REST v1.
    ///
    /// - Throws: ``ErrorCode/customerInfoError`` when a date cannot be read, or `request_date`,
    ///   `original_app_user_id` or `first_seen` is missing. Missing maps are empty, unknown names
    ///   of stores, periods and owners become defaults, and an invalid address becomes nil.
    public convenience init(from decoder: any Decoder) throws {
        do {
            let response = try SubscriberResponse(from: decoder)
            self.init(response, raw: try CatalogueValue(from: decoder))
        } catch {
            throw ErrorCode.customerInfoError
        }
    }

    /// Writes the body of an answer of REST v1.
    public func encode(to encoder: any Encoder) throws { try response.encode(to: encoder) }
}

extension CustomerInfo {
    /// The body as text, as the server writes it.
    package var json: String? { response.json.map { String(decoding: $0, as: UTF8.self) } }

    /// Reads that text; nil where it is none.
    convenience init?(json: String, now: Date) {
        let data = Data(json.utf8)
        guard let response = try? JSONDecoder().decode(SubscriberResponse.self, from: data) else {
            return nil
        }
        self.init(response, now: now)
    }
}

/// What a value is as a dictionary of JSON.
func dictionary(of value: some Encodable) -> [String: Any] {
    guard let data = try? JSONEncoder().encode(value),
        let object = try? JSONSerialization.jsonObject(with: data)
    else { return [:] }
    return object as? [String: Any] ?? [:]
}
