// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Exports from hosts that answer later, otherwise or not at all: what is made again, and what is
    /// said of it.
    @Suite struct ExportRetryTests {
        typealias Answer = ScriptedHost.Answer

        @available(macOS 14, *)
        @Test(arguments: [500, 503, 429, 423, 408])
        func `A call that fails for a while is made again`(status: Int) async throws {
            let bench = try ExportBench { path, times in
                path.contains("/c7/aliases") && times < 2 ? Answer(status: status) : nil
            }
            #expect(try await bench.run().isFinished)
            #expect(bench.read() == ExportBench.customers)
        }

        @available(macOS 14, *)
        @Test func `A connection that is cut is tried again`() async throws {
            let bench = try ExportBench { path, times in
                path.contains("/c7/aliases") && times < 2 ? Answer(status: nil) : nil
            }
            #expect(try await bench.run().isFinished)
            #expect(bench.read() == ExportBench.customers)
        }

        @available(macOS 14, *)
        @Test func `Why a call is made again is told, and no more once it was answered`()
            async throws
        {
            var bench = try ExportBench { path, times in
                path.contains("/c7/aliases") && times == 0 ? Answer(status: 503) : nil
            }
            let told = Locked<[ExportProgress]>([])
            bench.options.progress = { far in told.withLock { $0.append(far) } }
            #expect(try await bench.run().isFinished)
            let all = told.withLock { $0 }
            let waiting = try #require(all.first { $0.reason != nil })
            #expect(waiting.reason == "answered 503" && waiting.nextTry != nil)
            let last = try #require(all.last)
            #expect(last.reason == nil && last.nextTry == nil)
            #expect(last.customers == ExportBench.customers.count)
        }

        @available(macOS 14, *)
        @Test(arguments: [(nil, true), (500, false)] as [(Int?, Bool)])
        func `Where no answer comes the address is to be checked`(
            status: Int?, isAdvised: Bool
        ) async throws {
            let bench = try ExportBench { path, _ in
                path.contains("/c7/aliases") ? Answer(status: status) : nil
            }
            let says = try #require(try await bench.fault()).description
            #expect(says.contains(", 3 times; check --from-url; ") == isAdvised, "\(says)")
            #expect(says.contains("no answer: ") == isAdvised, "\(says)")
        }

        @Test(arguments: [
            (true, "check --from-url and --project, "), (false, "check --from-url, "),
        ])
        func `A refusal names the options that the provider has`(hasProject: Bool, advice: String) {
            let fault = ExportFault.refused(
                path: "/customers", status: 404, says: "", hasProject: hasProject)
            #expect(fault.description.hasPrefix("GET /customers: it is refused (404); \(advice)"))
        }

        @available(macOS 14, *)
        @Test(arguments: [
            Answer(status: 429, headers: ["Retry-After": "1"]),
            Answer(status: 429, body: #"{"object":"error","backoff_ms":1000}"#),
        ])
        func `A host that asks to wait is not asked before`(answer: Answer) async throws {
            let bench = try ExportBench { path, times in
                path.contains("/customers?") && times == 0 ? answer : nil
            }
            let clock = ContinuousClock()
            let begin = clock.now
            #expect(try await bench.run().isFinished)
            #expect(clock.now - begin >= .seconds(1))
        }

        @available(macOS 14, *)
        @Test func `A host that asks to wait for no time is not asked again at once`() async throws
        {
            var bench = try ExportBench { path, times in
                path.contains("/c7/aliases") && times < 4
                    ? Answer(status: 503, headers: ["Retry-After": "0"]) : nil
            }
            bench.options.pauses = [.milliseconds(100), .milliseconds(200)]
            let clock = ContinuousClock()
            let begin = clock.now
            #expect(try await bench.run().isFinished)
            #expect(clock.now - begin >= .milliseconds(100 + 3 * 200))
        }

        @available(macOS 14, *)
        @Test(arguments: [#""asked":-1"#, #""read":-1"#, #""lines":-1"#])
        func `A state that counts less than nothing is refused`(member: String) async throws {
            let bench = try ExportBench()
            _ = try await bench.run()
            let file = URL(fileURLWithPath: bench.folder.file("out/export.json"))
            let name = try #require(member.split(separator: ":").first)
            let text = try String(contentsOf: file, encoding: .utf8)
            let changed = text.replacing(try Regex("\(name) ?: ?[0-9]+"), with: member)
            #expect(changed != text)
            try changed.write(to: file, atomically: true, encoding: .utf8)
            let fault = try #require(try await bench.fault())
            #expect(fault.description.contains("it is no state of an export"))
        }

        @available(macOS 14, *)
        @Test func `A host that asks to wait too long ends it, with what to do`() async throws {
            let bench = try ExportBench { path, _ in
                path.contains("/c3/") ? Answer(status: 429, headers: ["Retry-After": "90000"]) : nil
            }
            let fault = try #require(try await bench.fault())
            #expect(fault.code == 75)
            #expect(fault.description.contains("90,000 seconds"))
            #expect(fault.description.contains("start the same command again"))
        }
    }
#endif
