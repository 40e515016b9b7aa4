// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// Launches and log-out.
    static let launches = #"""
        /* Launches and log-out. */

        #if NEWS
        /* The installation has seen all transactions of its store account. */
        inline catch_up() {
            for (slot : 0 .. purchases - 1) {
                news[slot] = news[slot] & ~(1 << me)
            }
        }
        #endif

        /* Writes the installation down. */
        inline put_app(where, mine_alone, used) {
            if
            :: is_next -> installed++
            :: else
            fi;
            account[me] = where;
            own[me] = mine_alone;
            current[me] = used;
        #if NEWS
            catch_up();
        #endif
        #if SYNCED
            synced[me] = false;
        #endif
        #if POSTS
            for (slot : 0 .. purchases - 1) {
                posted[slot] = posted[slot] & ~(1 << me);
                posted_off[slot] = posted_off[slot] & ~(1 << me)
            }
        #endif
            skip
        }

        inline install(where, start) {
            fact_launch = start;
            fact_store = store_of(where);
            ask_launch();
            if
            :: effect == effect_return && is_there && own[me] != 0 -> minted = own[me]
            :: else -> mint()
            fi;
            put_app(where, minted, minted)
        }

        /* A launch with a custom ID, up to its claim. */
        inline configure(id) {
            save();
            is_first = is_next;
            fact_launch = (is_first -> launch_first : launch_later);
            fact_identifier = identifier_given;
            ask_configure();
            if
            :: effect == effect_refuse -> is_refused = true
            :: effect == effect_keep && !is_first
            :: effect == effect_log_in ->
                if
                :: is_first ->
                    mint();
                    put_app(me, minted, minted)
                :: else
                fi;
                identify(id)
            :: effect == effect_switch && is_first ->
                if
                :: who[id] == 0 -> begin_customer(id)
                :: else
                fi;
                put_app(me, 0, id)
            :: effect == effect_switch && !is_first -> go_over(id)
            :: else ->
                is_first = true;
                install(me, launch_first)
            fi;
            /* A launch is a session, whatever became of the ID. */
            is_done = false;
            if
            :: is_refused -> undo()
            :: else
            fi
        }

        /* A log-out; is_done when no session follows it. */
        inline log_out() {
            look_at_current();
            ask_logout();
            if
            :: effect == effect_refuse -> is_refused = true
            :: effect == effect_keep -> is_done = true
            :: effect == effect_return && own[me] != 0 -> current[me] = own[me]
            :: else ->
                mint();
                own[me] = minted;
                current[me] = minted
            fi
        }
        """#
}
