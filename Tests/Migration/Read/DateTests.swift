// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// Dates in every form that formats know, and dates that do not exist.
@Suite struct DateTests {
    /// The moment that is read of a value, nil when the record is refused.
    private func read(_ values: [String], _ form: String) throws -> [Int64?] {
        let readers = try jsonReader(
            "{\"name\": \"d\", \"field\": \"expiry-date\", \"form\": \"\(form)\"}")
        var input = "{\"id\":1}\n"
        for value in values { input += "{\"id\":1,\"d\":\(value)}\n" }
        let moments = Moments()
        _ = try Scan(readers, threads: 1).run([.bytes(Array(input.utf8), name: "in")]) {
            moments.take($0)
        }
        return values.indices.map { moments.byLine[$0 + 2] }
    }

    private static let november: Int64 = 1_795_248_000_000

    @Test(
        arguments: [
            ("2026-11-21 08:00:00", november), ("2026-11-21 08:00:00.5", november + 500),
            ("1970-01-01 00:00:00", 0), ("1969-12-31 23:59:59", -1000),
            ("0001-01-01 00:00:00", -62_135_596_800_000),
            ("9999-12-31 23:59:59", 253_402_300_799_000),
            ("2024-02-29 00:00:00", 1_709_164_800_000), ("2000-02-29 00:00:00", 951_782_400_000),
            ("2016-12-31 23:59:60", 1_483_228_800_000), ("2026-02-30 00:00:00", nil),
            ("2026-02-29 00:00:00", nil), ("1900-02-29 00:00:00", nil),
            ("2026-13-01 00:00:00", nil), ("2026-00-01 00:00:00", nil),
            ("2026-04-31 00:00:00", nil), ("2026-01-00 00:00:00", nil),
            ("2026-01-01 24:00:00", nil), ("2026-01-01 00:60:00", nil),
            ("2026-01-01 00:00:61", nil), ("2026-01-01 23:59:60", nil),
            ("2016-12-31 22:59:60", nil), ("0000-01-01 00:00:00", nil),
            ("10000-01-01 00:00:00", nil), ("2026-11-21T08:00:00", nil),
            ("2026-11-21 08:00", nil), ("2026-11-21", nil), ("2026-11-21 08:00:00Z", nil),
            ("2026-11-21 08:00:00.", nil), ("2026-11-21 8:00:00", nil), ("21.11.2026", nil),
            (" 2026-11-21 08:00:00", nil), ("2026-11-21 08:00:00 ", nil), ("now", nil),
            ("2026-1a-21 08:00:00", nil), ("2026/11/21 08:00:00", nil),
        ] as [(String, Int64?)])
    func `A date without an offset is in UTC`(text: String, moment: Int64?) throws {
        #expect(try read(["\"\(text)\""], "utc") == [moment])
    }

    @Test(
        arguments: [
            ("2026-11-21T08:00:00Z", november), ("2026-11-21T08:00:00z", november),
            ("2026-11-21t08:00:00Z", november), ("2026-11-21 08:00:00Z", november),
            ("2026-11-21T09:00:00+01:00", november), ("2026-11-21T09:00:00+0100", november),
            ("2026-11-21T09:00:00+01", november), ("2026-11-21T02:30:00-05:30", november),
            ("2026-11-21T08:00:00-00:00", november), ("2026-11-21T08:00Z", november),
            ("2026-11-21T08:00:00.123Z", november + 123),
            ("2026-11-21T08:00:00.123456789Z", november + 123),
            ("2026-11-21T08:00:00.1+00:00", november + 100),
            ("2026-11-21T08:00:00.999999+00:00", november + 999),
            ("2026-11-21T08:00:00,5Z", november + 500), ("2026-11-21", november - 28_800_000),
            ("2017-01-01T00:59:60+01:00", 1_483_228_800_000),
            ("2015-06-30T23:59:60.5Z", 1_435_708_800_500),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("0001-01-01T00:00:00+00:01", nil),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("9999-12-31T23:59:59-00:01", nil), ("2026-11-21T08:00:00", nil),
            ("2026-11-21T08:00:00+24:00", nil), ("2026-11-21T08:00:00+01:60", nil),
            ("2026-11-21T08:00:00+1", nil), ("2026-11-21T08:00:00+01:0", nil),
            ("2026-11-21T08:00:00 Z", nil), ("2026-11-21TZ", nil), ("2026-11-21T08Z", nil),
            ("2026-11-21T08:00:00.Z", nil), ("2026-11", nil), ("20261121T080000Z", nil),
            ("2026-W47-6", nil), ("2026-325T08:00:00Z", nil), ("2026-11-21T24:00:00Z", nil),
            ("20261121", nil), ("2026-11-21T08:00", nil), ("2026-02-30", nil), ("2026-13-01", nil),
            ("Z", nil),
        ] as [(String, Int64?)])
    func `Dates of ISO 8601 are read with their offset`(text: String, moment: Int64?) throws {
        #expect(try read(["\"\(text)\""], "iso") == [moment])
    }

