// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore

    extension LogEntry {
        /// What the entry takes: itself, its two lists, and texts that lie outside of it.
        var allocatedBytes: Int {
            var bytes = MemoryLayout<LogEntry>.stride
            bytes += 32 + changes.capacity * MemoryLayout<Change>.stride
            bytes += 32 + rows.capacity * MemoryLayout<RowNumber>.stride
            if case .request(let request) = cause {
                bytes += (request.device?.text ?? "").allocatedBytes
                if case .logIn(let id) = request.action { bytes += id.text.allocatedBytes }
            }
            return bytes
        }
    }

    extension String {
        /// Texts of up to 15 bytes lie in the value itself.
        fileprivate var allocatedBytes: Int { utf8.count > 15 ? 32 + utf8.count + 1 : 0 }
    }

    extension Duration {
        var seconds: Double {
            Double(components.seconds) + Double(components.attoseconds) * 1e-18
        }
    }

    extension Double {
        func rounded(places: Int) -> Double {
            var factor = 1.0
            for _ in 0..<places { factor *= 10 }
            return (self * factor).rounded() / factor
        }
    }

    extension String {
        func padding(_ width: Int) -> String {
            self + String(repeating: " ", count: Swift.max(0, width - count))
        }
    }
#endif
