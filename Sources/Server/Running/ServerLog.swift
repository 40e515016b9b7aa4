// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import Logging

    /// Warnings and errors on standard error.
    ///
    /// What belongs to each line is written out with the line: every request gets an ID of its own, and
    /// almost none is logged.
    package struct ServerLog: LogHandler {
        package var logLevel = Logger.Level.warning
        package var metadata: Logger.Metadata = [:]
        package var metadataProvider: Logger.MetadataProvider?
        private let stream: StreamLogHandler

        /// A log under a name.
        package init(label: String) { stream = .standardError(label: label) }

        package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        package func log(event: LogEvent) {
            var stream = stream
            stream.metadata = metadata
            stream.metadataProvider = metadataProvider
            stream.log(event: event)
        }
    }
#endif
