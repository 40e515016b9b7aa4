// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// One form for states that differ only in the names of customers and anonymous IDs.
    static let naming = #"""
        /* One form for states that differ only in the names of customers and anonymous IDs: they are
           numbered in the order in which devices, IDs and purchases' owners lead to them. One that
           none of these leads to is forgotten, for nothing can lead to it again. */

        hidden byte new_user[USERS + 1], new_customer[CUSTOMERS + 1], old_customer[CUSTOMERS + 1];
        hidden byte copy_who[USERS + 1];
        hidden byte named, counted;

        inline count_customer(c) {
            if
            :: c != 0 && new_customer[c] == 0 ->
                counted++;
                new_customer[c] = counted;
                old_customer[counted] = c
            :: else
            fi
        }

        inline name_user(user) {
            if
            :: user > IDS && new_user[user] == 0 ->
                named++;
                new_user[user] = IDS + named;
                count_customer(who[user])
            :: else
            fi
        }

        #define is_spent(p) (state[p] == state_refunded && \
            (owner[p] == 0 || known[p] == known_class(state_refunded)))

        /* States of a purchase that nothing can tell apart become one, and purchases that are over for
           good are forgotten. */
        inline tidy() {
            item = 0;
            for (slot : 0 .. purchases - 1) {
        #if POSTS
                if
                :: buyer[slot] == PLAY ->
                    state[slot] = posted_class(kind_of(product[slot]), state[slot])
                :: else -> state[slot] = store_class(kind_of(product[slot]), state[slot])
                fi;
        #else
                state[slot] = store_class(kind_of(product[slot]), state[slot]);
        #endif
                known[slot] = (owner[slot] != 0 -> known_class(known[slot]) : state_active);
                if
                :: is_spent(slot)
                :: else ->
                    product[item] = product[slot];
                    buyer[item] = buyer[slot];
                    state[item] = state[slot];
                    owner[item] = owner[slot];
                    known[item] = known[slot];
        #if MADE
                    made[item] = made[slot];
        #endif
        #if POSTS
                    posted[item] = posted[slot];
                    posted_off[item] = posted_off[slot];
        #endif
        #if COPIES
                    copies[item] = copies[slot];
        #endif
        #if NEWS
                    news[item] = news[slot];
        #endif
                    item++
                fi
            }
            for (slot : item .. purchases - 1) {
                product[slot] = 0;
                buyer[slot] = 0;
                state[slot] = 0;
                owner[slot] = 0;
                known[slot] = 0;
        #if MADE
                made[slot] = false;
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
            }
            purchases = item
        }

        inline rename_all() {
            tidy();
            named = 0;
            counted = 0;
            for (slot : 0 .. IDS) { new_user[slot] = slot }
            for (slot : IDS + 1 .. IDS + anonymous) { new_user[slot] = 0 }
            for (slot : 0 .. customers) { new_customer[slot] = 0 }
            for (slot : 0 .. installed - 1) {
                name_user(current[slot]);
                name_user(own[slot])
            }
            for (slot : CUSTOM_IDS) { count_customer(who[slot]) }
            for (slot : 0 .. purchases - 1) { count_customer(owner[slot]) }
        #if ORIGINAL
            for (slot : 1 .. counted) { name_user(original[old_customer[slot]]) }
        #endif

            for (slot : 0 .. installed - 1) {
                current[slot] = new_user[current[slot]];
                own[slot] = new_user[own[slot]]
            }
            for (slot : IDS + 1 .. IDS + anonymous) {
                copy_who[slot] = who[slot];
                who[slot] = 0
            }
            for (slot : IDS + 1 .. IDS + anonymous) {
                if
                :: new_user[slot] != 0 -> who[new_user[slot]] = new_customer[copy_who[slot]]
                :: else
                fi
            }
            for (slot : CUSTOM_IDS) { who[slot] = new_customer[who[slot]] }
            for (slot : 0 .. purchases - 1) {
                owner[slot] = new_customer[owner[slot]];
        #if COPIES
                given = copies[slot];
                copies[slot] = 0;
                for (item : 1 .. counted) {
                    if
                    :: (given >> old_customer[item]) & 1 ->
                        copies[slot] = copies[slot] | (1 << item)
                    :: else
                    fi
                }
        #endif
            }
            reorder();
            anonymous = named;
            customers = counted
        }

        #if ALIASES || ORIGINAL || AGE || GRANTS
        hidden byte copy_of[CUSTOMERS + 1];

        #define reorder_one(array) \
            for (slot : 1 .. customers) { copy_of[slot] = array[slot]; array[slot] = 0 }; \
            for (slot : 1 .. counted) { array[slot] = copy_of[old_customer[slot]] }
        #endif

        inline reorder() {
        #if ALIASES
            reorder_one(minted_for);
        #endif
        #if ORIGINAL
            reorder_one(original);
            for (slot : 1 .. counted) { original[slot] = new_user[original[slot]] }
        #endif
        #if GRANTS
            reorder_one(granted);
        #endif
        #if AGE
            for (slot : 1 .. customers) {
                copy_of[slot] = age[slot];
                age[slot] = 0
            }
            for (slot : 1 .. counted) {
                for (item : 1 .. counted) {
                    if
                    :: copy_of[old_customer[item]] < copy_of[old_customer[slot]] -> age[slot]++
                    :: else
                    fi
                }
            }
        #endif
            skip
        }
        """#
}
