// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension PromelaEngine {
    /// The variables that tell states apart.
    static let state = #"""
        /* What is told apart: everything here that is not hidden. */

        byte installed;                 /* how many devices have the app, the first ones */
        byte account[DEVICES];          /* a device's store account */
        byte current[DEVICES];          /* the ID in use; 0 is none */
        byte own[DEVICES];              /* the installation's own anonymous ID */
        #if SYNCED
        bool synced[DEVICES];
        #endif
        #if NEWS
        byte news[PURCHASES];           /* a bit for each device that has not seen its last transaction */
        #endif

        #if POSTS
        byte posted[PURCHASES];         /* a bit for each device that has posted its token */
        byte posted_off[PURCHASES];     /* and one where its renewal then was off */
        #endif

        byte anonymous;                 /* how many anonymous IDs there are */
        byte customers;                 /* how many customers there are */
        byte who[USERS + 1];            /* an ID's customer: the custom IDs, then the anonymous */
        #if ALIASES
        bool minted_for[CUSTOMERS + 1]; /* has an anonymous ID */
        #endif
        #if ORIGINAL
        byte original[CUSTOMERS + 1];
        #endif
        #if AGE
        byte age[CUSTOMERS + 1];        /* how many of the others came before */
        #endif
        #if GRANTS
        bool granted[CUSTOMERS + 1];
        #endif

        byte purchases;                 /* by account, those of one account oldest first */
        byte product[PURCHASES];
        byte buyer[PURCHASES];          /* the store account */
        byte state[PURCHASES];          /* at the store */
        byte owner[PURCHASES];          /* 0 while the provider has not seen it */
        byte known[PURCHASES];          /* the state that the provider knows */
        #if MADE
        bool made[PURCHASES];           /* bought in the app by its first and only owner */
        #endif
        #if COPIES
        int copies[PURCHASES];          /* the customers that hold it too, a bit for each */
        #endif

        /* What an action needs while it is done is hidden and so tells no states apart: every step
           writes it before it reads it. */

        hidden byte slot, item, number;    /* of loops and searches */
        hidden byte minted;                 /* the newest anonymous ID */
        hidden byte bought;                 /* the purchase of this action, its index + 1 */
        hidden byte is_first;               /* a first launch */
        hidden byte is_refused;
        hidden byte is_done;                /* no session follows */

        /* Each device is a process. */
        #define me _pid
        #define is_there (installed > _pid)
        #define is_next (installed == _pid)
        #define PLAY DEVICES
        #define shows_receipt(a) ((a) != PLAY)
        #define store_of(a) ((a) == PLAY -> store_play_store : store_app_store)
        #define running(s) ((s) == state_active || (s) == state_cancelled || (s) == state_grace)
        #define is_kept_on_show(k) ((k) == kind_subscription || (k) == kind_non_consumable)
        #if COPIES
        #define holds(c, p) (owner[p] == (c) || (copies[p] >> (c)) & 1)
        #else
        #define holds(c, p) (owner[p] == (c))
        #endif
        #if IDS
        #define CUSTOM_IDS 1 .. IDS
        #else
        #define CUSTOM_IDS 0 .. 0
        #endif
        """#
}
