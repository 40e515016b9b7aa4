// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Cuts inputs into pieces that can be scanned apart: whole lines, whole rows, whole documents.
///
/// Not for several threads at once.
final class InputReader {
    /// As many bytes make a piece, unless a record is larger.
    static let pieceSize = 1 << 18
    /// A record may be as long.
    static let longestRecord = 1 << 28

    private let inputs: [Input]
    private let makeDigest: (@Sendable () -> any ByteDigest)?
    private let readers: ReaderList
    private let others: OtherFormats?
    private let pieceSize: Int
    /// As many bytes are looked at to recognise a file, if its first line is as long.
    private let longestHead: Int
    private var stream: ByteStream?
    /// Whether the open file has no further bytes.
    private var isRead = true
    private var form = Recognition.Form.lines(start: 0)
    private var values = ValueCutter()
    private var number = 0
    /// What was read and is in no piece yet: the bytes from `restStart` on.
    private let rest: ByteBuffer
    private var restStart = 0
    /// Where the next piece begins in the input.
    private var offset = 0
    /// Whether the next piece is the first one of its file.
    private var isFirst = true
    /// The bytes of all inputs before.
    private var finished = 0
    private(set) var file: OpenFile?
    /// What was found out about the inputs so far.
    private(set) var files: [ScannedFile] = []

    init(
        _ inputs: [Input], _ readers: ReaderList, pieceSize: Int = InputReader.pieceSize,
        others: OtherFormats? = nil, makeDigest: (@Sendable () -> any ByteDigest)? = nil
    ) {
        self.inputs = inputs
        self.makeDigest = makeDigest
        self.readers = readers
        self.others = others
        self.pieceSize = pieceSize
        longestHead = max(1 << 12, pieceSize << 4)
        rest = ByteBuffer(capacity: pieceSize)
    }

    /// Bytes read so far.
    var position: Int { finished + (stream?.position ?? 0) }

    /// Fills a batch with the next piece; false when all input is read.
    func next(_ batch: RecordBatch) throws(InputError) -> Bool {
        batch.empty()
        batch.buffer.shrink(to: pieceSize * 8)
        while true {
            if file == nil, try !openNext() { return false }
            if try cut(batch) { break }
            close()
        }
        batch.number = number
        batch.file = file
        batch.input = file?.input ?? 0
        batch.offset = offset
        batch.isFirst = isFirst
        number += 1
        isFirst = false
        offset += batch.inputCount
        return true
    }

    // MARK: - Files

    private func openNext() throws(InputError) -> Bool {
        guard files.count < inputs.count else { return false }
        let input = inputs[files.count]
        stream = try ByteStream(input, digest: makeDigest?())
        isRead = false
        (rest.count, restStart) = (0, 0)
        (offset, isFirst) = (0, true)
        var size = min(InputReader.pieceSize, longestHead)
        try read(into: rest, upTo: size)
        // A first line that is cut off looks like something else.
        while !isRead, size < longestHead,
            ByteSearch.first(10, in: rest.start, 0, rest.count) == nil
        {
            size *= 2
            try read(into: rest, upTo: size)
        }
        rest.reserve(1)
        rest.start[rest.count] = 0
        let (file, form) = try recognise(
            Recognition(
                name: input.name, input: files.count, bytes: rest.start, count: rest.count,
                isWhole: isRead, readers: readers))
        self.file = file
        self.form = form
        values = ValueCutter(file.reader.streamed)
        files.append(
            ScannedFile(
                name: input.name, reader: file.reader.reader.id, title: file.reader.reader.title,
                bytes: 0, unknownColumns: file.unknownColumns.map(\.name),
                missingColumns: file.columns.isEmpty
                    ? [] : file.reader.reader.missing(from: file.columns),
                isBeside: file.isBeside))
        return true
    }

