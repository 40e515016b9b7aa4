// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// What becomes of purchases that a device presents.
    static let claims = #"""
        /* A claim: what becomes of purchases that a device presents. */

        hidden byte first, last, rounds;    /* of a unit: a stretch of what is presented */
        hidden byte actor, other, receiver, given_to;
        hidden int others, given;           /* a bit for each purchase */
        hidden byte is_unit_refused, has_refused, has_changed;
        hidden byte answering;              /* how several results make one: some, last, any */

        /* What is the case about the purchases that are decided together. */
        inline look_at_unit() {
            actor = who[current[me]];
            other = 0;
            others = 0;
            fact_owner = owner_none;
            for (item : first .. last - 1) {
                slot = shown[item];
                if
                :: owner[slot] != 0 && !holds(actor, slot) ->
                    others = others | (1 << slot);
                    if
                    :: other == 0 -> other = owner[slot]
                    :: else
                    fi
                :: owner[slot] != 0 && holds(actor, slot) -> fact_owner = owner_self
                :: else
                fi
            }
            if
            :: other != 0 -> fact_owner = (identified(other) -> owner_identified : owner_anonymous)
            :: else
            fi;
            fact_actor = (identified(actor) -> actor_identified : actor_anonymous);
            fact_kind = kind_of(product[shown[first]]);
            fact_active = active_no;
            fact_subscribed = subscribed_no;
            for (item : first .. last - 1) {
                slot = shown[item];
                if
                :: kind_of(product[slot]) == kind_subscription -> fact_kind = kind_subscription
                :: else
                fi;
                if
                :: running(state[slot]) ->
                    fact_active = active_yes;
                    if
                    :: kind_of(product[slot]) == kind_subscription &&
                        (other == 0 || owner[slot] == other) ->
                        fact_subscribed = subscribed_yes
                    :: else
                    fi
                :: else
                fi
            }
        }

        /* Does what a row says about them, but for a merge. */
        inline settle() {
            receiver = 0;
            if
            :: effect == effect_attach -> receiver = actor
            :: effect == effect_move ->
                receiver = actor;
                for (item : first .. last - 1) {
                    slot = shown[item];
                    if
                    :: (others >> slot) & 1 ->
                        owner[slot] = actor;
        #if MADE
                        made[slot] = false;
        #endif
        #if COPIES
                        copies[slot] = 0;
        #endif
                        has_changed = true
                    :: else
                    fi
                }
        #if COPIES
            :: effect == effect_copy ->
                receiver = actor;
                for (item : first .. last - 1) {
                    slot = shown[item];
                    if
                    :: (others >> slot) & 1 ->
                        copies[slot] = copies[slot] | (1 << actor);
                        has_changed = true
                    :: else
                    fi
                }
        #endif
        #if ORIGINAL
            :: effect == effect_switch && other != 0 ->
                current[me] = original[other];
                has_changed = true
        #endif
            :: (effect == effect_refuse || effect == effect_refuse_giving) && is_asked ->
                is_unit_refused = true;
                if
                :: effect == effect_refuse_giving && other != 0 ->
                    given_to = other;
                    for (item : first .. last - 1) {
                        if
                        :: owner[shown[item]] == 0 -> given = given | (1 << shown[item])
                        :: else
                        fi
                    }
                :: else
                fi
            :: (effect == effect_leave_giving || (effect == effect_refuse_giving && !is_asked)) ->
                receiver = other
            :: else
            fi
        }

        /* Gives what has no owner its first one. */
        inline attach_unit() {
            for (item : first .. last - 1) {
                slot = shown[item];
                if
                :: receiver != 0 && owner[slot] == 0 ->
                    owner[slot] = receiver;
                    known[slot] = state[slot];
                    has_changed = true
                :: else
                fi
            }
        }

        /* Decides about purchases that stand together, until no further owner is among them. */
        inline decide_unit() {
            is_unit_refused = false;
            rounds = last - first + 1;
            do
            :: rounds > 0 ->
                rounds--;
                look_at_unit();
                ask_claim();
                if
                :: is_alias(effect) && other != 0 ->
                    mine = actor;
                    theirs = other;
                    merge(effect);
                    receiver = kept;
                    has_changed = true
                :: else ->
                    rounds = 0;
                    settle()
                fi;
                attach_unit();
                if
                :: rounds > 0 ->
                    number = 0;
                    for (item : first .. last - 1) {
                        slot = shown[item];
                        if
                        :: ((others >> slot) & 1) && owner[slot] != receiver -> number++
                        :: else
                        fi
                    }
                    if
                    :: number == 0 -> rounds = 0
                    :: else
                    fi
                :: else
                fi
            :: else -> break
            od
        }

        inline contains_bought() {
            number = 0;
            for (item : first .. last - 1) {
                if
                :: bought != 0 && shown[item] == bought - 1 -> number = 1
                :: else
                fi
            }
        }

        inline claim(how, start) {
            fact_via = how;
            fact_launch = start;
            has_refused = false;
            has_changed = false;
            given = 0;
            is_unit_refused = false;
            present();
        #if POSTS
            post();
        #endif
            before = current[me];
            first = 0;
            do
            :: first < shown_count && !is_refused && current[me] == before ->
                last = (is_whole -> shown_count : first + 1);
                decide_unit();
                if
                :: is_unit_refused ->
                    has_refused = true;
                    contains_bought();
                    is_refused = (number > 0)
                :: else
                fi;
                first = last
            :: else -> break
            od;
            if
            :: has_refused && bought == 0 && !has_changed && answering == ANSWER_SOME ->
                is_refused = true
            :: else
            fi;
            if
            :: is_refused ->
                if
                :: bought != 0 -> undo()
                :: else
                fi;
                for (slot : 0 .. purchases - 1) {
                    if
                    :: (given >> slot) & 1 -> owner[slot] = given_to; known[slot] = state[slot]
                    :: else
                    fi
                }
            :: else ->
                learn_from_claim();
                is_refused = (answering == ANSWER_LAST && is_unit_refused) ||
                    (answering == ANSWER_ANY && has_refused)
            fi
        }
        """#
}
