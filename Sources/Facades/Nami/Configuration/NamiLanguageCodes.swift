// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The code of a language, such as `en` or `pt-br`.
public typealias NamiLanguageCode = String

/// The languages that paywalls can have.
///
/// The interface has the names of the constants and not their texts: these are the names with
/// hyphens, and `is` for ``is_is``.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiLanguageCodes), read 2026-11-21.
public final class NamiLanguageCodes: NSObject {
    /// An object of no use: every member is static.
    public override init() {}

    /// The code that fits a locale best: of its language with its script or region, else of its
    /// language, else English.
    public static func namiLanguageCode(fromLocale locale: Locale) -> NamiLanguageCode {
        let parts = locale.identifier.lowercased().split(whereSeparator: { "_-@".contains($0) })
        guard let language = parts.first.map(String.init) else { return en }
        let known = allAvailableNamiLanguageCodes
        for part in parts.dropFirst() where known.contains("\(language)-\(part)") {
            return "\(language)-\(part)"
        }
        if language == "zh" {
            return parts.contains("tw") || parts.contains("hk") ? zh_hant : zh_hans
        }
        if language == "no" { return nb }
        return known.contains(language) ? language : en
    }

    /// Every code that there is.
    public static var allAvailableNamiLanguageCodes: Set<NamiLanguageCode> { all }

    private static let all: Set<NamiLanguageCode> = [
        af, ar, ar_dz, ast, az, bg, be, bn, br, bs, ca, cs, cy, da, de, dsb, el, en,
        en_au, en_gb, eo, es, es_ar, es_co, es_mx, es_ni, es_ve, et, eu, fa, fi, fr, fy,
        ga, gd, gl, he, hi, hr, hsb, hu, hy, ia, id, ig, io, is_is, it, ja, ka, kab, kk,
        km, kn, ko, ky, lb, lt, lv, mk, ml, mn, mr, my, nb, ne, nl, nn, os, pa, pl, pt,
        pt_br, ro, ru, sk, sl, sq, sr, sr_latn, sv, sw, ta, te, tg, th, tk, tr, tt, udm,
        uk, ur, uz, vi, zh_hans, zh_hant,
    ]