    /// Finds the format, or says whose the file is.
    private func recognise(
        _ recognition: Recognition
    ) throws(InputError) -> (OpenFile, Recognition.Form) {
        do throws(InputError) {
            return try recognition.recognise()
        } catch {
            guard error.code == .unknownFormat,
                let sentence = others?.sentence(about: recognition)
            else { throw error }
            throw recognition.error(sentence)
        }
    }

    private func close() {
        let read = stream?.position ?? 0
        files[files.count - 1].bytes = read
        files[files.count - 1].hash = stream?.hash
        files[files.count - 1].hasChanged = stream?.hasChanged ?? false
        finished += read
        stream = nil
        isRead = true
        file = nil
    }

    /// Whether there are no bytes behind those that were taken.
    private var hasEnded: Bool { restStart == rest.count && isRead }

    /// Reads until a buffer holds so many bytes, unless the file ends before.
    private func read(into buffer: ByteBuffer, upTo most: Int) throws(InputError) {
        let wanted = most - buffer.count
        guard !isRead, wanted > 0 else { return }
        buffer.reserve(wanted)
        let count = try stream?.read(into: buffer.start + buffer.count, wanted) ?? 0
        buffer.count += count
        isRead = count < wanted && stream?.hasFailed != true
    }

    /// Takes bytes until a batch holds so many, unless the input ends before.
    private func fill(_ batch: RecordBatch, upTo most: Int) throws(InputError) {
        let taken = min(rest.count - restStart, max(0, most - batch.buffer.count))
        batch.buffer.append(rest.start + restStart, taken)
        restStart += taken
        if restStart == rest.count { try read(into: batch.buffer, upTo: most) }
    }

    /// Puts the bytes behind a piece back.
    private func putBack(_ batch: RecordBatch, from end: Int) {
        let count = batch.buffer.count - end
        if restStart < rest.count {
            // They came from there.
            restStart -= count
        } else {
            (rest.count, restStart) = (0, 0)
            rest.append(batch.buffer.start + end, count)
        }
    }

    // MARK: - Pieces

    /// Fills a batch with a piece of the open file; false when there is none left.
    private func cut(_ batch: RecordBatch) throws(InputError) -> Bool {
        var size = pieceSize
        while true {
            try fill(batch, upTo: size)
            if batch.buffer.count == 0 {
                guard values.isOpen else { return false }
                values = ValueCutter()
                batch.fault = PieceFault(offset: 0, reason: JSONFault.Reason.ended.description)
                batch.endInput(at: 0)
                return true
            }
            if let end = end(of: batch) {
                putBack(batch, from: end)
                batch.endInput(at: end)
                batch.start = min(batch.start, end)
                return true
            }
            guard size < InputReader.longestRecord else {
                batch.endInput(at: batch.buffer.count)
                batch.units = []
                batch.start = batch.inputCount
                batch.fault = PieceFault(code: .tooLong, offset: 0, reason: tooLong)
                return true
            }
            size *= 2
        }
    }

    private var tooLong: String {
        let most = InputReader.longestRecord >> 20
        return "a record that begins here is longer than \(most) MB; "
            + "a quote or a bracket in it may not be closed"
    }

    /// Where a piece ends; nil when more bytes are needed.
    private func end(of batch: RecordBatch) -> Int? {
        let (bytes, count) = (batch.buffer.start, batch.buffer.count)
        if isFirst, count < form.start, !hasEnded { return nil }
        switch form {
        case .lines(let start):
            batch.shape = .lines
            batch.start = isFirst ? start : 0
            if hasEnded { return count }
            return ByteSearch.last(10, in: bytes, 0, count).map { $0 + 1 }
        case .rows(let delimiter, let start):
            batch.shape = .rows
            batch.start = isFirst ? start : 0
            if hasEnded { return count }
            let skipped = batch.start
            return CSVTokenizer.end(
                ofRowsIn: bytes + skipped, count - skipped, delimiter: delimiter
            ).map { $0 + skipped }
        case .values(let start):
            batch.start = isFirst ? start : 0
            return values.cut(batch, from: batch.start, isWhole: hasEnded)
        }
    }
}
