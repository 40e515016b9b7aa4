// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymPages
    import HTTPTypes

    /// Asks for the admin key.
    struct SignInPage {
        /// Whether one was given that opens nothing.
        let isWrong: Bool

        func answer(_ status: HTTPResponse.Status) -> Answer {
            var page = ConsolePage("Sign in")
            page.add { markup in
                markup.open("main", ["id": "content"])
                markup.element("h1", "Allonym")
                markup.element("p", "Sign in with an admin key of a project.")
                if isWrong {
                    markup.element(
                        "p", ["class": "no", "role": "alert"], "No project has this admin key.")
                }
                markup.form("Sign in", to: "\(Console.root)/sign-in", [:]) { markup in
                    markup.field("Admin key", "key", type: "password")
                }
            }
            return page.answer(status)
        }
    }
#endif