    @Test(
        arguments: [
            ("1795248000", november), ("\"1795248000\"", november), ("0", 0), ("-1", -1000),
            ("1795248000.5", november + 500), ("1795248000.123456", november + 123),
            ("1.795248e9", november), ("1795248e3", november), ("-0.0005", -1),
            ("253402300799", 253_402_300_799_000), ("253402300800", nil),
            ("-62135596800", -62_135_596_800_000), ("-62135596801", nil),
            ("1795248000000", nil), ("1e400", nil), ("99999999999999999999", nil),
            ("true", nil), ("[]", nil), ("\"soon\"", nil), ("\"01\"", nil), ("\" 1\"", nil),
        ] as [(String, Int64?)])
    func `Seconds since 1970 are read, as numbers and as texts`(
        text: String, moment: Int64?
    ) throws {
        #expect(try read([text], "seconds") == [moment])
    }

    @Test(
        arguments: [
            ("1795248000000", november), ("\"1795248000000\"", november),
            ("1795248000000.9", november), ("-0.5", -1), ("1.795248e12", november),
            ("253402300799999", 253_402_300_799_999), ("253402300800000", nil),
        ] as [(String, Int64?)])
    func `Milliseconds since 1970 are read`(text: String, moment: Int64?) throws {
        #expect(try read([text], "milliseconds") == [moment])
    }

    @Test(
        arguments: [
            ("2026-05-30T12:00:00.227760+00:00", 760), ("2026-05-30T12:00:00.227999Z", 999),
            ("2026-05-30T12:00:00.2279Z", 900), ("2026-05-30T12:00:00.2277609Z", 760),
            ("2026-05-30T12:00:00.227Z", 0), ("2026-05-30T12:00:00Z", 0), ("2026-05-30", 0),
            ("2026-05-30T12:00:00,0000015Z", 1), ("2026-05-30T12:00:00.", 0), ("", 0),
        ])
    func `What is less than a millisecond is read apart`(text: String, microseconds: Int) {
        let read = Array(text.utf8 + [0]).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { DateText.microseconds($0, text.utf8.count) }
        }
        #expect(read == microseconds)
    }

    @Test func `Random moments are read as Foundation reads them`() throws {
        var numbers = SeededNumbers(seed: seedOfRun)
        let count = amount("ALLONYM_SCAN_DATES", usually: 5_000)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
        var (moments, utc, iso, offsets) = ([Int64](), [String](), [String](), [String]())
        for _ in 0..<count {
            // Before, Foundation counts days as the Julian calendar does.
            let seconds = Int64.random(in: -12_219_206_400...253_402_214_399, using: &numbers)
            let offset = Int64.random(in: -839...839, using: &numbers)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = style.format(date)
            moments.append(seconds * 1000)
            iso.append("\"\(text)\"")
            utc.append("\"\(text.dropLast().replacing("T", with: " "))\"")
            let minutes = abs(offset)
            let sign = offset < 0 ? "-" : "+"
            let here = style.format(Date(timeIntervalSince1970: Double(seconds + offset * 60)))
            let (hour, minute) = (minutes / 60, minutes % 60)
            offsets.append(
                "\"\(here.dropLast())\(sign)\(hour / 10)\(hour % 10):\(minute / 10)\(minute % 10)\""
            )
        }
        let expected = moments.map(Optional.some)
        #expect(try read(utc, "utc") == expected, "seed \(seedOfRun)")
        #expect(try read(iso, "iso") == expected, "seed \(seedOfRun)")
        #expect(try read(offsets, "iso") == expected, "seed \(seedOfRun)")
    }

    @Test func `Every day of the first sixteen centuries follows the one before`() throws {
        var texts: [String] = []
        for year in 1...1600 {
            for month in 1...12 {
                for day in 1...28 {
                    let (years, months) = ("000\(year)".suffix(4), "0\(month)".suffix(2))
                    texts.append("\"\(years)-\(months)-\("0\(day)".suffix(2))\"")
                }
            }
        }
        let moments = try read(texts, "iso").compactMap { $0 }
        #expect(moments.count == texts.count)
        let steps = zip(moments, moments.dropFirst()).map { ($1 - $0) / 86_400_000 }
        #expect(steps.allSatisfy { [1, 2, 3, 4].contains($0) })
        let leaps = (1...1600).count { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) }
        #expect(moments.last == -62_135_596_800_000 + Int64(1600 * 365 + leaps - 4) * 86_400_000)
    }

    @Test func `Of every day of four centuries only those that exist are read`() throws {
        var (texts, expected) = ([String](), [Bool]())
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for year in 1896...2296 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 28...32 {
                    texts.append(
                        "\"\(year)-\(month / 10)\(month % 10)-\(day)\"")
                    expected.append(day <= lengths[month - 1] + (isLeap && month == 2 ? 1 : 0))
                }
            }
        }
        #expect(try read(texts, "iso").map { $0 != nil } == expected)
    }
}

/// The moments of each line.
private final class Moments: @unchecked Sendable {
    // Unchecked because a scan hands over one batch at a time.
    var byLine: [Int: Int64] = [:]

    func take(_ batch: RecordBatch) {
        for number in 0..<batch.count where batch[number].has(.expiryDate) {
            byLine[batch.line(of: batch[number])] =
                batch[number].instant(.expiryDate).milliseconds
        }
    }
}
