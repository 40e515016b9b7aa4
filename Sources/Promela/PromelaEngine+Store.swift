// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// The store, what the provider hears of it, and grants.
    static let store = #"""
        /* What the store does, what the provider hears of it, and grants by hand. */

        /* The newest purchase of a product by the device's account that is not refunded, or that is
           running; number is its index + 1. */
        inline find(x, must_run) {
            number = 0;
            for (slot : 0 .. purchases - 1) {
                if
                :: buyer[slot] == account[me] && product[slot] == x &&
                    state[slot] != state_refunded && (!must_run || running(state[slot])) ->
                    number = slot + 1
                :: else
                fi
            }
        }

        /* A new purchase, or the running one; only a consumable or non-renewing one is bought twice. */
        inline purchase(x, in_app) {
            find(x, true);
            if
            :: number != 0 && is_kept_on_show(kind_of(x)) -> bought = number
            :: else ->
                assert(purchases < PURCHASES);
                slot = purchases;
                do
                :: slot > 0 && buyer[slot - 1] > account[me] ->
                    product[slot] = product[slot - 1];
                    buyer[slot] = buyer[slot - 1];
                    state[slot] = state[slot - 1];
                    owner[slot] = owner[slot - 1];
                    known[slot] = known[slot - 1];
        #if MADE
                    made[slot] = made[slot - 1];
        #endif
        #if POSTS
                    posted[slot] = posted[slot - 1];
                    posted_off[slot] = posted_off[slot - 1];
        #endif
        #if COPIES
                    copies[slot] = copies[slot - 1];
        #endif
        #if NEWS
                    news[slot] = news[slot - 1];
        #endif
                    slot--
                :: else -> break
                od;
                purchases++;
                product[slot] = x;
                buyer[slot] = account[me];
                state[slot] = state_active;
                owner[slot] = 0;
                known[slot] = state_active;
        #if MADE
                made[slot] = in_app;
        #endif
        #if POSTS
                posted[slot] = 0;
                posted_off[slot] = 0;
        #endif
        #if COPIES
                copies[slot] = 0;
        #endif
        #if NEWS
                news[slot] = 0;
        #endif
                bought = slot + 1
            fi
        }

        inline buy(x) {
            purchase(x, true);
            save()
        }

        /* What the provider makes of the news of a purchase; item is which. */
        inline hear(event) {
            fact_event = event;
            fact_seen = (owner[item] != 0 -> seen_yes : seen_no);
            ask_learn();
            if
            :: effect == effect_now && owner[item] != 0 -> known[item] = state[item]
            :: effect == effect_new_customer && owner[item] == 0 ->
                mint();
                owner[item] = who[minted];
                known[item] = state[item]
            :: else
            fi
        }

        inline notify(x) {
            find(x, false);
            if
            :: number != 0 ->
                item = number - 1;
                hear(event_notify)
            :: else
            fi
        }

        #define is_transaction(e) (e == event_renew || e == event_recover)

        /* What happens to the newest purchase of a product. */
        inline happen(event, x) {
            find(x, false);
            if
            :: number != 0 ->
                item = number - 1;
                is_done = false;
                if
                :: event == event_refund -> state[item] = state_refunded
                :: event == event_expire &&
                    (kind_of(x) == kind_subscription || kind_of(x) == kind_non_renewing) ->
                    state[item] = state_expired
                :: is_transaction(event) && kind_of(x) == kind_subscription ->
                    state[item] = state_active
                :: event == event_resume && kind_of(x) == kind_subscription ->
                    if
                    :: state[item] == state_paused -> state[item] = state_active
                    :: else
                    fi
                :: event == event_cancel && kind_of(x) == kind_subscription ->
                    if
                    :: state[item] == state_active -> state[item] = state_cancelled
                    :: else
                    fi
                :: event == event_fail && kind_of(x) == kind_subscription ->
                    if
                    :: running(state[item]) -> state[item] = state_grace
                    :: else
                    fi
                :: event == event_pause && kind_of(x) == kind_subscription ->
                    if
                    :: running(state[item]) -> state[item] = state_paused
                    :: else
                    fi
                :: else -> is_done = true
                fi;
                if
                :: !is_done ->
        #if NEWS
                    if
                    :: is_transaction(event) ->
                        for (slot : 0 .. installed - 1) {
                            if
                            :: account[slot] == account[me] ->
                                news[item] = news[item] | (1 << slot)
                            :: else
                            fi
                        }
                    :: else
                    fi;
        #endif
                    hear(event)
                :: else
                fi
            :: else
            fi
        }

        inline set_grant(operation, value) {
            fact_operation = operation;
            ask_grant();
        #if GRANTS
            if
            :: effect == effect_apply -> granted[who[current[me]]] = value
            :: else
            fi
        #endif
            skip
        }
        """#
}
