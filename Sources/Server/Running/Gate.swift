// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymService
    import Dispatch
    import HTTPTypes

    /// Where every call comes in: finds the project by the key, and the operation by the path.
    package struct Gate: Sendable {
        private let served: ServedProjects
        private let control: ControlAPI
        private let console: Console
        private static let explain = HTTPField.Name("Allonym-Explain")
        private static let rules = HTTPField.Name("Allonym-Rules")
        /// Told what went wrong and is no caller's fault.
        private let log: @Sendable (String) -> Void

        /// A gate to projects.
        ///
        /// - Parameters:
        ///   - served: The projects.
        ///   - log: Told of bugs, and of journals that fail.
        package init(_ served: ServedProjects, log: @escaping @Sendable (String) -> Void) {
            self.served = served
            self.log = log
            control = ControlAPI(served, log: log)
            console = Console(served, control)
            served.onAdded { hosted in
                let name = hosted.project.file.name
                hosted.project.onFault { log("project \"\(name)\": \($0)") }
                hosted.project.snapshotIfLong()
            }
        }

        /// Answers what cannot be read as a call, in the words of the project that it is for: by its
        /// key, else by its path, else those of the first.
        ///
        /// - Parameters:
        ///   - refusal: What is wrong with it.
        ///   - call: As much of it as can be read.
        /// - Returns: The answer.
        package func refuse(_ refusal: GateRefusal, _ call: Call) -> Answer {
            let projects = served.all
            let hosted =
                projects.first { $0.key(of: call) != nil }
                ?? projects.first { $0.routes.match(call) != nil } ?? projects.first
            return hosted?.dialect.answer(to: refusal, for: call)
                ?? Answer(.badRequest)
        }

        /// Whether a call comes with a key of any project.
        func knowsCaller(of call: Call) -> Bool {
            served.all.contains { hosted in
                hosted.key(of: call) != nil
                    || call.key.flatMap { hosted.keys.keyClass(of: $0) } != nil
            }
        }

        /// Answers a call; never throws, never waits for anything but the project.
        package func answer(_ call: Call) async -> Answer {
            if Console.isAsked(call) { return await console.answer(call) }
            if call.path.first == "allonym" { return await control.answer(call) }
            let start = DispatchTime.now()
            let projects = served.all
            guard let (hosted, key) = Gate.project(of: call, among: projects) else {
                // In the words of the provider whose path it is.
                let hosted = projects.first { $0.routes.match(call) != nil } ?? projects.first
                let answer =
                    hosted?.dialect.answer(to: .unknownKey, for: call) ?? Answer(.unauthorized)
                served.counts.add("unknown", of: "", status: answer.status.code, since: start)
                return answer
            }
            let match = hosted.routes.match(call)
            let answer = await answer(call, match, hosted, key)
            served.counts.add(
                match?.route.operation ?? "unknown", of: hosted.project.file.name,
                status: answer.status.code, since: start)
            return answer
        }

        /// The first project that knows the key of a call.
        private static func project(
            of call: Call, among projects: [HostedProject]
        ) -> (hosted: HostedProject, key: HostedProject.PresentedKey)? {
            for hosted in projects {
                if let key = hosted.key(of: call) { return (hosted, key) }
            }
            return nil
        }

        private func answer(
            _ call: Call, _ match: (route: RouteTable.Route, parameters: [String: String])?,
            _ hosted: HostedProject, _ key: HostedProject.PresentedKey
        ) async -> Answer {
            let dialect = hosted.dialect
            guard !hosted.project.faults.takeCall() else {
                return dialect.answer(
                    to: .unavailable("A fault that was asked for."), for: call)
            }
            guard let match else { return dialect.answer(to: .unknownPath, for: call) }
            guard match.route.keys.contains(key.keyClass),
                hosted.keys.allows(key.text, match.route.scopes)
            else {
                return dialect.answer(to: .wrongKey, for: call)
            }
            guard let handler = match.route.handler else {
                return dialect.answer(
                    to: .absent(operation: match.route.operation), for: call)
            }
            let standing = hosted.limits?.count(
                match.route.limit, key: call.key(in: dialect.keyHeader) ?? "")
            if let seconds = standing?.wait {
                var answer = dialect.answer(to: .limited(seconds: seconds), for: call)
                if let name = HTTPField.Name("Retry-After") { answer.headers[name] = "\(seconds)" }
                return answer
            }
            let visit = Visit(
                project: hosted.project, key: key.keyClass, parameters: match.parameters,
                operation: match.route.operation, isSandbox: key.isSandbox,
                idempotentCalls: hosted.idempotentCalls, appStore: hosted.appStore)
            do {
                return headed(try await handler(call, visit), call, hosted, standing)
            } catch let answer as Refused {
                return headed(answer.answer, call, hosted, standing)
            } catch let reason as Unavailable {
                return dialect.answer(to: .unavailable(reason.description), for: call)
            } catch let fault as JournalFault {
                return dialect.answer(to: .unavailable(fault.description), for: call)
            } catch let fault as DocumentFault {
                return dialect.answer(to: .malformed(fault.description), for: call)
            } catch {
                // Not what it says: that may quote the call.
                log("\(match.route.operation): \(type(of: error))")
                return dialect.answer(to: .failed, for: call)
            }
        }

        /// The answer with the rules that made it, where the caller asks for them, and with what is
        /// left of the caller's limit.
        private func headed(
            _ answer: Answer, _ call: Call, _ hosted: HostedProject,
            _ standing: RateLimits.Standing?
        ) -> Answer {
            var answer = answer
            if !answer.rules.isEmpty, let asked = Gate.explain, let name = Gate.rules,
                call.headers[asked] == "1"
            {
                answer.headers[name] = answer.rules.joined(separator: ", ")
            }
            if let limits = hosted.limits, let standing {
                for (name, value) in limits.fields(standing) { answer.headers[name] = value }
            }
            return answer
        }
    }

    extension HostedProject {
        /// A key as it is presented with a call.
        struct PresentedKey {
            /// The project's own key.
            let text: String
            let keyClass: KeyClass
            /// Whether it has what the sandbox's keys have before the project's own.
            let isSandbox: Bool
        }

        /// The key of a call, where the project knows it.
        fileprivate func key(of call: Call) -> PresentedKey? {
            guard let text = call.key(in: dialect.keyHeader) else { return nil }
            let prefix = dialect.sandboxKeyPrefix
            let own = prefix.flatMap { text.hasPrefix($0) ? String(text.dropFirst($0.count)) : nil }
            if let keyClass = keys.keyClass(of: text) {
                return PresentedKey(text: text, keyClass: keyClass, isSandbox: own != nil)
            }
            guard let own, let keyClass = keys.keyClass(of: own) else { return nil }
            return PresentedKey(text: own, keyClass: keyClass, isSandbox: true)
        }
    }

    /// An answer that ends a handler early.
    package struct Refused: Error, Sendable {
        package let answer: Answer

        /// With this answer.
        package init(_ answer: Answer) { self.answer = answer }
    }
#endif
