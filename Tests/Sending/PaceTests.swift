// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Testing

    @Suite struct PaceTests {
        static let second: Int64 = 1_000_000_000

        @Test(
            "At most N start in any window, and at least 0.98 N",
            arguments: [(480, 60), (60, 60), (1, 1), (50, 600), (5, 1)])
        func keepsWithin(_ count: Int, _ seconds: Int) {
            var pace = Pace(count, seconds: seconds)
            var generator = SystemRandomNumberGenerator()
            var now: Int64 = 0
            var starts: [Int64] = []
            for _ in 0..<(count * 10) {
                // Whoever waits wakes up to 2 ms late.
                let start = pace.next(at: now)
                now = max(now, start + .random(in: 0...2_000_000, using: &generator))
                starts.append(start)
            }
            let window = Int64(seconds) * PaceTests.second
            for (number, start) in starts.enumerated() where number >= count {
                #expect(start - starts[number - count] > window)
            }
            let took = Double(starts[count * 9] - starts[0])
            #expect(Double(count * 9) / took >= 0.98 * Double(count) / Double(window))
        }

        @Test(
            "However late calls begin, at most N begin in any window",
            arguments: [(480, 60), (60, 60), (1, 1), (50, 600), (5, 1)])
        func keepsWithinWhenLate(_ count: Int, _ seconds: Int) {
            var pace = Pace(count, seconds: seconds)
            var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
            let window = Int64(seconds) * PaceTests.second
            var begun: [Int64] = []
            var now: Int64 = 0
            for _ in 0..<(count * 5) {
                now = max(now, pace.next(at: now))
                // One in eight is late by up to half a window, and the next are on time again.
                if Int.random(in: 0..<8, using: &generator) == 0 {
                    now += .random(in: 0...(window / 2), using: &generator)
                }
                while let later = pace.begin(at: now) {
                    #expect(later > now)
                    now = later
                }
                begun.append(now)
            }
            for number in begun.indices.dropFirst(count) {
                #expect(
                    begun[number] - begun[number - count] > window,
                    "seed \(SeededGenerator.seedOfRun)")
            }
        }

        @Test("The slowest limit is told, and the target's own word where it is slower")
        func tellsLimit() {
            #expect(PaceBook([:], .off).limit == nil)
            let book = PaceBook([:], .fixed(480, seconds: 60))
            #expect(book.limit == "480/60s")
            book.turns(of: nil).lower(to: 60, seconds: 60)
            #expect(book.limit == "60/60s")
        }

        @Test(
            arguments: [
                (20, 1, 10, "10/60s"), (28_800, 3_600, 480, "28800/3600s"),
                (28_800, 3_600, 479, "479/60s"), (5, 60, 480, "5/60s"),
                (1, 1, Int.max, "1/1s"), (1, 1, 0, "1/1s"),
            ])
        func `The target's own word of a minute counts where it is slower, with its minute`(
            count: Int, seconds: Int, stated: Int, limit: String
        ) {
            let book = PaceBook([:], .fixed(count, seconds: seconds))
            book.turns(of: nil).lower(to: stated, seconds: 60)
            #expect(book.limit == limit)
        }

        @Test func `What is longer than the longest is the longest`() {
            #expect(Duration.milliseconds(Int64.max).nanoseconds == .max)
            #expect(Duration.milliseconds(9_223_372_036_999).nanoseconds == .max)
            #expect(Duration.milliseconds(1_500).nanoseconds == 1_500_000_000)
        }

        @Test("After a Retry-After nothing starts before its end")
        func holds() {
            var pace = Pace(10, seconds: 1)
            _ = pace.next(at: 0)
            pace.hold(until: 5 * PaceTests.second)
            #expect(pace.next(at: 1) == 5 * PaceTests.second)
            #expect(pace.next(at: 2) > 5 * PaceTests.second)
        }

        @Test("The target's own word counts where it is fewer")
        func lowers() {
            var pace = Pace(10, seconds: 1)
            for _ in 0..<10 { _ = pace.next(at: 0) }
            pace.lower(to: 2, seconds: 1)
            pace.lower(to: 4, seconds: 1)
            var starts: [Int64] = []
            for _ in 0..<6 { starts.append(pace.next(at: 0)) }
            for number in 2..<6 {
                #expect(starts[number] - starts[number - 2] > PaceTests.second)
            }
            // Of a longer time, more than were kept so far.
            pace.lower(to: 5, seconds: 60)
            starts = (0..<15).map { _ in pace.next(at: 0) }
            for number in 5..<15 {
                #expect(starts[number] - starts[number - 5] > 60 * PaceTests.second)
            }
        }
    }
#endif