    /// Afrikaans.
    public static let af: String = "af"
    /// Arabic.
    public static let ar: String = "ar"
    /// Arabic of Algeria.
    public static let ar_dz: String = "ar-dz"
    /// Asturian.
    public static let ast: String = "ast"
    /// Azerbaijani.
    public static let az: String = "az"
    /// Bulgarian.
    public static let bg: String = "bg"
    /// Belarusian.
    public static let be: String = "be"
    /// Bengali.
    public static let bn: String = "bn"
    /// Breton.
    public static let br: String = "br"
    /// Bosnian.
    public static let bs: String = "bs"
    /// Catalan.
    public static let ca: String = "ca"
    /// Czech.
    public static let cs: String = "cs"
    /// Welsh.
    public static let cy: String = "cy"
    /// Danish.
    public static let da: String = "da"
    /// German.
    public static let de: String = "de"
    /// Lower Sorbian.
    public static let dsb: String = "dsb"
    /// Greek.
    public static let el: String = "el"
    /// English.
    public static let en: String = "en"
    /// English of Australia.
    public static let en_au: String = "en-au"
    /// English of Britain.
    public static let en_gb: String = "en-gb"
    /// Esperanto.
    public static let eo: String = "eo"
    /// Spanish.
    public static let es: String = "es"
    /// Spanish of Argentina.
    public static let es_ar: String = "es-ar"
    /// Spanish of Colombia.
    public static let es_co: String = "es-co"
    /// Spanish of Mexico.
    public static let es_mx: String = "es-mx"
    /// Spanish of Nicaragua.
    public static let es_ni: String = "es-ni"
    /// Spanish of Venezuela.
    public static let es_ve: String = "es-ve"
    /// Estonian.
    public static let et: String = "et"
    /// Basque.
    public static let eu: String = "eu"
    /// Persian.
    public static let fa: String = "fa"
    /// Finnish.
    public static let fi: String = "fi"
    /// French.
    public static let fr: String = "fr"
    /// Frisian.
    public static let fy: String = "fy"
    /// Irish.
    public static let ga: String = "ga"
    /// Scottish Gaelic.
    public static let gd: String = "gd"
    /// Galician.
    public static let gl: String = "gl"
    /// Hebrew.
    public static let he: String = "he"
    /// Hindi.
    public static let hi: String = "hi"
    /// Croatian.
    public static let hr: String = "hr"
    /// Upper Sorbian.
    public static let hsb: String = "hsb"
    /// Hungarian.
    public static let hu: String = "hu"
    /// Armenian.
    public static let hy: String = "hy"
    /// Interlingua.
    public static let ia: String = "ia"
    /// Indonesian.
    public static let id: String = "id"
    /// Igbo.
    public static let ig: String = "ig"
    /// Ido.
    public static let io: String = "io"
    /// Icelandic.
    public static let is_is: String = "is"
    /// Italian.
    public static let it: String = "it"
    /// Japanese.
    public static let ja: String = "ja"
    /// Georgian.
    public static let ka: String = "ka"
    /// Kabyle.
    public static let kab: String = "kab"
    /// Kazakh.
    public static let kk: String = "kk"
    /// Khmer.
    public static let km: String = "km"
    /// Kannada.
    public static let kn: String = "kn"
    /// Korean.
    public static let ko: String = "ko"
    /// Kyrgyz.
    public static let ky: String = "ky"
    /// Luxembourgish.
    public static let lb: String = "lb"
    /// Lithuanian.
    public static let lt: String = "lt"
    /// Latvian.
    public static let lv: String = "lv"
    /// Macedonian.
    public static let mk: String = "mk"
    /// Malayalam.
    public static let ml: String = "ml"
    /// Mongolian.
    public static let mn: String = "mn"
    /// Marathi.
    public static let mr: String = "mr"
    /// Burmese.
    public static let my: String = "my"
    /// Norwegian Bokmål.
    public static let nb: String = "nb"
    /// Nepali.
    public static let ne: String = "ne"
    /// Dutch.
    public static let nl: String = "nl"
    /// Norwegian Nynorsk.
    public static let nn: String = "nn"
    /// Ossetian.
    public static let os: String = "os"
    /// Punjabi.
    public static let pa: String = "pa"
    /// Polish.
    public static let pl: String = "pl"
    /// Portuguese.
    public static let pt: String = "pt"
    /// Portuguese of Brazil.
    public static let pt_br: String = "pt-br"
    /// Romanian.
    public static let ro: String = "ro"
    /// Russian.
    public static let ru: String = "ru"
    /// Slovak.
    public static let sk: String = "sk"
    /// Slovene.
    public static let sl: String = "sl"
    /// Albanian.
    public static let sq: String = "sq"
    /// Serbian.
    public static let sr: String = "sr"
    /// Serbian in Latin script.
    public static let sr_latn: String = "sr-latn"
    /// Swedish.
    public static let sv: String = "sv"
    /// Swahili.
    public static let sw: String = "sw"
    /// Tamil.
    public static let ta: String = "ta"
    /// Telugu.
    public static let te: String = "te"
    /// Tajik.
    public static let tg: String = "tg"
    /// Thai.
    public static let th: String = "th"
    /// Turkmen.
    public static let tk: String = "tk"
    /// Turkish.
    public static let tr: String = "tr"
    /// Tatar.
    public static let tt: String = "tt"
    /// Udmurt.
    public static let udm: String = "udm"
    /// Ukrainian.
    public static let uk: String = "uk"
    /// Urdu.
    public static let ur: String = "ur"
    /// Uzbek.
    public static let uz: String = "uz"
    /// Vietnamese.
    public static let vi: String = "vi"
    /// Chinese in simplified characters.
    public static let zh_hans: String = "zh-hans"
    /// Chinese in traditional characters.
    public static let zh_hant: String = "zh-hant"
}
