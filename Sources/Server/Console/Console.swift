// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymPages
    import AllonymService
    import Dispatch
    import Foundation
    import HTTPTypes

    /// The console: pages about the projects that an admin key opens, and buttons that are calls of
    /// the control API.
    ///
    /// It works without a script. Who is signed in has a cookie that no other site's page can make
    /// the browser send, and each button's call has to come from a page of this server too.
    struct Console: Sendable {
        /// Where its pages are, but for the first.
        static let root = "/allonym/console"

        /// The path and query of a page of a project.
        static func address(
            of project: String, _ page: String = "", _ query: KeyValuePairs<String, String> = [:]
        ) -> String {
            let path = "\(root)/\(project)" + (page.isEmpty ? "" : "/\(page)")
            let items = query.map { "\($0.key)=\(PercentEncoding.text($0.value))" }
            return path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        }

        private let served: ServedProjects
        private let control: ControlAPI
        private let sessions = ConsoleSessions()

        /// The console of some projects.
        init(_ served: ServedProjects, _ control: ControlAPI) {
            self.served = served
            self.control = control
        }

        /// Whether a call is for it.
        static func isAsked(_ call: Call) -> Bool {
            call.path.starts(with: ["allonym", "console"])
                || call.path == [""] && [.get, .head].contains(call.method)
        }

        /// Answers a call.
        func answer(_ call: Call) async -> Answer {
            let start = DispatchTime.now()
            var answer = await page(for: call)
            for (name, value) in Console.headers { answer.headers[name] = value }
            served.counts.add("console", of: "", status: answer.status.code, since: start)
            return answer
        }

        /// What is said with every page: it is for nobody's cache, frame or guesses, and its forms go
        /// nowhere else.
        private static let headers: [(HTTPField.Name, String)] = [
            ("Cache-Control", "no-store"),
            (
                "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
                    + "frame-ancestors 'none'; base-uri 'none'"
            ),
            // Not less: without a referrer a browser says of a form only that its origin is null.
            ("Referrer-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
        ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

        // MARK: Who is there

        private static let cookie = "allonym_console"

        private static func token(in call: Call) -> String? {
            call.header("Cookie")?.split(separator: ";").lazy
                .map { $0.drop { $0 == " " } }
                .first { $0.hasPrefix("\(cookie)=") }
                .map { String($0.dropFirst(cookie.count + 1)) }
        }

        /// The projects that the one who is signed in has the key of.
        private func projects(for call: Call) -> [HostedProject] {
            guard let hash = Console.token(in: call).flatMap(sessions.keyHash) else { return [] }
            return served.all.filter { $0.keys.keyClass(of: hash) == .admin }
        }

        /// Whether a form was sent from a page of this server, as browsers say of each.
        private static func isOwn(_ call: Call) -> Bool {
            guard let host = call.host else { return false }
            guard let origin = call.header("Origin")?.lowercased() else {
                return call.header("Sec-Fetch-Site") == "same-origin"
            }
            return ["http://", "https://"].contains { origin == $0 + host.lowercased() }
        }

        // MARK: Where a call goes

        private func page(for call: Call) async -> Answer {
            let path = Array(call.path.dropFirst(2))
            if call.method == .post {
                guard Console.isOwn(call) else {
                    return ConsolePage.message(
                        .forbidden, "Not from here",
                        "This was not sent from a page of this server, so nothing was done.")
                }
                guard let form = ConsoleForm(call) else {
                    return ConsolePage.message(
                        .badRequest, "Nothing was done", "The form cannot be read.")
                }
                if path == ["sign-in"] { return signIn(form, call) }
                if path == ["sign-out"] { return signOut(call) }
                return await press(form, path, call)
            }
            guard call.method == .get || call.method == .head else {
                return ConsolePage.message(
                    .methodNotAllowed, "Not possible", "Pages are read and forms are sent.")
            }
            let projects = projects(for: call)
            guard !projects.isEmpty else { return SignInPage(isWrong: false).answer(.unauthorized) }
            // Without a name it is the first one that the key opens.
            let named = path.first.map { name in
                projects.filter { $0.project.file.name == name }
            }
            guard let hosted = (named ?? projects).first else { return Console.unknown }
            let visit = ConsoleVisit(
                hosted: hosted, projects: projects, query: call.query,
                neutral: served.mappings.neutral)
            do {
                switch path.dropFirst() {
                case []: return try await CustomersPage(visit).answer()
                case ["customer"]:
                    return try await CustomerPage(visit)?.answer()
                        ?? ConsolePage.message(
                            .notFound, "Not found", "No customer has this ID.")
                case ["store"]: return try await StorePage(visit).answer()
                case ["webhooks"]: return try await WebhooksPage(visit).answer()
                default: return Console.unknown
                }
            } catch {
                return Console.failed(control.known(error))
            }
        }

        private static var unknown: Answer {
            ConsolePage.message(.notFound, "Not found", "There is no such page.")
        }

        private static func failed(_ error: ControlError) -> Answer {
            ConsolePage.message(
                .init(code: error.status), "Nothing was done", error.error.message)
        }

        // MARK: Signing in and out

        private func signIn(_ form: ConsoleForm, _ call: Call) -> Answer {
            let key = form["key"] ?? ""
            guard served.all.contains(where: { $0.keys.keyClass(of: key) == .admin }) else {
                return SignInPage(isWrong: true).answer(.unauthorized)
            }
            var answer = Console.redirect(to: "/")
            answer.headers[.setCookie] = Console.setCookie(
                sessions.begin(with: key), seconds: ConsoleSessions.seconds, call)
            return answer
        }

        private func signOut(_ call: Call) -> Answer {
            if let token = Console.token(in: call) { sessions.end(token) }
            var answer = Console.redirect(to: "/")
            answer.headers[.setCookie] = Console.setCookie("", seconds: 0, call)
            return answer
        }

        private static func setCookie(_ value: String, seconds: Int, _ call: Call) -> String {
            let isSecure = call.header("Origin")?.lowercased().hasPrefix("https:") == true
            return "\(cookie)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "")
        }

        private static func redirect(to path: String) -> Answer {
            var answer = Answer(.seeOther)
            answer.headers[.location] = path
            return answer
        }

        // MARK: Buttons

        /// Does what a button says: a call of the control API, for the project in the path.
        private func press(_ form: ConsoleForm, _ path: [String], _ call: Call) async -> Answer {
            let projects = projects(for: call)
            guard !projects.isEmpty else { return SignInPage(isWrong: false).answer(.unauthorized) }
            guard path.count == 2, let button = ConsoleButton(rawValue: path[1]),
                let hosted = projects.first(where: { $0.project.file.name == path[0] })
            else { return Console.unknown }
            do {
                guard let pressed = try button.call(form) else {
                    return ConsolePage.message(
                        .badRequest, "Nothing was done", "The form cannot be read.")
                }
                let answer = try await control.perform(pressed, for: hosted)
                if button.isUndone(by: answer) {
                    return ConsolePage.message(
                        .conflict, "Nothing was done",
                        "The store cannot do that to a purchase in this state.")
                }
                let home = "\(Console.root)/\(hosted.project.file.name)"
                let back = form["back"].flatMap { $0.hasPrefix(home) ? $0 : nil }
                // A header holds no line breaks.
                return Console.redirect(
                    to: back.map { String($0.filter { $0.isASCII && $0 > " " && $0 != "\\" }) }
                        ?? home)
            } catch {
                return Console.failed(control.known(error))
            }
        }
    }

    /// What a page gets to see.
    struct ConsoleVisit: Sendable {
        let hosted: HostedProject
        /// All that the key opens.
        let projects: [HostedProject]
        let query: Query
        /// What the neutral words mean.
        let neutral: NeutralVocabulary

        var project: Project { hosted.project }

        /// The address of a page of this project.
        func address(_ page: String = "", _ query: KeyValuePairs<String, String> = [:]) -> String {
            Console.address(of: project.file.name, page, query)
        }
    }
#endif
