// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// What somebody would write who moves an export with a query: reads it, checks IDs by the
    /// target's rules, finds each customer's ID and the latest row of each purchase, and writes the
    /// file of purchases that the plan has.
    ///
    /// It does less than a plan: customers are those of one original ID, nothing is said of what
    /// does not go over, and one file of several is written.
    struct DuckDBPlan {
        /// What came of a query.
        struct Outcome {
            var seconds: Double
            /// Of all cores, its start included.
            var processorSeconds: Double
            /// The file that both have written.
            var name: String
            /// How many rows it has of DuckDB, and of the plan.
            var rows: Int
            var ownRows: Int
        }

        private let target: String
        private let rules: Rules?
        private let placeholders: Set<String>
        private let anonymous: String

        init(_ target: String, _ mappings: Mappings) throws {
            self.target = target
            rules = try mappings.provider(target)?.rules()
            let source = try mappings.provider("revenuecat")?.rules()
            let form = source?.identifiers.anonymous.template ?? ""
            anonymous = form.replacing("$", with: "\\$")
                .replacing("{hex32}", with: "[0-9a-f]{32}")
            placeholders = mappings.providers.flatMap(\.identifierRules).reduce(into: []) {
                set, rule in
                if case .refuseValues(let values) = rule.kind {
                    set.formUnion(values.filter { !$0.utf8.contains(0) })
                }
            }
        }

        /// Runs the query; nil where there is no DuckDB.
        func run(_ path: String, in folder: SampleFolder) throws -> Outcome? {
            let output = folder.file("duckdb-\(file)")
            let script = folder.file("query.py")
            defer {
                folder.remove("duckdb-\(file)")
                folder.remove("query.py")
            }
            let program = """
                import sys, time
                try:
                    import duckdb
                except ImportError:
                    sys.exit(3)
                connection = duckdb.connect()
                connection.execute("SET threads = 2")
                connection.execute("SET preserve_insertion_order = false")
                start = time.perf_counter()
                connection.execute(r\"\"\"\(query(path, output))\"\"\")
                print(time.perf_counter() - start)
                """
            try program.write(toFile: script, atomically: true, encoding: .utf8)
            guard let run = try TimedRun("python3", [script]), run.code != 3 else { return nil }
            guard
                let seconds = Double(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
            else { throw ValidationError("DuckDB does not take the query for \(target).") }
            return Outcome(
                seconds: seconds, processorSeconds: run.processorSeconds, name: file,
                rows: try Self.purchases(in: output),
                ownRows: try Self.purchases(in: folder.file("plan-\(target)/\(file)")))
        }

        /// The file of purchases with the most rows.
        private var file: String {
            switch target {
            case "nami": "nami-first-session.csv"
            case "purchasely": "purchasely-storekit-2.csv"
            case "qonversion": "qonversion-client.csv"
            default: "neutral.jsonl"
            }
        }

        /// The lines of a file, but for those of the plan that are of customers and grants.
        private static func purchases(in path: String) throws -> Int {
            let pattern = path.hasSuffix(".csv") ? "" : "\"purchase-date\""
            let others = path.hasSuffix(".csv") ? "" : "\"type\":\"grant\""
            guard let all = try TimedRun("grep", ["-c", pattern, path]),
                let left = try TimedRun("grep", ["-c", others, path])
            else { return 0 }
            func number(_ run: TimedRun) -> Int {
                Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
            }
            return path.hasSuffix(".csv") ? number(all) - 1 : number(all) - number(left)
        }

        // MARK: - The query

        private func query(_ path: String, _ output: String) -> String {
            """
            COPY (
                WITH periods AS MATERIALIZED (
                    SELECT \(columns) FROM read_csv('\(path)', header = true, all_varchar = true,
                        delim = ',', quote = '"', escape = '"', auto_detect = true)),
                moment AS (
                    SELECT greatest(max(start_time), max(unsubscribe_detected_at),
                        max(billing_issues_detected_at), max(refunded_at), max(updated_at),
                        max(first_seen_time)) AS today FROM periods),
                people AS (
                    SELECT rc_original_app_user_id AS person,
                        coalesce(
                            any_value(\(own("rc_original_app_user_id"))),
                            arg_max(\(own("rc_last_seen_app_user_id_alias")), start_time)
                            \(keepsAnonymous ? ", rc_original_app_user_id" : "")) AS user_id
                    FROM periods GROUP BY person),
                latest AS (
                    SELECT * FROM periods WHERE store <> 'promotional'
                    QUALIFY row_number() OVER (
                        PARTITION BY store, original_store_transaction_id
                        ORDER BY CAST(renewal_number AS INTEGER) DESC, updated_at DESC) = 1),
                states AS (
                    SELECT *, CASE
                        WHEN refunded_at <= today THEN 'refunded'
                        WHEN effective_end_time <= today THEN CASE
                            WHEN billing_issues_detected_at <= today THEN 'billing-retry'
                            ELSE 'expired' END
                        WHEN grace_period_end_time = effective_end_time
                            AND billing_issues_detected_at <= today THEN 'grace'
                        WHEN unsubscribe_detected_at <= today THEN 'cancelled'
                        ELSE 'active' END AS state
                    FROM latest JOIN people ON rc_original_app_user_id = person, moment)
                \(selection)
            ) TO '\(output)' (\(output.hasSuffix(".csv") ? "FORMAT csv, HEADER true" : "FORMAT json"))
            """
        }

        /// Columns that nobody asks for cost DuckDB four times the time.
        private var columns: String {
            let neutral = """
                , country, is_trial_period, purchased_currency, store_transaction_id,
                purchase_price_in_purchased_currency, entitlement_identifiers
                """
            return """
                rc_original_app_user_id, rc_last_seen_app_user_id_alias, product_identifier,
                start_time, effective_end_time, grace_period_end_time, store, is_sandbox,
                renewal_number, original_store_transaction_id, refunded_at, unsubscribe_detected_at,
                billing_issues_detected_at, ownership_type, updated_at, first_seen_time
                """ + (rules == nil ? neutral : "")
        }

        private var keepsAnonymous: Bool { rules == nil }

        /// What a custom ID becomes at the target; NULL for none.
        private func own(_ column: String) -> String {
            let isAnonymous = "regexp_full_match(\(column), '\(anonymous)')"
            let patterns = (rules?.identifiers.rules ?? []).flatMap { rule in
                if case .refuseAllBut(let formats) = rule.kind {
                    return formats.map(\.pattern.text)
                }
                return []
            }
            guard !patterns.isEmpty else {
                return "CASE WHEN NOT \(isAnonymous) THEN \(column) END"
            }
            let blocked = placeholders.map { "'" + $0.replacing("'", with: "''") + "'" }.sorted()
            return """
                CASE WHEN \(isAnonymous) THEN NULL
                WHEN regexp_full_match(\(column), '(\(patterns.joined(separator: "|")))') THEN \(column)
                WHEN \(column) IN (\(blocked.joined(separator: ", "))) THEN NULL
                ELSE sha256(\(column)) END
                """
        }

        private var selection: String {
            let isCarried = "state IN ('active', 'cancelled', 'grace') AND is_sandbox = 'false'"
            switch target {
            case "nami":
                return """
                    SELECT user_id AS external_id, store, product_identifier AS store_product,
                        original_store_transaction_id AS original_transaction_id, state,
                        'The first session on a device of the buyer processes it.' AS expected,
                        'inferred' AS authority
                    FROM states WHERE user_id IS NOT NULL AND is_sandbox = 'false'
                        AND store IN ('app_store', 'play_store', 'amazon', 'roku')
                        AND state IN ('active', 'cancelled', 'grace', 'billing-retry')
                        AND (ownership_type = 'PURCHASED' OR store = 'app_store'
                            OR state = 'billing-retry')
                    """
            case "purchasely":
                return """
                    SELECT DISTINCT original_store_transaction_id AS original_transaction_id, user_id
                    FROM states WHERE user_id IS NOT NULL AND store = 'app_store' AND \(isCarried)
                        AND ownership_type = 'PURCHASED'
                    """
            case "qonversion":
                return """
                    SELECT user_id, 'QON_' || md5(rc_original_app_user_id) AS qonversion_id, store,
                        product_identifier AS product_id, original_store_transaction_id AS original_id,
                        'syncHistoricalData(), once, ' || CASE WHEN user_id IS NULL
                            THEN 'at the first start' ELSE 'after identify()' END AS call
                    FROM states WHERE store IN ('app_store', 'play_store') AND \(isCarried)
                    """
            default:
                return """
                    SELECT 1 AS allonym, country, purchased_currency AS currency, effective_end_time AS "expiry-date",
                        from_json(entitlement_identifiers, '["VARCHAR"]') AS entitlement,
                        CASE is_sandbox WHEN 'true' THEN 'sandbox' ELSE 'production' END AS environment,
                        ownership_type = 'FAMILY_SHARED' AS "family-shared", 'subscription' AS kind,
                        original_store_transaction_id AS "original-transaction-id",
                        CASE is_trial_period WHEN 'true' THEN 'trial' ELSE 'normal' END AS "period-type",
                        purchase_price_in_purchased_currency AS price, product_identifier AS product,
                        start_time AS "purchase-date", CAST(renewal_number AS INTEGER) AS "renewal-number",
                        state, store, store_transaction_id AS "transaction-id", 'purchase' AS type,
                        user_id AS "user-id", updated_at AS "version-date",
                        refunded_at AS "refunded-date", unsubscribe_detected_at AS "cancelled-date",
                        billing_issues_detected_at AS "billing-problem-date",
                        grace_period_end_time AS "grace-expiry-date"
                    FROM states
                    """
            }
        }
    }
#endif
