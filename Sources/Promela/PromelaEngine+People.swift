// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// Customers and IDs: minting, merging, log-in.
    static let people = #"""
        /* Who is who. */

        hidden byte mine, theirs, kept, gone, before;

        #define is_alias(e) \
            (e == effect_alias_current || e == effect_alias_target || e == effect_alias_oldest)

        /* A new customer with one ID. */
        inline begin_customer(user) {
            customers++;
            assert(customers <= CUSTOMERS);
            who[user] = customers;
        #if ALIASES
            minted_for[customers] = user > IDS;
        #endif
        #if ORIGINAL
            original[customers] = user;
        #endif
        #if AGE
            age[customers] = customers - 1;
        #endif
        #if GRANTS
            granted[customers] = false;
        #endif
        }

        /* A fresh anonymous ID with a customer of its own. */
        inline mint() {
            anonymous++;
            minted = IDS + anonymous;
            assert(minted <= USERS);
            begin_customer(minted)
        }

        /* Joins two customers; the one whose original ID stays survives. */
        inline merge(how) {
            kept = mine;
            gone = theirs;
            if
            :: how == effect_alias_target -> kept = theirs; gone = mine
        #if AGE
            :: how == effect_alias_oldest && age[theirs] < age[mine] -> kept = theirs; gone = mine
        #endif
            :: else
            fi;
            for (slot : 1 .. IDS + anonymous) {
                if
                :: who[slot] == gone -> who[slot] = kept
                :: else
                fi
            }
            for (slot : 0 .. purchases - 1) {
        #if COPIES
                if
                :: owner[slot] == gone -> copies[slot] = copies[slot] & ~(1 << kept)
                :: owner[slot] != gone && ((copies[slot] >> gone) & 1) ->
                    copies[slot] = copies[slot] & ~(1 << gone);
                    if
                    :: owner[slot] != kept -> copies[slot] = copies[slot] | (1 << kept)
                    :: else
                    fi
                :: else
                fi;
        #endif
                if
                :: owner[slot] == gone -> owner[slot] = kept
                :: else
                fi
            }
        #if ALIASES
            minted_for[kept] = minted_for[kept] || minted_for[gone];
        #endif
        #if GRANTS
            granted[kept] = granted[kept] || granted[gone];
        #endif
        }

        /* The device uses a custom ID from now on, and nothing else becomes of it. */
        inline go_over(id) {
            if
            :: who[id] == 0 -> begin_customer(id)
            :: else
            fi;
            current[me] = id
        }

        /* The ID in use and this one share a customer from now on. */
        inline alias(id, how) {
            mine = who[current[me]];
            theirs = who[id];
            if
            :: theirs == 0 ->
                who[id] = mine;
        #if ORIGINAL
                if
                :: how == effect_alias_target -> original[mine] = id
                :: else
                fi
        #endif
            :: theirs != 0 && theirs != mine -> merge(how)
            :: else
            fi;
            current[me] = id
        }

        /* Purchases of the customer left behind that go along with the device. */
        inline carry() {
            for (slot : 0 .. purchases - 1) {
                if
                :: holds(before, slot) && who[current[me]] != before ->
                    fact_kind = kind_of(product[slot]);
                    fact_active = (running(known[slot]) -> active_yes : active_no);
                    fact_store = store_of(buyer[slot]);
        #if MADE
                    fact_made = (made[slot] -> made_yes : made_no);
        #endif
                    ask_carry();
                    if
                    :: effect == effect_move ->
                        owner[slot] = who[current[me]];
        #if MADE
                        made[slot] = false;
        #endif
        #if COPIES
                        copies[slot] = 0;
        #endif
                    :: else
                    fi
                :: else
                fi
            }
        }

        inline look_at_current() {
            fact_current =
                (current[me] == own[me] -> current_own
                : (current[me] > IDS -> current_anonymous : current_custom))
        }

        /* A log-in; is_done when no session follows it. */
        inline identify(id) {
            before = who[current[me]];
            look_at_current();
            fact_target =
                (who[id] == 0 -> target_new : (id == current[me] -> target_same : target_known));
            fact_linked = (identified(before) -> linked_yes : linked_no);
        #if ALIASES
            fact_target_has_anonymous =
                ((who[id] != 0 && minted_for[who[id]])
                -> target_has_anonymous_yes : target_has_anonymous_no);
        #endif
            ask_identify();
            if
            :: effect == effect_refuse -> is_refused = true
            :: effect == effect_keep -> is_done = true
            :: effect == effect_switch -> go_over(id)
            :: effect == effect_switch_and_carry -> go_over(id); carry()
            :: is_alias(effect) -> alias(id, effect)
            :: effect == effect_new_customer ->
                assert(who[id] == 0);
                mint();
                who[id] = who[minted];
                current[me] = id
            fi
        }
        """#
}
