// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymPages

extension Page {
    /// What the signs in the pictures mean.
    var legend: String {
        let signs = [
            (
                "<rect class=\"stay\" x=\"1\" y=\"3\" width=\"54\" height=\"18\" rx=\"9\"/>"
                    + "<text class=\"id\" x=\"10\" y=\"16\">ann</text>",
                "The ID in use on a device. Where the bar goes on under another ID, the customer is "
                    + "the same; where it breaks, another customer uses the device."
            ),
            (
                "<path class=\"band e0\" d=\"M1 4H50l5 8.5l-5 8.5H1z\"/>"
                    + "<text class=\"in e0\" x=\"10\" y=\"16.5\">X</text>",
                "The device sees the entitlement X for so long. A pointed end goes on."
            ),
            (
                "<path class=\"shaft\" d=\"M10 20C12 4 38 4 40 16\"/>"
                    + "<path class=\"tip\" d=\"M40 20l-4 -7h8z\"/>",
                "A purchase goes from one ID to another. Dashed: the first keeps it too."
            ),
            (
                "<path class=\"drop\" d=\"M25 6a3 3 0 1 1 6 0a3 3 0 1 1 -6 0\"/>"
                    + "<path class=\"shaft\" d=\"M28 9V19\"/>"
                    + "<path class=\"tip\" d=\"M28 21l-4 -7h8z\"/>",
                "A purchase gets its first owner."
            ),
            (
                "<circle class=\"ring\" cx=\"25\" cy=\"12\" r=\"4.5\"/>"
                    + "<circle class=\"ring\" cx=\"31\" cy=\"12\" r=\"4.5\"/>",
                "Two customers, or a customer and a new ID, become one; a double line leads to "
                    + "another device that uses the other."
            ),
            (
                "<g class=\"refused\"><path d=\"M24.5 8.5l7 7M23 12a5 5 0 1 1 10 0a5 5 0 1 1 -10 0\"/>"
                    + "</g>",
                "The provider refuses, for the reason beside it."
            ),
            (
                "<text class=\"guess\" x=\"24\" y=\"19\">\(BriefAnswer.mark)</text>",
                "No document of the provider says what it does here: a rule behind it is inferred or "
                    + "was seen in published code only, or it holds for a default that no document "
                    + "states."
            ),
            (
                "<g class=\"parted\"><path class=\"flag\" d=\"M2 1h54v22H2z\"/>"
                    + "<path class=\"first\" d=\"M2 1v22\"/></g>"
                    + "<text class=\"n on\" x=\"18\" y=\"16\">4 ≠</text>",
                "The providers part at this step: the device in the frame sees something else at "
                    + "one than at another, or only some refuse. A line marks the first such step."
            ),
        ]
        var markup = Markup()
        markup.open("details", ["class": "legend"])
        markup.element("summary", "How to read the pictures")
        markup.raw(
            "<p>A picture for each provider, a lane for each device, a column for each step; the "
                + "same step stands in the same place in all. What moves stands under it in "
                + "sentences.</p>\n<ul>\n")
        for (sign, meaning) in signs {
            markup.raw(
                "<li><svg width=\"56\" height=\"24\" aria-hidden=\"true\">\(sign)</svg>"
                    + "<span>\(escaped(meaning))</span></li>\n")
        }
        markup.raw("</ul>\n")
        markup.close("details")
        return markup.text
    }
}
