// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// What a device presents, and what the provider learns from it.
    static let presenting = #"""
        /* What a device presents. */

        hidden byte shown[PURCHASES + 1];   /* the purchases, by their indices */
        hidden byte shown_count;
        hidden byte is_whole, is_all, is_caught_up;

        #define ANSWER_SOME 0
        #define ANSWER_LAST 1
        #define ANSWER_ANY 2

        #if POSTS
        /* Its token is not posted, or its renewal was switched off or on since. */
        #define unposted(p) (!((posted[p] >> me) & 1) || \
            ((posted_off[p] >> me) & 1) != (state[p] == state_cancelled))

        /* The installation posts what it presents, and forgets tokens that the store shows no more. */
        inline post() {
            if
            :: account[me] == PLAY ->
                for (slot : 0 .. purchases - 1) {
                    if
                    :: buyer[slot] == PLAY && !running(state[slot]) &&
                        (fact_via == via_open || fact_via == via_launch ||
                        fact_via == via_restore || fact_via == via_sync) ->
                        posted[slot] = posted[slot] & ~(1 << me);
                        posted_off[slot] = posted_off[slot] & ~(1 << me)
                    :: else
                    fi
                }
                for (item : 0 .. shown_count - 1) {
                    slot = shown[item];
                    posted[slot] = posted[slot] | (1 << me);
                    if
                    :: state[slot] == state_cancelled ->
                        posted_off[slot] = posted_off[slot] | (1 << me)
                    :: else -> posted_off[slot] = posted_off[slot] & ~(1 << me)
                    fi
                }
            :: else
            fi
        }
        #endif

        /* Only a claim that the app asked for can be refused. */
        #define is_asked (fact_via == via_buy || fact_via == via_restore || fact_via == via_sync)

        /* What the account's store shows: running purchases first, then the oldest. */
        inline lay_out() {
            shown_count = 0;
            for (slot : 0 .. purchases - 1) {
                if
                :: buyer[slot] == account[me] && running(state[slot]) &&
                    is_kept_on_show(kind_of(product[slot])) ->
                    shown[shown_count] = slot;
                    shown_count++
                :: else
                fi
            }
            if
            :: shows_receipt(account[me]) ->
                for (slot : 0 .. purchases - 1) {
                    if
                    :: buyer[slot] == account[me] && !running(state[slot]) &&
                        state[slot] != state_refunded && is_kept_on_show(kind_of(product[slot])) ->
                        shown[shown_count] = slot;
                        shown_count++
                    :: else
                    fi
                }
            :: else
            fi;
            if
            :: bought != 0 && !is_kept_on_show(kind_of(product[bought - 1])) ->
                shown[shown_count] = bought - 1;
                shown_count++
            :: else
            fi
        }

        /* Which of it is presented, and whether together or one by one. */
        inline present() {
            lay_out();
            fact_store = store_of(account[me]);
            fact_ownership = ownership_purchased;
            fact_shown = (shown_count > 0 -> shown_some : shown_none);
        #if NEWS
            fact_news = news_no;
            for (item : 0 .. shown_count - 1) {
                if
                :: (news[shown[item]] >> me) & 1 -> fact_news = news_yes
                :: else
                fi
            }
        #endif
        #if POSTS
            fact_unposted = unposted_no;
            for (item : 0 .. shown_count - 1) {
                if
                :: account[me] == PLAY && unposted(shown[item]) -> fact_unposted = unposted_yes
                :: else
                fi
            }
        #endif
        #if SYNCED
            fact_synced = (synced[me] -> synced_yes : synced_no);
        #endif
            ask_present();
            is_whole = (effect == effect_whole);
            is_all = (effect == effect_whole || effect == effect_each ||
                effect == effect_each_last || effect == effect_each_any);
            answering = (effect == effect_each_last -> ANSWER_LAST
                : (effect == effect_each_any -> ANSWER_ANY : ANSWER_SOME));
            is_caught_up = (is_all || effect == effect_news);
            if
            :: effect == effect_refuse && is_asked -> is_refused = true; shown_count = 0
        #if NEWS
            :: effect == effect_news ->
                number = 0;
                for (item : 0 .. shown_count - 1) {
                    if
                    :: (news[shown[item]] >> me) & 1 -> shown[number] = shown[item]; number++
                    :: else
                    fi
                }
                shown_count = number
        #endif
        #if POSTS
            :: effect == effect_unposted ->
                number = 0;
                for (item : 0 .. shown_count - 1) {
                    if
                    :: unposted(shown[item]) -> shown[number] = shown[item]; number++
                    :: else
                    fi
                }
                shown_count = number
        #endif
            :: effect == effect_bought && bought != 0 -> shown[0] = bought - 1; shown_count = 1
            :: is_all
            :: else -> shown_count = 0
            fi
        }

        /* The provider learns the state of what was presented, and of what is shown no more. */
        inline learn_from_claim() {
            if
            :: is_all ->
                for (slot : 0 .. purchases - 1) {
                    if
                    :: buyer[slot] == account[me] && owner[slot] != 0 -> known[slot] = state[slot]
                    :: else
                    fi
                }
            :: else ->
                for (item : 0 .. shown_count - 1) {
                    if
                    :: owner[shown[item]] != 0 -> known[shown[item]] = state[shown[item]]
                    :: else
                    fi
                }
            fi;
        #if NEWS
            if
            :: is_caught_up -> catch_up()
            :: else
            fi;
        #endif
        #if SYNCED
            synced[me] = synced[me] || fact_via == via_sync;
        #endif
            skip
        }
        """#
}
