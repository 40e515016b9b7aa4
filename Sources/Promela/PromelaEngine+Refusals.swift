// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// What a refusal takes back.
    static let refusals = #"""
        /* What a refusal takes back: everything since save(). What came into being since is forgotten
           by the renaming, as nothing leads to it. */

        hidden byte saved_installed, saved_anonymous, saved_customers;
        hidden byte saved_account, saved_current, saved_own;
        hidden byte saved_synced;
        hidden byte saved_who[USERS + 1], saved_owner[PURCHASES], saved_known[PURCHASES];
        hidden byte saved_news[PURCHASES];
        hidden byte saved_made[PURCHASES];
        hidden int saved_copies[PURCHASES];
        hidden byte saved_of[4 * (CUSTOMERS + 1)];

        inline save() {
            saved_installed = installed;
            saved_anonymous = anonymous;
            saved_customers = customers;
            saved_account = account[me];
            saved_current = current[me];
            saved_own = own[me];
        #if SYNCED
            saved_synced = synced[me];
        #endif
            for (slot : 1 .. IDS + anonymous) { saved_who[slot] = who[slot] }
            for (slot : 0 .. purchases - 1) {
                saved_owner[slot] = owner[slot];
                saved_known[slot] = known[slot];
        #if MADE
                saved_made[slot] = made[slot];
        #endif
        #if NEWS
                saved_news[slot] = news[slot];
        #endif
        #if COPIES
                saved_copies[slot] = copies[slot];
        #endif
            }
            for (slot : 1 .. customers) {
        #if ALIASES
                saved_of[4 * slot] = minted_for[slot];
        #endif
        #if ORIGINAL
                saved_of[4 * slot + 1] = original[slot];
        #endif
        #if GRANTS
                saved_of[4 * slot + 2] = granted[slot];
        #endif
        #if AGE
                saved_of[4 * slot + 3] = age[slot];
        #endif
                skip
            }
        }

        inline undo() {
            installed = saved_installed;
            account[me] = saved_account;
            current[me] = saved_current;
            own[me] = saved_own;
        #if SYNCED
            synced[me] = saved_synced;
        #endif
            for (slot : 1 .. IDS + anonymous) {
                who[slot] = (slot <= IDS + saved_anonymous -> saved_who[slot] : 0)
            }
            for (slot : 0 .. purchases - 1) {
                owner[slot] = saved_owner[slot];
                known[slot] = saved_known[slot];
        #if MADE
                made[slot] = saved_made[slot];
        #endif
        #if NEWS
                news[slot] = saved_news[slot];
        #endif
        #if COPIES
                copies[slot] = saved_copies[slot];
        #endif
            }
            for (slot : 1 .. saved_customers) {
        #if ALIASES
                minted_for[slot] = saved_of[4 * slot];
        #endif
        #if ORIGINAL
                original[slot] = saved_of[4 * slot + 1];
        #endif
        #if GRANTS
                granted[slot] = saved_of[4 * slot + 2];
        #endif
        #if AGE
                age[slot] = saved_of[4 * slot + 3];
        #endif
                skip
            }
        }
        """#
}
