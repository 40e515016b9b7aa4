// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Foundation

    /// A server that has a document of OpenAPI and no memory.
    ///
    /// Whoever is asked about, it answers with the document's example, as the mocks of other providers
    /// do. It is Connexion's, in Python.
    struct MockServer {
        let server: ServerUnderLoad

        private static let script = """
            import json, socket, sys
            import connexion, uvicorn
            from connexion.mock import MockResolver

            app = connexion.AsyncApp("mock")
            app.add_api(json.load(open(sys.argv[1])), resolver=MockResolver(mock_all=True))
            listener = socket.socket()
            listener.bind(("127.0.0.1", 0))
            print(json.dumps({"listening": "http://127.0.0.1:%d" % listener.getsockname()[1]}), flush=True)
            uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
            """

        /// Starts it; nil where Python or Connexion is missing.
        ///
        /// - Parameters:
        ///   - example: What it answers to a reading of a customer, as JSON.
        ///   - folder: Where its document and its script are written.
        /// - Throws: Where the example is no JSON, or the server says nothing.
        init?(answering example: [UInt8], in folder: URL) throws {
            guard let python = TimedRun.find("python3"),
                try TimedRun("python3", ["-W", "ignore", "-c", "import connexion, uvicorn"])?.code
                    == 0
            else { return nil }
            let parameter: [String: Any] = [
                "name": "id", "in": "path", "required": true, "schema": ["type": "string"],
            ]
            let answer: [String: Any] = [
                "description": "A customer.",
                "content": [
                    "application/json": [
                        "example": try JSONSerialization.jsonObject(with: Data(example))
                    ]
                ],
            ]
            let operation: [String: Any] = [
                "operationId": "customers.get", "parameters": [parameter],
                "responses": ["200": answer],
            ]
            let document: [String: Any] = [
                "openapi": "3.0.3", "info": ["title": "Customers", "version": "1"],
                "paths": ["/v1/subscribers/{id}": ["get": operation]],
            ]
            let (file, script) = (
                folder.appendingPathComponent("mock.json"), folder.appendingPathComponent("mock.py")
            )
            try JSONSerialization.data(withJSONObject: document).write(to: file)
            try Data(Self.script.utf8).write(to: script)
            server = try ServerUnderLoad(python, ["-W", "ignore", script.path, file.path])
        }
    }
#endif
