// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings

    /// Something about one customer that its files do not say.
    package struct ExportNotice: Hashable, Sendable {
        /// What there is to tell.
        enum Content: Hashable, Sendable {
            /// Nobody has the ID, or not any more.
            case gone(status: Int)
            /// The provider does not answer the call.
            case refused(status: Int, says: String)
            /// The list and the single answer differ.
            case changed(member: String, listed: String, single: String)
            /// An answer has a part of a list, and no call reads the rest.
            case cut(list: String)
        }

        let customer: String
        let call: String
        let content: Content

        /// The file of all notices.
        package static let file = "notices.jsonl"

        init(_ customer: String, _ call: String, _ content: Content) {
            self.customer = customer
            self.call = call
            self.content = content
        }

        /// Whether the customer has changed since it was listed.
        var isChange: Bool { if case .changed = content { true } else { false } }

        /// What is to be told of an answer.
        @available(macOS 14, *)
        static func notices(
            of customer: ListedCustomer, _ call: ProviderExport.Call, _ answer: ExportAnswer,
            _ source: ExportSource
        ) -> [ExportNotice] {
            var contents: [Content] = []
            for pair in call.same where !customer.members.isEmpty {
                let (listed, single) = (customer.members[pair.listed], answer.members[pair.single])
                if (listed ?? .null) != (single ?? .null) {
                    contents.append(
                        .changed(
                            member: pair.single, listed: (listed ?? .null).text,
                            single: (single ?? .null).text))
                }
            }
            let lists = answer.cutLists(source.export.pages.next)
            // Another call reads what a single answer has of these.
            let read = Set(
                source.calls(for: .customer).filter(\.isList).compactMap {
                    $0.path.split(separator: "/").last.map(String.init)
                })
            contents += lists.filter { !read.contains($0) }.map { .cut(list: $0) }
            return contents.map { ExportNotice(customer.id, call.id, $0) }
        }

        /// One line of JSON.
        var line: [UInt8] {
            let bytes = OutputBytes(capacity: 256)
            bytes.append("{\"customer\":")
            bytes.append(json: customer)
            bytes.append(",\"call\":")
            bytes.append(json: call)
            switch content {
            case .gone(let status): bytes.append(",\"gone\":\(status)")
            case .refused(let status, let says):
                bytes.append(",\"refused\":\(status),\"says\":")
                bytes.append(json: says)
            case .changed(let member, let listed, let single):
                bytes.append(",\"changed\":")
                bytes.append(json: member)
                bytes.append(",\"list\":\(listed),\"single\":\(single)")
            case .cut(let list):
                bytes.append(",\"cut\":")
                bytes.append(json: list)
            }
            bytes.append("}")
            return bytes.array
        }
    }

    extension JSONValue {
        /// As JSON; of a list or an object what it is.
        fileprivate var text: String {
            let bytes = OutputBytes(capacity: 32)
            switch self {
            case .string(let text): bytes.append(json: text)
            case .number(let number):
                if let whole = Int64(exactly: number) {
                    bytes.append(number: whole)
                } else {
                    bytes.append("\(number)")
                }
            case .boolean(let boolean): bytes.append("\(boolean)")
            case .null: bytes.append("null")
            case .array, .object: bytes.append(json: kind)
            }
            return bytes.text
        }
    }
#endif
