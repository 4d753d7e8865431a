/** Generated from the contracts: run `npm run contracts:client`. Do not edit. */
export interface paths {
    "/operator/api/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign an operator in
         * @description Access: public.
         *
         *     Limits: `operator-logins`, 60 in 300 seconds.
         */
        post: operations["loginOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password with the link of an invitation, once
         * @description Access: public.
         *
         *     Limits: `operator-invitations`, 20 in 300 seconds.
         */
        post: operations["acceptInvitationOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description Access: operator.
         */
        post: operations["logoutOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in operator
         * @description Access: operator.
         */
        get: operations["showMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your own password
         * @description Change your own password; your other sessions end.
         *
         *     Access: operator.
         */
        post: operations["changePasswordOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a secret for an authenticator app
         * @description Create a secret for an authenticator app; it takes effect once confirmed.
         *
         *     Access: operator.
         */
        post: operations["offerTwofaOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the new secret with its first code
         * @description Confirm the new secret with its first code; your other sessions end.
         *
         *     Access: operator.
         */
        post: operations["bindTwofaOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every operator
         * @description Access: operator: admin.
         */
        get: operations["showOperators"];
        put?: never;
        /**
         * Create an operator
         * @description Create an operator, who is mailed a link to choose a password.
         *
         *     Access: operator: admin.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every operator
         * @description Every operator: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: admin.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One operator
         * @description Access: operator: admin.
         */
        get: operations["showOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give another operator a role
         * @description Access: operator: admin.
         */
        put: operations["changeRoleOperator"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable another operator, with immediate effect
         * @description Access: operator: admin.
         */
        post: operations["disableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a disabled operator
         * @description Access: operator: admin.
         */
        post: operations["enableOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset an operator's password and authenticator app
         * @description Reset an operator's password and authenticator app, and mail a link.
         *
         *     Access: operator: admin.
         */
        post: operations["resetOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail another link to an operator without a password
         * @description Access: operator: admin.
         */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a new or reset operator
         * @description Confirm a new or reset operator: their approvals count from then on.
         *
         *     Access: operator: admin.
         */
        post: operations["confirmOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/operators/{id}/attest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attest that an operator alone uses an account
         * @description Attest that an operator alone uses an account: for a quarter, after a handling.
         *
         *     Access: operator: admin.
         */
        post: operations["attestOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users by address, phone, id or proven name
         * @description Find users by address, phone, id or proven name; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users by address, phone, id or proven name
         * @description Find users by address, phone, id or proven name; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One user
         * @description One user: identity, devices, balances, limits, risks; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to one user, and what operators did
         * @description What happened to one user, and what operators did; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/timeline.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to one user, and what operators did
         * @description What happened to one user, and what operators did; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportUsersTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a user
         * @description Suspend a user; every session and API key ends.
         *
         *     Access: operator: support.
         */
        post: operations["suspendUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the suspension of an account
         * @description Lift the suspension of an account, if no incident of its user is open.
         *
         *     If the service suspended it, two operators of finance must agree, each with a code.
         *
         *     Access: operator: support or finance.
         */
        post: operations["restoreUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to remove an authenticator
         * @description Propose to remove an authenticator: its user lost it and proved the identity.
         *
         *     Another operator of finance must agree, each with a code; then it waits for a day. The user gets a mail about each step, with a link that stops it.
         *
         *     Access: operator: finance.
         */
        post: operations["openRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Removals of authenticators, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showRecoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/recoveries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Removals of authenticators, newest first
         * @description Removals of authenticators, newest first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportRecoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/recoveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One removal of an authenticator
         * @description Access: operator: viewer.
         */
        get: operations["showRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/recoveries/{id}/agree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve another operator's removal of an authenticator
         * @description Approve another operator's removal of an authenticator; it takes effect after a day.
         *
         *     Access: operator: finance.
         */
        post: operations["agreeRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/recoveries/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the removal of an authenticator before it takes effect
         * @description Access: operator: finance.
         */
        post: operations["stopRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/blacklist/phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Blacklisted phones, which cannot be bound
         * @description Access: operator: viewer.
         */
        get: operations["showBlacklistedPhones"];
        put?: never;
        /**
         * Prevent a phone from being bound
         * @description Prevent a phone from being bound; it stays with a user who bound it before.
         *
         *     Access: operator: support.
         */
        post: operations["blacklistPhone"];
        /**
         * Take a phone off the blacklist
         * @description Access: operator: support.
         */
        delete: operations["liftPhone"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/blacklist/phones.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Blacklisted phones, which cannot be bound
         * @description Blacklisted phones, which cannot be bound: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportBlacklistPhones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/tax-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user's taxes with totals, or the slip of a year or a month
         * @description A user's taxes with totals, or the slip of a year or a month; access is audited.
         *
         *     Access: operator: support.
         */
        get: operations["showUserTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/users/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user's balances and moves of a period, as the user gets it
         * @description A user's balances and moves of a period, as the user gets it; access is audited.
         *
         *     Access: operator: support.
         */
        get: operations["showUserStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All frozen money and its purposes
         * @description All frozen money and its purposes; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/holds.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All frozen money and its purposes
         * @description All frozen money and its purposes; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/house": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The balances of the house accounts
         * @description The balances of the house accounts, and the amounts owed to users.
         *
         *     Access: operator: viewer.
         */
        get: operations["showHouse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/postings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Postings, newest first
         * @description Postings, newest first; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showPostings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/postings.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Postings, newest first
         * @description Postings, newest first; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportLedgerPostings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The balances of the house, or of users, at a time
         * @description The balances of the house, or of users, at a time; access is audited.
         *
         *     Only of times to which no posting can be added, so the result never changes. A page of users may be short although there is a next one.
         *
         *     Access: operator: viewer.
         */
        get: operations["showBalancesAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/balances.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The balances of the house, or of users, at a time
         * @description The balances of the house, or of users, at a time; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportLedgerBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/trial-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trial balance of a day, with the total of each asset
         * @description Access: operator: viewer.
         */
        get: operations["showTrialBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/trial-balance.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trial balance of a day, with the total of each asset
         * @description The trial balance of a day, with the total of each asset: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportLedgerTrialBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/postings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One posting with its cause, and the events behind it
         * @description One posting with its cause, and the events behind it; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["explainPosting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The moves of a user's balance of one asset
         * @description The moves of a user's balance of one asset; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The moves of a user's balance of one asset
         * @description The moves of a user's balance of one asset; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events from providers
         * @description A page reads a bounded number of events, so it may be short although there is a next one.
         *
         *     Access: operator: viewer.
         */
        get: operations["showInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events from providers
         * @description Events from providers: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event with its body, without secrets
         * @description One event with its body, without secrets; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a parked event again
         * @description Access: operator: finance.
         */
        post: operations["replayInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the parked events again that the filters find
         * @description Apply the parked events again that the filters find, up to a bound.
         *
         *     Access: operator: finance.
         */
        post: operations["replayAllInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audited actions of operators, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audited actions of operators, newest first
         * @description The audited actions of operators, newest first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts to operators
         * @description Access: operator: viewer.
         */
        get: operations["showAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/alerts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts to operators
         * @description Alerts to operators: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream alerts
         * @description Stream alerts, the lengths of queues and the ids of changed items.
         *
         *     Access: operator: viewer.
         */
        get: operations["openOperatorStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events in the order of their positions
         * @description Events in the order of their positions, for consumers that read instead of listen.
         *
         *     Access: operator: viewer.
         */
        get: operations["listPublishedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscriptions to events, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showSubscriptions"];
        put?: never;
        /**
         * Send events to an address
         * @description Send events to an address; those with personal data after a second operator agrees.
         *
         *     Access: operator: admin.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One subscription, and why its events may not arrive
         * @description Access: operator: viewer.
         */
        get: operations["showSubscription"];
        /**
         * Change name, address, types and user
         * @description Change name, address, types and user; with personal data two operators must agree.
         *
         *     Access: operator: admin.
         */
        put: operations["changeSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/agree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Agree to another operator's subscription with personal data
         * @description Agree to another operator's subscription with personal data, or to its change.
         *
         *     Access: operator: admin.
         */
        post: operations["agreeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new keys
         * @description Make new keys; the former ones sign as well for a day.
         *
         *     Access: operator: admin.
         */
        post: operations["rotateSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop sending events for a while
         * @description Access: operator: admin.
         */
        post: operations["pauseSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events on, with those that waited
         * @description Access: operator: admin.
         */
        post: operations["resumeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a subscription for ever
         * @description Access: operator: admin.
         */
        post: operations["endSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event now
         * @description Send a test event now; returns the response.
         *
         *     Access: operator: admin.
         */
        post: operations["testSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all events from a time on again
         * @description Access: operator: admin.
         */
        post: operations["replaySubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one event again
         * @description Access: operator: admin.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests to a subscriber with payload, response and time
         * @description Requests to a subscriber with payload, response and time, newest first.
         *
         *     Access: operator: admin.
         */
        get: operations["showAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/subscriptions/{id}/attempts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests to a subscriber with payload, response and time
         * @description Requests to a subscriber with payload, response and time, newest first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: admin.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportSubscriptionsAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Registrations of identities
         * @description Registrations of identities; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/identities.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Registrations of identities
         * @description Registrations of identities; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: support.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One registration, with its pictures for support
         * @description One registration, with its pictures for support; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/identities/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask about an undecided registration again
         * @description Ask about an undecided registration again, within two minutes.
         *
         *     Access: operator: support.
         */
        post: operations["queryIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * News, drafts included, the last created first
         * @description Access: operator: viewer.
         */
        get: operations["listStoredNews"];
        put?: never;
        /**
         * Create a draft in both languages
         * @description Create a draft in both languages; its HTML bodies are sanitized.
         *
         *     Access: operator: support.
         */
        post: operations["createNews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * News, drafts included, the last created first
         * @description News, drafts included, the last created first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: support.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One news item in both languages
         * @description Access: operator: viewer.
         */
        get: operations["showStoredNews"];
        /**
         * Replace the whole content of a news item
         * @description Access: operator: support.
         */
        put: operations["editNews"];
        post?: never;
        /**
         * Delete a news item
         * @description Access: operator: support.
         */
        delete: operations["deleteNews"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a news item, now or from a given time
         * @description Access: operator: support.
         */
        post: operations["publishNews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish a news item
         * @description Unpublish a news item; it becomes a draft again.
         *
         *     Access: operator: support.
         */
        post: operations["unpublishNews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The categories of news in both languages
         * @description Access: operator: viewer.
         */
        get: operations["listStoredCategories"];
        put?: never;
        /**
         * Create a news category
         * @description Access: operator: support.
         */
        post: operations["createNewsCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/news-categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a news category
         * @description Access: operator: support.
         */
        put: operations["editNewsCategory"];
        post?: never;
        /**
         * Delete a news category that has no items
         * @description Access: operator: support.
         */
        delete: operations["deleteNewsCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/banners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All banners, active or not
         * @description Access: operator: viewer.
         */
        get: operations["listStoredBanners"];
        put?: never;
        /**
         * Create a banner, inactive by default
         * @description Access: operator: support.
         */
        post: operations["createBanner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/banners.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All banners, active or not
         * @description All banners, active or not: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: support.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportBanners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/banners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a banner
         * @description Access: operator: support.
         */
        put: operations["editBanner"];
        post?: never;
        /**
         * Delete a banner
         * @description Access: operator: support.
         */
        delete: operations["deleteBanner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture for a banner or a news item
         * @description Upload a picture for a banner or a news item; unused, it is deleted after an hour.
         *
         *     Access: operator: support.
         */
        post: operations["uploadPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/dictionaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The entries of all dictionaries, or of one
         * @description Access: operator: viewer.
         */
        get: operations["listStoredEntries"];
        put?: never;
        /**
         * Add an entry to a dictionary
         * @description Access: operator: support.
         */
        post: operations["createDictionaryEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/dictionaries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The entries of all dictionaries, or of one
         * @description The entries of all dictionaries, or of one: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: support.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportDictionaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/dictionaries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an entry of a dictionary
         * @description Access: operator: support.
         */
        put: operations["editDictionaryEntry"];
        post?: never;
        /**
         * Delete an entry of a dictionary
         * @description Access: operator: support.
         */
        delete: operations["deleteDictionaryEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inquiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inquiries without their senders, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showInquiries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inquiries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inquiries without their senders, newest first
         * @description Inquiries without their senders, newest first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: support.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportInquiries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inquiries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One inquiry with its sender and its answers
         * @description One inquiry with its sender and its answers; access is audited.
         *
         *     Access: operator: support.
         */
        get: operations["showInquiry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inquiries/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an open inquiry
         * @description Answer an open inquiry; its sender gets the answer by mail.
         *
         *     Access: operator: support.
         */
        post: operations["answerInquiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inquiries/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an inquiry that needs no further answer
         * @description Access: operator: support.
         */
        post: operations["closeInquiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/taxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The taxes on trades of a month, by pair, side, kind and rate
         * @description Access: operator: viewer.
         */
        get: operations["showTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/taxes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The taxes on trades of a month, by pair, side, kind and rate
         * @description The taxes on trades of a month, by pair, side, kind and rate: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportReportsTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The traded volumes of a month, by pair and side
         * @description Access: operator: viewer.
         */
        get: operations["showVolumes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/volumes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The traded volumes of a month, by pair and side
         * @description The traded volumes of a month, by pair and side: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportReportsVolumes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trading fees of a month, by pair and side
         * @description Access: operator: viewer.
         */
        get: operations["showFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/fees.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trading fees of a month, by pair and side
         * @description The trading fees of a month, by pair and side: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportReportsFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/vat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The value-added tax in the fees of a month
         * @description The value-added tax in the fees of a month, by source and asset.
         *
         *     Access: operator: viewer.
         */
        get: operations["showVat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reports/vat.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The value-added tax in the fees of a month
         * @description The value-added tax in the fees of a month, by source and asset: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportReportsVat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users, withdrawals, orders, deposits and suspense
         * @description Find users, withdrawals, orders, deposits and suspense; access is audited.
         *
         *     By name, mail address, phone, bank account, address, transaction hash, id or amount. At most ten of each kind and reason; amounts are those of withdrawals, claims and suspense.
         *
         *     Access: operator: viewer.
         */
        get: operations["searchEverything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/carf-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The yearly reports to the tax directorate (CARF)
         * @description The yearly reports to the tax directorate (CARF), newest first.
         *
         *     Access: operator: finance.
         */
        get: operations["showCarfReports"];
        put?: never;
        /**
         * Draw the report of a year
         * @description Draw the report of a year, or its correction after one was released.
         *
         *     Access: operator: finance.
         */
        post: operations["requestCarfReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/carf-reports.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The yearly reports to the tax directorate (CARF)
         * @description The yearly reports to the tax directorate (CARF), newest first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportCarfReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/carf-reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One yearly report
         * @description One yearly report: its state, the numbers of its records, the check of its files.
         *
         *     Access: operator: finance.
         */
        get: operations["showCarfReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/carf-reports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of a yearly report, as XML or CSV
         * @description A file of a yearly report, as XML or CSV; access is audited.
         *
         *     Access: operator: finance.
         */
        get: operations["downloadCarfReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/carf-reports/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a drawn report
         * @description Release a drawn report; two operators must agree, each with a code.
         *
         *     Access: operator: finance.
         */
        post: operations["releaseCarfReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/carf-reports/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a report that is not released
         * @description Access: operator: finance.
         */
        post: operations["discardCarfReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every asset with its limits and networks
         * @description Access: operator: viewer.
         */
        get: operations["listStoredAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of every pair and coin, with the planned ones
         * @description Access: operator: viewer.
         */
        get: operations["listListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/assets/{symbol}/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users who hold some of an asset
         * @description The users who hold some of an asset; access is audited.
         *
         *     Access: operator: finance.
         */
        get: operations["showHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/assets/{symbol}/holders.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users who hold some of an asset
         * @description The users who hold some of an asset; access is audited: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportAssetsHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/pair-bounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every pair with its bounds
         * @description Access: operator: viewer.
         */
        get: operations["listStoredPairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trading fees of every category of pairs
         * @description Access: operator: viewer.
         */
        get: operations["listStoredFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tax rates of every kind, side
         * @description The tax rates of every kind, side, class of pair and collector.
         *
         *     Access: operator: viewer.
         */
        get: operations["listTaxSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-rates/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose a tax rate from a later day on
         * @description Access: operator: finance.
         */
        put: operations["planTaxRate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every bank and wallet, with the providers' codes
         * @description Access: operator: viewer.
         */
        get: operations["listStoredBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every country
         * @description Access: operator: viewer.
         */
        get: operations["listStoredCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/wallet-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether withdrawals and deposits are active, and why
         * @description Access: operator: viewer.
         */
        get: operations["listStoredWalletFlags"];
        /**
         * Stop withdrawals, deposits or new orders
         * @description Stop withdrawals, deposits or new orders, or propose to resume them.
         *
         *     Access: operator: finance.
         */
        put: operations["setWalletStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/payment-instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The steps of deposits to virtual accounts, of every bank
         * @description The steps of deposits to virtual accounts, of every bank, in both languages.
         *
         *     Access: operator: viewer.
         */
        get: operations["listStoredInstructions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/payment-instructions/{bankCode}/{channel}/{lang}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose the steps of a bank's instructions
         * @description Propose the steps of a bank's instructions: for one channel and language.
         *
         *     Access: operator: finance.
         */
        put: operations["editPaymentInstructions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every setting, with its kind, its bounds
         * @description Every setting, with its kind, its bounds, and whether a change requires two operators.
         *
         *     Access: operator: finance.
         */
        get: operations["listStoredSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/settings/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a setting
         * @description Change a setting, or propose the change if the setting is guarded.
         *
         *     Access: operator: admin.
         */
        put: operations["editSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/prices/{pair}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a rate that no market of ours quotes
         * @description Access: operator: finance.
         */
        put: operations["statePrice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/pairs/{txPair}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Close a pair, or propose to open it and the given bounds
         * @description Access: operator: finance.
         */
        put: operations["editPair"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/fees/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose the trading fees of a category of pairs
         * @description Access: operator: finance.
         */
        put: operations["editFees"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/assets/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable an asset, or propose to enable it
         * @description Disable an asset, or propose to enable it, its limits and its reference price.
         *
         *     Access: operator: finance.
         */
        put: operations["editAsset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/assets/{symbol}/networks/{network}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable a network's transfers, or propose to enable them
         * @description Disable a network's transfers, or propose to enable them, its fee and its limits.
         *
         *     Access: operator: finance.
         */
        put: operations["editNetwork"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/listings/{kind}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Propose the state of a pair or a coin
         * @description Propose the state of a pair or a coin, and from when it holds.
         *
         *     Access: operator: finance.
         */
        put: operations["proposeListing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/countries/{iso2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable or disable a country
         * @description Access: operator: support.
         */
        put: operations["switchCountry"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/banks/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hide a bank, or propose to offer it
         * @description Access: operator: finance.
         */
        put: operations["switchBank"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/ledger/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to correct the ledger
         * @description Propose to correct the ledger, where no other act ends a fault.
         *
         *     Access: operator: finance.
         */
        post: operations["correctLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proposals of guarded changes, newest first
         * @description Access: operator: finance.
         */
        get: operations["showProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One proposal with the operators who proposed
         * @description One proposal with the operators who proposed, agreed to and ended it.
         *
         *     Access: operator: finance.
         */
        get: operations["showProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/proposals/{id}/agree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve another operator's proposal
         * @description Approve another operator's proposal; it takes effect after its delay.
         *
         *     Access: operator: admin.
         */
        post: operations["agreeProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/proposals/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a proposal that has not taken effect
         * @description Access: operator: finance.
         */
        post: operations["withdrawProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The closed months of taxes, with what is due and paid
         * @description The closed months of taxes, with what is due and paid, newest first.
         *
         *     Access: operator: finance.
         */
        get: operations["showTaxMonths"];
        put?: never;
        /**
         * Propose to close a month of taxes with the figures of now
         * @description Access: operator: finance.
         */
        post: operations["closeTaxMonth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-months.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The closed months of taxes, with what is due and paid
         * @description The closed months of taxes, with what is due and paid, newest first: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportTaxMonths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-months/{month}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every record of a closed or proposed month of taxes, as CSV
         * @description Every record of a closed or proposed month of taxes, as CSV; access is audited.
         *
         *     Access: operator: finance.
         */
        get: operations["downloadTaxMonth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-months/{month}/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to book the payment of a closed month
         * @description Propose to book the payment of a closed month, by the receipts of the treasury.
         *
         *     Access: operator: finance.
         */
        post: operations["payTaxMonth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/tax-corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to correct or cancel the tax of a trade
         * @description Propose to correct or cancel the tax of a trade, in the open month.
         *
         *     Access: operator: finance.
         */
        post: operations["correctTax"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All decisions that wait for operators, oldest first
         * @description All decisions that wait for operators, oldest first, by kind or all together.
         *
         *     Access: operator: viewer.
         */
        get: operations["showApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/approvals/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One open decision
         * @description One open decision: who agreed, what is still needed, and whether you may agree.
         *
         *     Access: operator: viewer.
         */
        get: operations["showApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transfers to our bank that users claim, oldest first
         * @description Access: operator: viewer.
         */
        get: operations["showDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One claimed transfer with its proof
         * @description One claimed transfer with its proof; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/deposits/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a claimed transfer and state the amount received
         * @description Approve a claimed transfer and state the amount received, which is credited.
         *
         *     Access: operator: finance.
         */
        post: operations["approveDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/deposits/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a claimed transfer
         * @description Access: operator: finance.
         */
        post: operations["rejectDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/suspense": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Received money without an owner, oldest first
         * @description Access: operator: viewer.
         */
        get: operations["showSuspense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/suspense/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One suspense item with its proposals
         * @description One suspense item with its proposals; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showSuspenseItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/suspense/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose the owner of a suspense item
         * @description Propose the owner of a suspense item; a second operator's agreement credits the owner.
         *
         *     Access: operator: finance.
         */
        post: operations["assignSuspense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/suspense/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose that an item was returned to its sender
         * @description Propose that an item was returned to its sender; a second operator's agreement books it.
         *
         *     Access: operator: finance.
         */
        post: operations["returnSuspense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A provider's own record of a payment that an event names
         * @description A provider's own record of a payment that an event names; access is audited.
         *
         *     Access: operator: finance.
         */
        get: operations["showProviderRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox/{id}/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose the payment of a parked event
         * @description Propose the payment of a parked event; a second operator's agreement books it as its provider's own record has it.
         *
         *     Access: operator: finance.
         */
        post: operations["bookInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/inbox/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose that a parked event is closed
         * @description Propose that a parked event is closed, or goes to suspense in words; a second operator's agreement does it.
         *
         *     Access: operator: finance.
         */
        post: operations["closeInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Withdrawals by status, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One withdrawal with all details
         * @description One withdrawal with all details; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/withdrawals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a withdrawal
         * @description Approve a withdrawal; the last required approval sends it.
         *
         *     Access: operator: finance.
         */
        post: operations["approveWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/withdrawals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a withdrawal and release its money
         * @description Access: operator: finance.
         */
        post: operations["rejectWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/withdrawals/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a stuck or contradicted withdrawal
         * @description Resolve a stuck or contradicted withdrawal, or retry it at its provider.
         *
         *     Access: operator: finance.
         */
        post: operations["resolveWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders of all users, newest first
         * @description Orders of all users, newest first; optionally only those in doubt.
         *
         *     Access: operator: viewer.
         */
        get: operations["showOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/orders/{orderNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with its fills and all details
         * @description One order with its fills and all details; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/orders/{orderNo}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an open order, as its owner could
         * @description Access: operator: finance.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/orders/{orderNo}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query the venue about an order again
         * @description Query the venue about an order again; a report that fits clears the doubt.
         *
         *     Access: operator: finance.
         */
        post: operations["askOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/orders/{orderNo}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept trades that the venue denies
         * @description Accept trades that the venue denies, or end an order that it no longer describes.
         *
         *     Access: operator: finance.
         */
        post: operations["resolveOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/fills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fills of all users by time of trade, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showFills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All pairs with their bounds beside the venue's
         * @description All pairs with their bounds beside the venue's, and the differences.
         *
         *     Access: operator: viewer.
         */
        get: operations["showOperatorPairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last price of every pair with its age and source
         * @description Access: operator: viewer.
         */
        get: operations["showOperatorPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/unmatched-trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trades on our venue account that match no open order of ours
         * @description Access: operator: viewer.
         */
        get: operations["showUnmatchedTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last comparison of each balance with its provider
         * @description Access: operator: viewer.
         */
        get: operations["showReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/reconciliation/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare our books with the providers now
         * @description Access: operator: finance.
         */
        post: operations["runReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/breaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Differences between the providers' books and ours
         * @description Access: operator: viewer.
         */
        get: operations["showBreaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/breaks.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Differences between the providers' books and ours
         * @description Differences between the providers' books and ours: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: viewer.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportBreaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/breaks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One break with the movements that bear on it
         * @description One break with the movements that bear on it; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showBreak"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/breaks/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve the break of a movement that was settled elsewhere
         * @description Resolve the break of a movement that was settled elsewhere; a balance must agree.
         *
         *     Access: operator: finance.
         */
        post: operations["closeBreak"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/breaks/{id}/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose how much of a balance break is the house's own
         * @description Propose how much of a balance break is the house's own; two operators must agree.
         *
         *     Access: operator: finance.
         */
        post: operations["ownBreak"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/proofs/liabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proofs of what users are owed, newest first
         * @description Access: operator: viewer.
         */
        get: operations["showProofs"];
        put?: never;
        /**
         * Build a proof of what users are owed now
         * @description Access: operator: finance.
         */
        post: operations["proveLiabilities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits for operators, and the nodes of the service
         * @description Access: operator: viewer.
         */
        get: operations["showOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/overview/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The health of each provider, as each node sees it
         * @description Access: operator: viewer.
         */
        get: operations["showProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/overview/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Money in and out, trading, fees and people, by day
         * @description Access: operator: viewer.
         */
        get: operations["showDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/overview/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What users are owed and what each place holds, by asset
         * @description Access: operator: viewer.
         */
        get: operations["showBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The scheduled jobs with their last run, and the queued ones
         * @description Access: operator: viewer.
         */
        get: operations["showJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/regulatory-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports to the regulator
         * @description Access: operator: viewer.
         */
        get: operations["showReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/regulatory-reports.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports to the regulator
         * @description Reports to the regulator: all of them, as CSV.
         *
         *     At most 100000 rows; audited.
         *
         *     Access: operator: finance.
         *
         *     Limits: `operator-exports`, 60 in 3600 seconds.
         */
        get: operations["exportRegulatoryReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/regulatory-reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One report with its content
         * @description One report with its content; access is audited.
         *
         *     Access: operator: viewer.
         */
        get: operations["showReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/regulatory-reports/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a report again that was rejected or not answered
         * @description Access: operator: finance.
         */
        post: operations["retryReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptInvitationOperatorRequest: {
            token: string;
            password: string;
        };
        AccountEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "identity.verified" | "identity.failed" | "account.registered" | "account.email_verified" | "account.suspended" | "account.restored" | "account.withdrawals_locked" | "account.password_changed" | "account.pin_changed" | "account.twofa_bound" | "account.twofa_unbound" | "account.phone_bound" | "account.bank_account_changed" | "account.saved_address_changed" | "account.api_key_created" | "account.api_key_changed" | "account.api_key_deleted";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["AccountEventItem"];
        };
        AccountEventItem: {
            /** Format: int64 */
            userId: number;
        };
        Activity: {
            id: string;
            active: boolean;
            version: string;
        };
        AdjustmentEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "ledger.adjusted";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["AdjustmentEventItem"];
        };
        AdjustmentEventItem: {
            /** @description The key of the posting. */
            key: string;
            moves: components["schemas"]["AdjustmentMove"][];
        };
        AdjustmentMove: {
            from: string;
            fromUser: number | null;
            to: string;
            toUser: number | null;
            symbol: string;
            amount: components["schemas"]["Decimal"];
        };
        AgreeProposalRequest: {
            otpCode?: string;
        };
        AgreeRecoveryRequest: {
            otpCode?: string;
        };
        AgreeSubscriptionRequest: {
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        Agreement: {
            operator: components["schemas"]["OperatorName"];
            /** Format: date-time */
            at: string;
            note: string | null;
            amount: components["schemas"]["Decimal"] | null;
            userId: number | null;
            /** @description Whether the operator may still decide. */
            counts: boolean;
        };
        Alert: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            kind: string;
            subject: string;
            /** @description Facts by name. */
            data: unknown;
            /** Format: date-time */
            createdAt: string;
        };
        AlertPage: {
            data: components["schemas"]["Alert"][];
            nextCursor: string | null;
        };
        /** @description By its state, with those of its assets. */
        AllowedByListing: {
            buy: boolean;
            sell: boolean;
            /** @description Null for a pair. */
            deposit: boolean | null;
        };
        AnswerInquiryRequest: {
            message: string;
            /**
             * @description The language of the mail's greeting.
             * @enum {string}
             */
            lang?: "id" | "en";
            /** @description Whether it also closes the inquiry. */
            close?: boolean | string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        AppRecovery: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            userEmail: string;
            /**
             * @description `stopped`: by the user or an operator. `void`: no second operator agreed within a week, the authenticator had changed before, or an operator lost the right to decide.
             * @enum {string}
             */
            state: "proposed" | "agreed" | "recovered" | "stopped" | "void";
            /** Format: date-time */
            createdAt: string;
            /** @description When it takes effect, once it is agreed. */
            dueAt: string | null;
            endedAt: string | null;
            endedBy: components["schemas"]["OperatorName"] | null;
        };
        ApproveDepositRequest: {
            /** @description The amount that our bank received; by default the reported amount. */
            amount?: string;
            /** @description The code of the authenticator app. */
            otpCode?: string;
        };
        ApproveWithdrawalRequest: {
            otpCode?: string;
            note?: string;
        };
        AssetBalanceSheet: {
            symbol: string;
            /** @description The sum of the balances of all users. */
            owed: components["schemas"]["Decimal"];
            held: components["schemas"]["HeldAt"][];
            /** @description Held at all places, as reported where compared. */
            total: components["schemas"]["Decimal"];
            /** @description The total less what is owed. */
            difference: components["schemas"]["Decimal"];
            /** @description The total over what is owed; null if nothing is owed. */
            coverage: string | null;
        };
        AssetHolder: {
            /** Format: int64 */
            userId: number;
            email: string;
            available: components["schemas"]["Decimal"];
            locked: components["schemas"]["Decimal"];
            total: components["schemas"]["Decimal"];
        };
        AssetHolderPage: {
            data: components["schemas"]["AssetHolder"][];
            nextCursor: string | null;
        };
        AssetLiabilities: {
            symbol: string;
            /**
             * Format: int64
             * @description Of one whole unit; leaves count the smallest unit.
             */
            decimals: number;
            /** @description The sum of all leaves: what users are owed. */
            total: components["schemas"]["Decimal"];
            /** @description The hash of the tree, which binds every balance. */
            root: string;
            /**
             * Format: int64
             * @description The number of siblings in every branch.
             */
            height: number;
        };
        AssignSuspenseRequest: {
            userId: number;
            reason: string;
            otpCode?: string;
        };
        AttestOperatorRequest: {
            otpCode?: string;
        };
        AuditEntry: {
            /** Format: int64 */
            id: number;
            operator: components["schemas"]["OperatorName"] | null;
            action: string;
            subject: components["schemas"]["AuditSubject"];
            /** @description Facts by name, or null. */
            before: unknown;
            /** @description Facts by name, or null. */
            after: unknown;
            ip: string;
            requestId: string;
            /** Format: date-time */
            at: string;
        };
        AuditEntryPage: {
            data: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
        };
        AuditSubject: {
            kind: string;
            id: string;
        };
        BalanceAt: {
            /** Format: date-time */
            at: string;
            /** @description `user`, `users` or, for example, `house.fees`. */
            account: string;
            userId: number | null;
            symbol: string;
            balance: components["schemas"]["Decimal"];
            /** @description The part of it that holds have frozen. */
            locked: components["schemas"]["Decimal"] | null;
        };
        BalanceAtPage: {
            data: components["schemas"]["BalanceAt"][];
            nextCursor: string | null;
        };
        BindTwofaOperatorRequest: {
            otpCode: string;
        };
        BlacklistPhoneRequest: {
            phone: string;
            reason: string;
        };
        BlacklistedPhone: {
            phone: string;
            reason: string;
            /** Format: date-time */
            createdAt: string;
        };
        BlacklistedPhonePage: {
            data: components["schemas"]["BlacklistedPhone"][];
            nextCursor: string | null;
        };
        BookInboxRequest: {
            /**
             * @description VA and QRIS: a payment at payx; ORDER: an order at payd.
             * @enum {string}
             */
            method: "VA" | "QRIS" | "ORDER";
            /** @description The provider's id; of ORDER the order's. */
            ref: string;
            /** @description Of QRIS: our reference of the code. */
            account?: string;
            reason: string;
            otpCode?: string;
        };
        BothLanguages: {
            id: string;
            en: string;
        };
        Break: {
            /** Format: int64 */
            id: number;
            /**
             * @description `house`: only our own books show it.
             * @enum {string}
             */
            provider: "custody" | "payx" | "payd" | "venue" | "house";
            /** @enum {string} */
            kind: "balance" | "unlisted-asset" | "transfer" | "sent-twice" | "payment" | "withdrawal-overdue" | "withdrawal-in-doubt" | "hold-overdue";
            /** @description An asset, or our own id of a movement. */
            subject: string;
            asset: string | null;
            theirs: string;
            ours: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            lastSeen: string;
            /** Format: int64 */
            ageSeconds: number;
            alertedAt: string | null;
            /** @description When it stopped withdrawals; null if it never did. */
            stoppedAt: string | null;
            resolvedAt: string | null;
        };
        BreakDetails: {
            /** Format: int64 */
            id: number;
            /**
             * @description `house`: only our own books show it.
             * @enum {string}
             */
            provider: "custody" | "payx" | "payd" | "venue" | "house";
            /** @enum {string} */
            kind: "balance" | "unlisted-asset" | "transfer" | "sent-twice" | "payment" | "withdrawal-overdue" | "withdrawal-in-doubt" | "hold-overdue";
            /** @description An asset, or our own id of a movement. */
            subject: string;
            asset: string | null;
            theirs: string;
            ours: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            lastSeen: string;
            /** Format: int64 */
            ageSeconds: number;
            alertedAt: string | null;
            /** @description When it stopped withdrawals; null if it never did. */
            stoppedAt: string | null;
            resolvedAt: string | null;
            about: components["schemas"]["BreakSubject"];
            /** @description Of a movement its own postings; of a balance the first ones at the provider from shortly before the break was found. */
            movements: components["schemas"]["BreakMovement"][];
            proposals: components["schemas"]["BreakProposal"][];
        };
        BreakEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "break.opened" | "break.resolved";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["Break"];
        };
        BreakMovement: {
            /** Format: int64 */
            postingId: number;
            /** @description The key of the posting. */
            key: string;
            action: string;
            /** Format: date-time */
            at: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            from: string;
            to: string;
            userId: number | null;
        };
        BreakPage: {
            data: components["schemas"]["Break"][];
            nextCursor: string | null;
        };
        BreakProposal: {
            operator: components["schemas"]["OperatorName"];
            amount: components["schemas"]["Decimal"];
            reason: string;
            /** Format: date-time */
            at: string;
        };
        /** @description The record that the break is about. */
        BreakSubject: {
            /** @enum {string} */
            kind: "withdrawal" | "order" | "payd-order";
            id: string;
            /** Format: int64 */
            userId: number;
            status: string;
        } | null;
        CancelOrderRequest: {
            reason: string;
        };
        CarfReport: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            year: number;
            /** @description Whether it has only what differs from the reports released before. */
            isCorrection: boolean;
            /** @enum {string} */
            state: "drawing" | "drawn" | "proposed" | "released" | "discarded";
            requestedBy: components["schemas"]["OperatorName"];
            /** Format: date-time */
            requestedAt: string;
            drawnAt: string | null;
            /** Format: int64 */
            newRecords: number;
            /** Format: int64 */
            corrections: number;
            /** Format: int64 */
            deletions: number;
            /**
             * Format: int64
             * @description Transactions whose amount is missing, because no price was known.
             */
            unvalued: number;
            /**
             * Format: int64
             * @description Users with figures who are left out, because their identity is not known.
             */
            unidentified: number;
            /** @description Whether the files fit the schema of CARF_SCHEMA; null until it is drawn. */
            checked: ("valid" | "invalid" | "unchecked") | null;
            problems: string | null;
            releasedAt: string | null;
        };
        CarfReportPage: {
            data: components["schemas"]["CarfReport"][];
            nextCursor: string | null;
        };
        CashDetails: {
            fullName: string;
            email: string;
            phone: string;
            countryCode: string;
            dialCode: string;
            bankName: string;
            bankNo: string;
            bankCompany: string;
        };
        Cause: {
            /** @enum {string} */
            kind: "cash-deposit" | "coin-deposit" | "order" | "fill" | "withdrawal" | "suspense" | "unmatched-trade" | "other";
            id: string;
            userId: number | null;
            /** @description Of a fill: the number of its order. */
            status: string | null;
            symbol: string | null;
            amount: components["schemas"]["Decimal"] | null;
            at: string | null;
        };
        CauseName: {
            /** @enum {string} */
            kind: "cash-deposit" | "coin-deposit" | "order" | "fill" | "withdrawal" | "suspense" | "unmatched-trade" | "other";
            id: string;
        };
        ChangePasswordOperatorRequest: {
            currentPassword: string;
            password: string;
            password_confirmation: string;
            otpCode?: string;
        };
        ChangeRoleOperatorRequest: {
            otpCode?: string;
            /** @enum {string} */
            role: "viewer" | "support" | "finance" | "admin";
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        ChangeSubscriptionRequest: {
            name: string;
            /**
             * Format: uri
             * @description Encrypted in production. `nats:word` publishes to `word.<type>` of the NATS server.
             */
            url: string;
            /** @description Types, types with a prefix as `deposit.*`, or `*`. */
            kinds: string[];
            /** @description Only events of this user. */
            userId?: number;
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        ChangedAsset: {
            id: string;
            active: boolean;
            version: string;
            proposals: components["schemas"]["Proposal"][];
        };
        ChangedBank: {
            id: string;
            active: boolean;
            version: string;
            /** @description The proposed change; the terms have not changed yet. Null if all hold at once. */
            proposal: components["schemas"]["Proposal"] | null;
        };
        ChangedFees: {
            code: string;
            /** Format: int64 */
            buyFeePpm: number;
            /** Format: int64 */
            sellFeePpm: number;
            version: string;
            /** @description The proposed fees; the category still has the others. */
            proposal: components["schemas"]["Proposal"];
        };
        ChangedInstruction: {
            /**
             * @description payx's code of the bank.
             * @enum {string}
             */
            bankCode: "BCA" | "BNI" | "BRI" | "MANDIRI" | "PERMATA" | "BSI" | "CIMB" | "BJB" | "MUAMALAT" | "BNC" | "SAHABAT_SAMPOERNA";
            /** @enum {string} */
            lang: "id" | "en";
            /** @enum {string} */
            channel: "ATM" | "MOBILE_BANKING" | "INTERNET_BANKING";
            readonly steps: string[];
            version: string;
            /** @description The proposed steps, one on each line; users still see the others. */
            proposal: components["schemas"]["Proposal"];
        };
        ChangedNetwork: {
            symbol: string;
            network: string;
            depositActive: boolean;
            withdrawActive: boolean;
            withdrawalFee: components["schemas"]["Decimal"];
            minWithdrawal: components["schemas"]["Decimal"];
            maxWithdrawal: components["schemas"]["Decimal"];
            version: string;
            /** @description The proposed change; the terms have not changed yet. Null if all hold at once. */
            proposal: components["schemas"]["Proposal"] | null;
        };
        ChangedPair: {
            txPair: string;
            active: boolean;
            priceTick: components["schemas"]["Decimal"];
            lotStep: components["schemas"]["Decimal"];
            minQuantity: components["schemas"]["Decimal"];
            maxQuantity: components["schemas"]["Decimal"];
            maxMarketQuantity: components["schemas"]["Decimal"];
            minNotional: components["schemas"]["Decimal"];
            maxNotional: components["schemas"]["Decimal"];
            version: string;
            /** @description The proposed change; the terms have not changed yet. Null if all hold at once. */
            proposal: components["schemas"]["Proposal"] | null;
        };
        ChangedRows: {
            /** @enum {string} */
            list: "withdrawals" | "deposits" | "suspense" | "breaks" | "inbox" | "orders" | "inquiries" | "identities" | "proposals";
            ids: string[];
        };
        ChangedSetting: {
            key: string;
            value: string;
            kind: string;
            isPublic: boolean;
            /** @description Whether a change of it requires two operators. */
            guarded: boolean;
            minimum: string | null;
            maximum: string | null;
            version: string;
            /** @description The proposed change of a guarded setting. The setting has not changed yet. */
            proposal: components["schemas"]["Proposal"] | null;
        };
        ChangedTaxSeries: {
            code: string;
            /** @enum {string} */
            kind: "PPH" | "PPN";
            /** @enum {string} */
            side: "BUY" | "SELL" | "FEE";
            /** @enum {string} */
            pairClass: "rupiah" | "fiat" | "coin" | "any";
            /**
             * @description Rates of the status in the setting `tax.collector` apply.
             * @enum {string}
             */
            collector: "domestic" | "foreign";
            /** @description Oldest first; none: it is not taxed. */
            rates: components["schemas"]["StoredTaxRate"][];
            version: string;
            /** @description The proposed rate; it is not planned yet. */
            proposal: components["schemas"]["Proposal"];
        };
        CloseBreakRequest: {
            reason: string;
        };
        CloseInboxRequest: {
            /** @description What was received, for suspense; without it nothing was. */
            inWords?: string;
            reason: string;
            otpCode?: string;
        };
        CloseTaxMonthRequest: {
            /** @description A month in Jakarta, such as 2026-03. */
            month: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
        };
        Comparison: {
            /** @enum {string} */
            provider: "custody" | "payx" | "venue";
            symbol: string;
            /** @description By our books, with the house's own funds. */
            ours: components["schemas"]["Decimal"];
            theirs: components["schemas"]["Decimal"];
            /** @description Theirs less ours. */
            difference: components["schemas"]["Decimal"];
            /** @description True if movements under way explain it. */
            agrees: boolean;
            /** Format: date-time */
            comparedAt: string;
            /** Format: int64 */
            ageSeconds: number;
            /** @description The open break of this balance. */
            breakId: number | null;
            /** @description The widest difference of each quarter of an hour of the last day. */
            points: components["schemas"]["ComparisonPoint"][];
        };
        ComparisonPoint: {
            /** Format: date-time */
            at: string;
            difference: components["schemas"]["Decimal"];
            agrees: boolean;
        };
        ConfirmOperatorRequest: {
            otpCode?: string;
        };
        CorrectLedgerRequest: {
            symbol: string;
            /** @description A decimal number above 0, in whole units of its asset. */
            amount: string;
            /** @description `user` and its number, or an account of the house: custody, venue, payx, payd, bank, fees, receivable, treasury. */
            from: string;
            /** @description `user` and its number, or an account of the house: custody, venue, payx, payd, bank, fees, receivable, treasury. */
            to: string;
            reason: string;
            otpCode?: string;
        };
        CorrectTaxRequest: {
            /** @description The number of the tax, as slips list it. */
            taxId: number;
            /** @description The right base in rupiah; 0 cancels the tax. */
            valueIdr: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            taxIdr: string;
            reason: string;
            otpCode?: string;
        };
        CreateBannerRequest: {
            title: {
                id: string;
                en: string;
            };
            image: string;
            /** Format: uri */
            link?: string;
            /** @enum {string} */
            status?: "ACTIVE" | "INACTIVE";
            position?: number;
        };
        CreateDictionaryEntryRequest: {
            /** @enum {string} */
            type: "language" | "currency" | "occupation" | "source_of_funds" | "purpose" | "gender" | "marital_status" | "religion";
            value: string;
            label: {
                id: string;
                en: string;
            };
            isChinese?: boolean | string;
            position?: number;
        };
        CreateNewsCategoryRequest: {
            slug: string;
            name: {
                id: string;
                en: string;
            };
            position?: number;
        };
        CreateNewsRequest: {
            slug: string;
            categoryId: number;
            title: {
                id: string;
                en: string;
            };
            summary: {
                id: string;
                en: string;
            };
            body: {
                id: string;
                en: string;
            };
            image?: string;
            tags?: string[];
        };
        CreateOperatorRequest: {
            otpCode?: string;
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "viewer" | "support" | "finance" | "admin";
        };
        CreateSubscriptionRequest: {
            name: string;
            /**
             * Format: uri
             * @description Encrypted in production. `nats:word` publishes to `word.<type>` of the NATS server.
             */
            url: string;
            /** @description Types, types with a prefix as `deposit.*`, or `*`. */
            kinds: string[];
            /** @description Only events of this user. */
            userId?: number;
            /** @description Whether events have personal data; a second operator must agree. */
            personal?: boolean | string;
            otpCode?: string;
        };
        DayFlow: {
            /**
             * @description `in`, `out`: money that came to or left our providers; `trade`: the quote amounts of fills; `fees`: our income, less the venue's commissions.
             * @enum {string}
             */
            flow: "in" | "out" | "trade" | "fees";
            /** @description In: `va`, `qris`, `order`, `claim`, `coin`, `returned`; out: `payout`, `coin`, `returned`; trades: `buy`, `sell`; fees: `trade`, `deposit`, `withdrawal`; or `other`. */
            method: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            /** @description In rupiah, at the prices when it was counted. */
            worth: components["schemas"]["Decimal"];
            /** @description The part of the amount that no price could value. */
            unpriced: components["schemas"]["Decimal"];
            /** Format: int64 */
            items: number;
        };
        DayTotals: {
            /**
             * Format: date
             * @description In Jakarta.
             */
            day: string;
            /** Format: int64 */
            signedUp: number;
            /** Format: int64 */
            verified: number;
            flows: components["schemas"]["DayFlow"][];
        };
        Days: {
            countedAt: string | null;
            days: components["schemas"]["DayTotals"][];
        };
        /** @description An exact decimal number, never in exponents. An amount is in whole units of its asset: 1 is one bitcoin or one rupiah. It has at most as many decimals as the asset. */
        Decimal: string;
        DecisionEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "operator.acted";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["DecisionEventItem"];
        };
        DecisionEventItem: {
            operatorId: number | null;
            action: string;
            subject: {
                kind: string;
                /** @description A mail address, a phone or a text that was searched for only with personal data; else empty. */
                id: string;
            };
            /** @description Only with personal data; else null. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description Only with personal data; else null. */
            after: {
                [key: string]: unknown;
            } | null;
        };
        DeliveryAttempt: {
            /** Format: int64 */
            id: number;
            /** @description Null: a test event. */
            position: number | null;
            type: string;
            /** Format: date-time */
            at: string;
            /** Format: int64 */
            tookMs: number;
            /**
             * @description `refused`: a status other than 200 to 299. `failed`: no response.
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "failed";
            status: number | null;
            /** @description The first characters of the body. */
            response: string | null;
            /** @description Why there was no response. */
            reason: string | null;
            payload: string;
        };
        DeliveryAttemptPage: {
            data: components["schemas"]["DeliveryAttempt"][];
            nextCursor: string | null;
        };
        DepositApproval: {
            operator: components["schemas"]["OperatorName"];
            amount: components["schemas"]["Decimal"];
            /** Format: date-time */
            at: string;
        };
        DepositDetails: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            email: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "PENDING" | "COMPLETED" | "REJECTED";
            /** @description Facts that an operator should check before deciding. */
            review: string | null;
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
            reference: string;
            approvals: components["schemas"]["DepositApproval"][];
        };
        Destination: {
            network: string | null;
            address: string | null;
            tag: string | null;
            channelCode: string | null;
            bankName: string | null;
            accountNumber: string | null;
            accountHolder: string | null;
        };
        /** @description Other withdrawals of all users to it, at most the newest 1,000. */
        DestinationHistory: {
            /** Format: int64 */
            withdrawals: number;
            /** Format: int64 */
            users: number;
            firstAt: string | null;
            lastAt: string | null;
            /** Format: int64 */
            succeeded: number;
            /**
             * Format: int64
             * @description Those of the same user.
             */
            ownSucceeded: number;
            worthIdr: components["schemas"]["Decimal"];
        };
        DisableOperatorRequest: {
            reason: string;
        };
        EditAssetRequest: {
            /** @description `false` takes effect at once, `true` becomes a proposal. */
            active?: boolean;
            /** @description The daily withdrawal limit of one user, in the asset itself. Becomes a proposal. */
            dailyWithdrawalLimit?: string;
            /** @description The most that all users together may own. Becomes a proposal. */
            supplyCap?: string;
            /** @description The price in rupiah of a coin that no market of ours prices. Becomes a proposal. */
            referencePrice?: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditBannerRequest: {
            title: {
                id: string;
                en: string;
            };
            image: string;
            /** Format: uri */
            link?: string;
            /** @enum {string} */
            status?: "ACTIVE" | "INACTIVE";
            position?: number;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditDictionaryEntryRequest: {
            /** @enum {string} */
            type: "language" | "currency" | "occupation" | "source_of_funds" | "purpose" | "gender" | "marital_status" | "religion";
            value: string;
            label: {
                id: string;
                en: string;
            };
            isChinese?: boolean | string;
            position?: number;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditFeesRequest: {
            buyFeePpm: number;
            sellFeePpm: number;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditNetworkRequest: {
            depositActive?: boolean;
            withdrawActive?: boolean;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            withdrawalFee?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            minWithdrawal?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            maxWithdrawal?: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditNewsCategoryRequest: {
            slug: string;
            name: {
                id: string;
                en: string;
            };
            position?: number;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditNewsRequest: {
            slug: string;
            categoryId: number;
            title: {
                id: string;
                en: string;
            };
            summary: {
                id: string;
                en: string;
            };
            body: {
                id: string;
                en: string;
            };
            image?: string;
            tags?: string[];
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditPairRequest: {
            active?: boolean;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            priceTick?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            lotStep?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            minQuantity?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            maxQuantity?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            maxMarketQuantity?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            minNotional?: string;
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            maxNotional?: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditPaymentInstructionsRequest: {
            steps: string[];
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EditSettingRequest: {
            value: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        EnableOperatorRequest: {
            otpCode?: string;
        };
        /** @description What followed from the event. */
        EventEffects: {
            causes: components["schemas"]["Cause"][];
            postings: components["schemas"]["PostingName"][];
            notices: components["schemas"]["ExplainedNotice"][];
        };
        EventList: {
            data: components["schemas"]["PublishedEvent"][];
            /**
             * Format: int64
             * @description The position from which to read on; the same as sent if there is no event.
             */
            after: number;
        };
        EventName: {
            /** Format: int64 */
            id: number;
            source: string;
            key: string;
            state: string;
            outcome: string | null;
            /** Format: date-time */
            receivedAt: string;
            /** Format: int64 */
            redeliveries: number;
        };
        EventSubscription: {
            /** Format: int64 */
            id: number;
            name: string;
            url: string;
            kinds: string[];
            /** @description Null: events of all users. */
            userId: number | null;
            /** @description Whether the events have personal data. */
            personal: boolean;
            /**
             * @description `proposed`: with personal data, until a second operator agrees.
             * @enum {string}
             */
            state: "proposed" | "active" | "paused" | "ended";
            /** @description Verifies signatures `v1a` (Ed25519). */
            publicKey: string;
            /** @description Until when the keys before the last rotation sign as well. */
            formerUntil: string | null;
            /**
             * Format: int64
             * @description Events up to this position were taken.
             */
            position: number;
            /**
             * Format: int64
             * @description Failed rounds since the last success.
             */
            failures: number;
            failingSince: string | null;
            createdBy: components["schemas"]["OperatorName"];
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            /** @description A change that waits for a second operator. */
            change: {
                name: string;
                url: string;
                kinds: string[];
                userId: number | null;
            } | null;
            version: string;
        };
        EventSubscriptionDetails: {
            /** Format: int64 */
            id: number;
            name: string;
            url: string;
            kinds: string[];
            /** @description Null: events of all users. */
            userId: number | null;
            /** @description Whether the events have personal data. */
            personal: boolean;
            /**
             * @description `proposed`: with personal data, until a second operator agrees.
             * @enum {string}
             */
            state: "proposed" | "active" | "paused" | "ended";
            /** @description Verifies signatures `v1a` (Ed25519). */
            publicKey: string;
            /** @description Until when the keys before the last rotation sign as well. */
            formerUntil: string | null;
            /**
             * Format: int64
             * @description Events up to this position were taken.
             */
            position: number;
            /**
             * Format: int64
             * @description Failed rounds since the last success.
             */
            failures: number;
            failingSince: string | null;
            createdBy: components["schemas"]["OperatorName"];
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            /** @description A change that waits for a second operator. */
            change: {
                name: string;
                url: string;
                kinds: string[];
                userId: number | null;
            } | null;
            version: string;
            /**
             * Format: int64
             * @description The position of the newest event.
             */
            lastPosition: number;
            /**
             * Format: int64
             * @description Events whose delivery is attempted again.
             */
            waiting: number;
            /** Format: int64 */
            givenUp: number;
            /** @description Why events may not arrive. */
            findings: ("not-agreed" | "paused" | "ended" | "no-matching-type" | "nothing-happened" | "not-published" | "address-refused" | "unreachable" | "refused" | "waiting" | "given-up" | "all-delivered")[];
        };
        EventSubscriptionWithSecret: {
            /** Format: int64 */
            id: number;
            name: string;
            url: string;
            kinds: string[];
            /** @description Null: events of all users. */
            userId: number | null;
            /** @description Whether the events have personal data. */
            personal: boolean;
            /**
             * @description `proposed`: with personal data, until a second operator agrees.
             * @enum {string}
             */
            state: "proposed" | "active" | "paused" | "ended";
            /** @description Verifies signatures `v1a` (Ed25519). */
            publicKey: string;
            /** @description Until when the keys before the last rotation sign as well. */
            formerUntil: string | null;
            /**
             * Format: int64
             * @description Events up to this position were taken.
             */
            position: number;
            /**
             * Format: int64
             * @description Failed rounds since the last success.
             */
            failures: number;
            failingSince: string | null;
            createdBy: components["schemas"]["OperatorName"];
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            /** @description A change that waits for a second operator. */
            change: {
                name: string;
                url: string;
                kinds: string[];
                userId: number | null;
            } | null;
            version: string;
            /** @description Verifies signatures `v1` (HMAC); shown only here. */
            secret: string;
        };
        ExplainedNotice: {
            /** @enum {string} */
            to: "user" | "operator" | "regulator";
            id: string;
            userId: number | null;
            kind: string;
            /** @description Of a report: its state. */
            title: string;
            /** Format: date-time */
            at: string;
        };
        FeeRow: {
            month: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** Format: int64 */
            trades: number;
            /** @description The asset received, from which the fee is taken. */
            symbol: string;
            fee: components["schemas"]["Decimal"];
            /** @description The value-added tax that the fees include, in rupiah. */
            vatIdr: components["schemas"]["Decimal"];
        };
        FeeRowPage: {
            data: components["schemas"]["FeeRow"][];
            nextCursor: string | null;
        };
        Fill: {
            tradeId: string;
            order_no: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            price: components["schemas"]["Decimal"];
            volume: components["schemas"]["Decimal"];
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            feeAsset: string;
            tax: components["schemas"]["Decimal"];
            /** Format: date-time */
            createdAt: string;
        };
        FillEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "fill.recorded";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["Fill"];
        };
        FillPage: {
            data: components["schemas"]["Fill"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        FoundFill: {
            tradeId: string;
            order_no: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            price: components["schemas"]["Decimal"];
            volume: components["schemas"]["Decimal"];
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            feeAsset: string;
            tax: components["schemas"]["Decimal"];
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            userId: number;
        };
        FoundFillPage: {
            data: components["schemas"]["FoundFill"][];
            nextCursor: string | null;
        };
        FoundOrder: {
            order_no: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** @enum {string} */
            type: "LIMIT" | "MARKET";
            /** @description Null for a market order. */
            price: components["schemas"]["Decimal"] | null;
            volume: components["schemas"]["Decimal"];
            /** @description Price times volume; for a market order, the amount paid or received. */
            amount: components["schemas"]["Decimal"];
            executedVolume: components["schemas"]["Decimal"];
            executedAmount: components["schemas"]["Decimal"];
            /** @description Null before the first execution. */
            averagePrice: components["schemas"]["Decimal"] | null;
            fee: components["schemas"]["Decimal"];
            /** @description The received asset, from which fee and tax are deducted. */
            feeAsset: string;
            tax: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "CREATE" | "DONE" | "CANCEL";
            /** @description The reason why it ended unfilled. */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            userId: number;
            venueOrderId: string | null;
            /** @description Why it waits for an operator. */
            incident: string | null;
        };
        FoundOrderPage: {
            data: components["schemas"]["FoundOrder"][];
            nextCursor: string | null;
        };
        FoundUser: {
            /** Format: int64 */
            id: number;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            name: string | null;
            email: string;
            emailVerified: boolean;
            phone: string | null;
            language: string;
            bind2FA: boolean;
            identityStatus: string;
            suspendedAt: string | null;
            suspensionReason: string | null;
            /** @description Whether two operators must agree to restore the account. */
            suspendedByService: boolean;
            withdrawLockedUntil: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        FoundUserPage: {
            data: components["schemas"]["FoundUser"][];
            nextCursor: string | null;
        };
        HandledEvent: {
            /**
             * @description `parked`: one agreed.
             * @enum {string}
             */
            state: "parked" | "done";
        };
        HeldAt: {
            /** @enum {string} */
            place: "custody" | "venue" | "payx" | "payd" | "bank" | "treasury";
            /** @description By the ledger. */
            books: components["schemas"]["Decimal"];
            /** @description The provider's own figure; null if it was not compared. */
            reported: components["schemas"]["Decimal"] | null;
            comparedAt: string | null;
        };
        Hold: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            email: string;
            symbol: string;
            initial: components["schemas"]["Decimal"];
            remaining: components["schemas"]["Decimal"];
            owner: components["schemas"]["HoldOwner"];
            /** Format: date-time */
            openedAt: string;
            /** Format: int64 */
            ageSeconds: number;
        };
        HoldOwner: {
            kind: string;
            id: string;
            /** @description Null if no known record holds it. */
            status: string | null;
            incident: string | null;
        };
        HoldPage: {
            data: components["schemas"]["Hold"][];
            nextCursor: string | null;
        };
        HouseAsset: {
            symbol: string;
            /** @description The sum of the balances of all users. */
            owed: components["schemas"]["Decimal"];
            /** @description The most that all users together may own. */
            supplyCap: components["schemas"]["Decimal"];
            accounts: components["schemas"]["HouseBalance"][];
        };
        HouseBalance: {
            account: string;
            balance: components["schemas"]["Decimal"];
        };
        IdentityDetails: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            email: string;
            /** @enum {string} */
            status: "STARTED" | "UNKNOWN" | "PENDING" | "SUCCESS" | "FAILED";
            /** @description The provider is still asked about it. */
            undecided: boolean;
            tries: number | null;
            nextAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            transactionId: string;
            outcome: components["schemas"]["IdentityOutcome"] | null;
            /** @description The fields of the card; null without the role support. */
            card: {
                [key: string]: string;
            } | null;
            /** @description Null without the role support. */
            pictures: components["schemas"]["IdentityPicture"][] | null;
            duplicates: components["schemas"]["IdentityDuplicate"][];
        };
        IdentityDuplicate: {
            /** Format: int64 */
            userId: number;
            email: string;
            status: string;
            /** @enum {string} */
            why: "number" | "alert";
        };
        /** @description As the provider reported it. */
        IdentityOutcome: {
            status: string | null;
            reason: string | null;
        };
        /** @description Valid for five minutes. */
        IdentityPicture: {
            /** @enum {string} */
            kind: "card" | "face";
            url: string;
        };
        InboxEvent: {
            /** Format: int64 */
            id: number;
            source: string;
            key: string;
            /** @enum {string} */
            state: "pending" | "done" | "parked";
            outcome: string | null;
            /** Format: int64 */
            attempts: number;
            error: string | null;
            nextAt: string | null;
            /** Format: date-time */
            receivedAt: string;
            appliedAt: string | null;
        };
        InboxEventDetails: {
            /** Format: int64 */
            id: number;
            source: string;
            key: string;
            /** @enum {string} */
            state: "pending" | "done" | "parked";
            outcome: string | null;
            /** Format: int64 */
            attempts: number;
            error: string | null;
            nextAt: string | null;
            /** Format: date-time */
            receivedAt: string;
            appliedAt: string | null;
            /** @description The message of the provider without secrets and signatures. Those who may not act as `finance` see no names, mail addresses and phones of persons in it, and null if it could not be read. */
            body: string | null;
            /** @description Whether the message could not be read: `body` is then its bytes, with `\xNN` for each that is not printable. */
            isRaw: boolean;
            /** @description What operators say that a parked event is about, oldest first. */
            proposals: {
                operator: {
                    /** Format: int64 */
                    id: number;
                    email: string;
                };
                statement: string;
                reason: string;
                /** Format: date-time */
                at: string;
            }[];
            /**
             * @description What proved its sender, before it was stored.
             * @enum {string}
             */
            proof: "token" | "signature" | "unknown";
            /**
             * @description The response: success once it was stored; refused if unreadable.
             * @enum {string}
             */
            answer: "accepted" | "refused";
            /**
             * Format: int64
             * @description How often it was received again, unchanged.
             */
            redeliveries: number;
            lastRedeliveryAt: string | null;
            related: components["schemas"]["EventEffects"];
        };
        InboxEventPage: {
            data: components["schemas"]["InboxEvent"][];
            nextCursor: string | null;
        };
        Inquiry: {
            /** Format: int64 */
            id: number;
            subject: string;
            /** @enum {string} */
            state: "open" | "closed";
            /** Format: date-time */
            createdAt: string;
            firstName: string;
            lastName: string;
            email: string;
            phone: string;
            message: string;
            closedBy: components["schemas"]["OperatorName"] | null;
            closedAt: string | null;
            readonly answers: components["schemas"]["InquiryAnswer"][];
            version: string;
        };
        InquiryAnswer: {
            /** Format: int64 */
            id: number;
            by: components["schemas"]["OperatorName"];
            lang: string;
            message: string;
            /** Format: date-time */
            at: string;
        };
        InquiryItem: {
            /** Format: int64 */
            id: number;
            subject: string;
            /** @enum {string} */
            state: "open" | "closed";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: int64
             * @description The number of answers so far.
             */
            answers: number;
        };
        InquiryItemPage: {
            data: components["schemas"]["InquiryItem"][];
            nextCursor: string | null;
        };
        InviteOperatorRequest: {
            otpCode?: string;
        };
        Jobs: {
            scheduled: components["schemas"]["ScheduledJob"][];
            queued: components["schemas"]["QueuedJobs"][];
        };
        LiabilityProofRequest: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            requestedAt: string;
        };
        LiftPhoneRequest: {
            phone: string;
            reason: string;
        };
        ListedDeposit: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            email: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "PENDING" | "COMPLETED" | "REJECTED";
            /** @description Facts that an operator should check before deciding. */
            review: string | null;
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
        };
        ListedDepositPage: {
            data: components["schemas"]["ListedDeposit"][];
            nextCursor: string | null;
        };
        ListedFees: {
            code: string;
            /** Format: int64 */
            buyFeePpm: number;
            /** Format: int64 */
            sellFeePpm: number;
            version: string;
            name: components["schemas"]["BothLanguages"];
        };
        ListedIdentity: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            email: string;
            /** @enum {string} */
            status: "STARTED" | "UNKNOWN" | "PENDING" | "SUCCESS" | "FAILED";
            /** @description The provider is still asked about it. */
            undecided: boolean;
            tries: number | null;
            nextAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
        };
        ListedIdentityPage: {
            data: components["schemas"]["ListedIdentity"][];
            nextCursor: string | null;
        };
        ListedPair: {
            txPair: string;
            active: boolean;
            priceTick: components["schemas"]["Decimal"];
            lotStep: components["schemas"]["Decimal"];
            minQuantity: components["schemas"]["Decimal"];
            maxQuantity: components["schemas"]["Decimal"];
            maxMarketQuantity: components["schemas"]["Decimal"];
            minNotional: components["schemas"]["Decimal"];
            maxNotional: components["schemas"]["Decimal"];
            version: string;
            base: string;
            quote: string;
            /** @description The code of the category, which sets the fees. */
            category: string;
            venueSymbol: string;
        };
        ListedRecovery: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            userEmail: string;
            /**
             * @description `stopped`: by the user or an operator. `void`: no second operator agreed within a week, the authenticator had changed before, or an operator lost the right to decide.
             * @enum {string}
             */
            state: "proposed" | "agreed" | "recovered" | "stopped" | "void";
            /** Format: date-time */
            createdAt: string;
            /** @description When it takes effect, once it is agreed. */
            dueAt: string | null;
            endedAt: string | null;
            endedBy: components["schemas"]["OperatorName"] | null;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
        };
        ListedRecoveryPage: {
            data: components["schemas"]["ListedRecovery"][];
            nextCursor: string | null;
        };
        ListedSuspense: {
            /** Format: int64 */
            id: number;
            source: string;
            reference: string;
            symbol: string | null;
            amount: components["schemas"]["Decimal"] | null;
            /** @description The reported asset, if we do not support it. */
            inWords: string | null;
            reason: string;
            /** @enum {string} */
            state: "open" | "proposed" | "assigned" | "returned";
            assignedUser: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
        };
        ListedSuspensePage: {
            data: components["schemas"]["ListedSuspense"][];
            nextCursor: string | null;
        };
        ListedWithdrawal: {
            id: string;
            kind: string;
            /** Format: int64 */
            userId: number;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            sent: components["schemas"]["Decimal"];
            /** @description Null if the coin had no price. */
            worthIdr: components["schemas"]["Decimal"] | null;
            /** @enum {string} */
            status: "PENDING_APPROVAL" | "PROCESSING" | "SUBMITTED" | "SUCCESS" | "FAILED" | "REJECTED";
            /** Format: int64 */
            approvalsNeeded: number;
            /** Format: int64 */
            approvals: number;
            approvalReasons: string[];
            incident: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
        };
        ListedWithdrawalPage: {
            data: components["schemas"]["ListedWithdrawal"][];
            nextCursor: string | null;
        };
        Listing: {
            /** @enum {string} */
            state: "announced" | "trading" | "sell-only" | "withdraw-only" | "delisted";
            /** Format: date-time */
            since: string;
            /** @description The next planned state; null if there is none. */
            next: components["schemas"]["NextListing"] | null;
        };
        LoginOperatorRequest: {
            /** Format: email */
            email: string;
            password: string;
            otpCode?: string;
        };
        MoveEnd: {
            account: string;
            userId: number | null;
            /** @description The balance of the user afterwards; null for house accounts. */
            after: components["schemas"]["Decimal"] | null;
        };
        NextListing: {
            /** @enum {string} */
            state: "announced" | "trading" | "sell-only" | "withdraw-only" | "delisted";
            /** Format: date-time */
            from: string;
        };
        NodeProviders: {
            node: string;
            leads: boolean;
            /** Format: date-time */
            seenAt: string;
            providers: components["schemas"]["ProviderHealth"][];
        };
        OfferTwofaOperatorRequest: {
            password: string;
            otpCode?: string;
        };
        OpenDecision: {
            /** @enum {string} */
            kind: "withdrawal" | "claim" | "suspense" | "break" | "proposal" | "operator" | "recovery" | "carf-report" | "subscription";
            id: string;
            /**
             * Format: date-time
             * @description Since when it waits.
             */
            at: string;
            subject: string;
            userId: number | null;
            userEmail: string | null;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
            symbol: string | null;
            amount: components["schemas"]["Decimal"] | null;
            worthIdr: components["schemas"]["Decimal"] | null;
            reasons: string[];
            /**
             * Format: int64
             * @description The number of operators who must agree.
             */
            needed: number;
            agreed: components["schemas"]["Agreement"][];
            /** @description Why your approval would be refused or not count; null if it would count. */
            obstacle: ("role" | "not-confirmed" | "own-money" | "own-account" | "owner-suspended" | "agreed-already" | "not-independent") | null;
            facts: {
                [key: string]: string | null;
            };
        };
        OpenDecisionPage: {
            data: components["schemas"]["OpenDecision"][];
            nextCursor: string | null;
        };
        OpenRecoveryRequest: {
            /** @description The number of the identity card that the person showed beside their face. */
            cardNumber: string;
            /** @description How the identity of the person was checked. */
            reason: string;
            otpCode?: string;
        };
        Operator: {
            /** Format: int64 */
            id: number;
            email: string;
            /** @enum {string} */
            role: "viewer" | "support" | "finance" | "admin";
            bind2FA: boolean;
            /** @description Whether the operator must replace it first. */
            passwordInitial: boolean;
            /** @description Whether the operator has no password yet. */
            invited: boolean;
            /** @description Whether approvals by the operator count. */
            confirmed: boolean;
            /** @description Until when an attestation by an independent admin counts. */
            attestedUntil: string | null;
            /** @description Whether the operator was invited or reset, and no attestation counts. */
            attestationDue: boolean;
            disabled: boolean;
            /** Format: date-time */
            createdAt: string;
            version: string;
        };
        OperatorName: {
            /** Format: int64 */
            id: number;
            email: string;
        };
        OperatorPage: {
            data: components["schemas"]["Operator"][];
            nextCursor: string | null;
        };
        OperatorPair: {
            txPair: string;
            venueSymbol: string;
            category: string;
            active: boolean;
            /** @description null if the venue was not read. */
            atVenue: boolean | null;
            venueStatus: string | null;
            /** Format: int64 */
            differences: number;
            bounds: components["schemas"]["PairBound"][];
        };
        OperatorPairs: {
            /** @description Whether the venue answered. */
            venueRead: boolean;
            pairs: components["schemas"]["OperatorPair"][];
        };
        OperatorPrice: {
            pair: string;
            price: components["schemas"]["Decimal"];
            bid: components["schemas"]["Decimal"] | null;
            ask: components["schemas"]["Decimal"] | null;
            median: components["schemas"]["Decimal"] | null;
            /**
             * Format: int64
             * @description The number of samples of the median.
             */
            samples: number;
            /** @enum {string} */
            source: "venue" | "operator" | "sandbox";
            /** Format: date-time */
            observedAt: string;
            /** Format: int64 */
            ageSeconds: number;
            /** Format: int64 */
            maxAgeSeconds: number;
            /** @description Too old to value money by. */
            stale: boolean;
        };
        OperatorQueue: {
            /** @enum {string} */
            name: "withdrawals" | "claims" | "suspense" | "breaks" | "parked-events" | "orders-in-doubt" | "inquiries" | "identities" | "proposals";
            /** Format: int64 */
            count: number;
            /** @description True if counting ended at its bound. */
            isMore: boolean;
            oldestAt: string | null;
        };
        OperatorSession: {
            token: string;
            /** Format: date-time */
            expiresAt: string;
            operator: components["schemas"]["Operator"];
        };
        OperatorStreamStart: {
            /** @constant */
            resumed: false;
        };
        OperatorTwofaSecret: {
            secret2FA: string;
            otpauthUrl: string;
            /** @description The address as a picture: a PNG in a data URL. */
            qrCode: string;
        };
        Order: {
            order_no: string;
            /** @description The venue's number of the order; null until the venue reported it. */
            exchangeOrderId: string | null;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** @enum {string} */
            type: "LIMIT" | "MARKET";
            /** @description Null for a market order. */
            price: components["schemas"]["Decimal"] | null;
            volume: components["schemas"]["Decimal"];
            /** @description Price times volume; for a market order, the amount paid or received. */
            amount: components["schemas"]["Decimal"];
            executedVolume: components["schemas"]["Decimal"];
            executedAmount: components["schemas"]["Decimal"];
            /** @description Null before the first execution. */
            averagePrice: components["schemas"]["Decimal"] | null;
            fee: components["schemas"]["Decimal"];
            /** @description The received asset, from which fee and tax are deducted. */
            feeAsset: string;
            tax: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "CREATE" | "DONE" | "CANCEL";
            /** @description The reason why it ended unfilled. */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OrderDetails: {
            order_no: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** @enum {string} */
            type: "LIMIT" | "MARKET";
            /** @description Null for a market order. */
            price: components["schemas"]["Decimal"] | null;
            volume: components["schemas"]["Decimal"];
            /** @description Price times volume; for a market order, the amount paid or received. */
            amount: components["schemas"]["Decimal"];
            executedVolume: components["schemas"]["Decimal"];
            executedAmount: components["schemas"]["Decimal"];
            /** @description Null before the first execution. */
            averagePrice: components["schemas"]["Decimal"] | null;
            fee: components["schemas"]["Decimal"];
            /** @description The received asset, from which fee and tax are deducted. */
            feeAsset: string;
            tax: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "CREATE" | "DONE" | "CANCEL";
            /** @description The reason why it ended unfilled. */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            userId: number;
            venueOrderId: string | null;
            /** @description Why it waits for an operator. */
            incident: string | null;
            held: components["schemas"]["OrderHold"];
            /** @description The price that the venue was sent; null for a market order sent without one. */
            worstPrice: components["schemas"]["Decimal"] | null;
            /** @description The executed volume that the venue reported with the end of the order. */
            finalVolume: components["schemas"]["Decimal"] | null;
            /** Format: int64 */
            attempts: number;
            /** @description When the next scheduled query of the venue is due. */
            nextAt: string | null;
            /**
             * Format: date-time
             * @description From then on, an order that the venue does not know counts as never placed.
             */
            absentAfter: string;
            cancelRequestedAt: string | null;
            endedAt: string | null;
            fills: components["schemas"]["FillPage"];
            /** @description In the ledger: its hold and the fills of this page, oldest first. */
            moves: components["schemas"]["OrderMove"][];
            /** @description What operators stated: `stands` with trades, `ended` with a volume. */
            resolutions: components["schemas"]["OrderResolution"][];
        };
        OrderEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "order.accepted" | "order.done" | "order.canceled";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["Order"];
        };
        OrderHold: {
            symbol: string;
            initial: components["schemas"]["Decimal"];
            remaining: components["schemas"]["Decimal"];
        };
        OrderMove: {
            /** Format: int64 */
            postingId: number;
            key: string;
            /** Format: date-time */
            at: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            from: string;
            to: string;
        };
        OrderResolution: {
            operator: components["schemas"]["OperatorName"];
            statement: string;
            reason: string;
            /** Format: date-time */
            at: string;
            closedAt: string | null;
        };
        OtherClaim: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            amount: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "PENDING" | "COMPLETED" | "REJECTED";
            /** Format: date-time */
            createdAt: string;
        };
        Overview: {
            queues: components["schemas"]["OperatorQueue"][];
            /** @description Those that reported within the last hour. */
            nodes: components["schemas"]["ServiceNode"][];
            leader: components["schemas"]["ServiceLeader"];
        };
        OwnBreakRequest: {
            /**
             * @description `in`: the operator paid it in at the provider; `out`: it was paid out.
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description A decimal number above 0, in whole units of its asset. */
            amount: string;
            reason: string;
            otpCode?: string;
        };
        OwnedBreak: {
            /** @enum {string} */
            state: "proposed" | "booked";
            amount: components["schemas"]["Decimal"];
        };
        OwnerFacts: {
            /** Format: int64 */
            id: number;
            email: string;
            /** Format: date-time */
            createdAt: string;
            identityStatus: string;
            suspendedAt: string | null;
            authenticator: boolean;
            authenticatorChangedAt: string | null;
            /** Format: int64 */
            devices: number;
            sessions: components["schemas"]["OwnerSession"][];
            recent: components["schemas"]["RecentActivities"];
        };
        OwnerSession: {
            device: string | null;
            ip: string | null;
            /** Format: date-time */
            signedInAt: string;
            /** Format: date-time */
            usedAt: string;
        };
        PairBound: {
            /** @enum {string} */
            bound: "priceTick" | "lotStep" | "minQuantity" | "maxQuantity" | "maxMarketQuantity" | "minNotional" | "maxNotional";
            ours: components["schemas"]["Decimal"];
            /** @description null if the venue does not set it. */
            venue: components["schemas"]["Decimal"] | null;
            differs: boolean;
            /** @description We accept orders that the venue refuses. */
            looser: boolean;
        };
        PayTaxMonthRequest: {
            /** @description The receipt (NTPN) of the taxes on trades, if these were paid. */
            taxReceipt?: string;
            /** @description That of the value-added tax, if it was paid. */
            vatReceipt?: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
        };
        PlanTaxRateRequest: {
            ratePpm: number;
            baseNumerator?: number;
            baseDenominator?: number;
            /** @description The first day in Jakarta: 2027-01-01. */
            validFrom: string;
            rule: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        Posting: {
            /** Format: int64 */
            id: number;
            key: string;
            action: string;
            /** Format: date-time */
            at: string;
            moves: components["schemas"]["PostingMove"][];
        };
        PostingDetails: {
            /** Format: int64 */
            id: number;
            key: string;
            action: string;
            /** Format: date-time */
            at: string;
            moves: components["schemas"]["PostingMove"][];
            cause: components["schemas"]["Cause"];
            /** @description The other postings of the same cause. */
            siblings: components["schemas"]["PostingName"][];
            /** @description The provider's messages behind it. */
            events: components["schemas"]["EventName"][];
            notices: components["schemas"]["ExplainedNotice"][];
        };
        PostingMove: {
            symbol: string;
            amount: components["schemas"]["Decimal"];
            from: components["schemas"]["MoveEnd"];
            to: components["schemas"]["MoveEnd"];
        };
        PostingName: {
            /** Format: int64 */
            id: number;
            key: string;
            action: string;
            /** Format: date-time */
            at: string;
        };
        PostingPage: {
            data: components["schemas"]["Posting"][];
            nextCursor: string | null;
        };
        PriceNow: {
            price: components["schemas"]["Decimal"];
            median: components["schemas"]["Decimal"] | null;
            /** Format: int64 */
            samples: number;
            source: string;
            /** Format: date-time */
            observedAt: string;
            /** Format: int64 */
            ageMs: number;
        };
        Proposal: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "setting" | "daily-withdrawal-limit" | "supply-cap" | "reference-price" | "pair-state" | "asset-state" | "pair-terms" | "network-terms" | "trading-fees" | "tax-rate" | "asset-active" | "bank-active" | "wallet-status" | "payment-instructions" | "tax-month" | "tax-payment" | "tax-correction" | "ledger-correction";
            /** @description The key of a setting, the symbol of an asset, or a pair. */
            subject: string;
            /** @description Why it was proposed; null for proposals of earlier versions. */
            reason: string | null;
            before: string;
            value: string;
            /** @enum {string} */
            state: "proposed" | "agreed" | "effective" | "withdrawn" | "superseded" | "expired" | "void";
            proposedBy: components["schemas"]["OperatorName"];
            /** Format: date-time */
            proposedAt: string;
            /**
             * Format: date-time
             * @description The earliest time it can take effect.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description When it expires unless an operator agrees before.
             */
            expiresAt: string;
            agreedBy: components["schemas"]["OperatorName"] | null;
            agreedAt: string | null;
            endedBy: components["schemas"]["OperatorName"] | null;
            endedAt: string | null;
        };
        ProposalPage: {
            data: components["schemas"]["Proposal"][];
            nextCursor: string | null;
        };
        ProposeListingRequest: {
            /** @enum {string} */
            state: "announced" | "trading" | "sell-only" | "withdraw-only" | "delisted";
            /**
             * Format: date-time
             * @description From when it holds; without it, from when the proposal takes effect.
             */
            from?: string;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
        };
        ProposedListing: {
            proposal: components["schemas"]["Proposal"];
        };
        /** @description A limit of the provider, and its use now. */
        ProviderBudget: {
            name: string;
            /** Format: int64 */
            used: number;
            /** Format: int64 */
            most: number;
        };
        ProviderHealth: {
            provider: string;
            /**
             * @description `open`: no calls are sent for some seconds, since several failed.
             * @enum {string}
             */
            circuit: "closed" | "open" | "probing";
            /**
             * Format: int64
             * @description Since the node started.
             */
            calls: number;
            /**
             * Format: int64
             * @description Calls without a clear response.
             */
            failures: number;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            lastFailure: string | null;
            /** @description Of the last hundred calls. */
            medianMs: number | null;
            p95Ms: number | null;
            budgets: components["schemas"]["ProviderBudget"][];
        };
        ProviderRecord: {
            /** @enum {string} */
            method: "VA" | "QRIS" | "ORDER";
            ref: string;
            account: string;
            bankCode: string | null;
            amount: components["schemas"]["Decimal"];
        };
        ProviderState: {
            id: string | null;
            status: string | null;
            txHash: string | null;
        };
        PublishNewsRequest: {
            /** Format: date-time */
            from?: string;
        };
        PublishedEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "deposit.credited" | "deposit.rejected" | "deposit.suspended" | "withdrawal.accepted" | "withdrawal.completed" | "withdrawal.failed" | "withdrawal.reversed" | "order.accepted" | "order.done" | "order.canceled" | "fill.recorded" | "ledger.adjusted" | "identity.verified" | "identity.failed" | "account.registered" | "account.email_verified" | "account.suspended" | "account.restored" | "account.withdrawals_locked" | "account.password_changed" | "account.pin_changed" | "account.twofa_bound" | "account.twofa_unbound" | "account.phone_bound" | "account.bank_account_changed" | "account.saved_address_changed" | "account.api_key_created" | "account.api_key_changed" | "account.api_key_deleted" | "operator.acted" | "break.opened" | "break.resolved";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: {
                [key: string]: unknown;
            };
        };
        QueryIdentityRequest: {
            reason: string;
        };
        /** @description Items that wait for operators; at most 1000 of a list. */
        QueueCounts: {
            /** Format: int64 */
            withdrawals: number;
            /** Format: int64 */
            deposits: number;
            /** Format: int64 */
            suspense: number;
            /** Format: int64 */
            breaks: number;
            /** Format: int64 */
            inbox: number;
            /** Format: int64 */
            orders: number;
            /** Format: int64 */
            inquiries: number;
            /** Format: int64 */
            identities: number;
            /** Format: int64 */
            proposals: number;
        };
        QueuedJobs: {
            job: string;
            /** Format: int64 */
            waiting: number;
            /** Format: int64 */
            running: number;
            /** Format: int64 */
            retrying: number;
            /** Format: int64 */
            givenUp: number;
            oldestAt: string | null;
            /** @description The last one of its jobs. */
            error: string | null;
        };
        /** @description Of the last 30 days, at current prices. */
        RecentActivities: {
            deposits: components["schemas"]["RecentActivity"];
            /** Format: int64 */
            orders: number;
            trades: components["schemas"]["RecentActivity"];
            withdrawals: components["schemas"]["RecentActivity"];
        };
        RecentActivity: {
            /** Format: int64 */
            count: number;
            /** @description null while a price is missing. */
            worthIdr: components["schemas"]["Decimal"] | null;
        };
        Refusal: {
            /** Format: int64 */
            code: number;
            title: string;
            message: string;
            /** @constant */
            result: false;
            auth_required?: boolean;
            /** @description Who changed the item and when, and its version now. */
            conflict?: {
                by: string | null;
                at: string | null;
                version: string;
            };
        };
        RegulatoryReport: {
            /** Format: int64 */
            id: number;
            requestId: string;
            /** @enum {string} */
            kind: "A" | "B" | "C";
            /**
             * @description `SENT`: the queue took it and has not answered yet.
             * @enum {string}
             */
            state: "PENDING" | "SENT" | "SUCCESS" | "FAILED";
            /** @description The queue's answer. */
            message: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RegulatoryReportDetails: {
            /** Format: int64 */
            id: number;
            requestId: string;
            /** @enum {string} */
            kind: "A" | "B" | "C";
            /**
             * @description `SENT`: the queue took it and has not answered yet.
             * @enum {string}
             */
            state: "PENDING" | "SENT" | "SUCCESS" | "FAILED";
            /** @description The queue's answer. */
            message: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description What is reported, by name. */
            payload: unknown;
        };
        RegulatoryReportPage: {
            data: components["schemas"]["RegulatoryReport"][];
            nextCursor: string | null;
        };
        RejectDepositRequest: {
            reason: string;
        };
        RejectWithdrawalRequest: {
            reason: string;
        };
        ReleaseCarfReportRequest: {
            otpCode?: string;
        };
        ReplayAllInboxRequest: {
            source?: string;
            key?: string;
            /** Format: date-time */
            from?: string;
            /** Format: date-time */
            to?: string;
            reason: string;
        };
        ReplaySubscriptionRequest: {
            /**
             * Format: date-time
             * @description Events that were published at or after this time.
             */
            from: string;
        };
        ReplayedEvents: {
            /** Format: int64 */
            replayed: number;
            /** @description False if the bound left more of them parked. */
            isAll: boolean;
        };
        RequestCarfReportRequest: {
            /** @description A year in Jakarta that has ended. */
            year: number;
        };
        RequestedLiabilityProof: {
            /** Format: int64 */
            id: number;
            /** @description Null: the proof of a night. */
            requestedBy: components["schemas"]["OperatorName"] | null;
            /** Format: date-time */
            requestedAt: string;
            /** @description Null while it is being built. */
            takenAt: string | null;
            publishedAt: string | null;
            assets: components["schemas"]["AssetLiabilities"][];
        };
        RequestedRun: {
            /** Format: date-time */
            askedAt: string;
        };
        ResendEventRequest: {
            position: number;
        };
        ResetOperatorRequest: {
            otpCode?: string;
        };
        ResolveOrderRequest: {
            /** @enum {string} */
            outcome: "stands" | "ended";
            reason: string;
            otpCode?: string;
        };
        ResolveWithdrawalRequest: {
            /** @enum {string} */
            outcome: "completed" | "failed" | "retry";
            reason: string;
            otpCode?: string;
        };
        Restoration: {
            /**
             * @description `proposed`: the service suspended the account, and another operator must agree.
             * @enum {string}
             */
            state: "proposed" | "restored";
        };
        RestoreUserRequest: {
            reason: string;
            /** @description The code of the authenticator app. */
            otpCode?: string;
        };
        ReturnSuspenseRequest: {
            reason: string;
            otpCode?: string;
        };
        RotateSubscriptionRequest: {
            otpCode?: string;
        };
        ScheduledJob: {
            job: string;
            /** @description The node of the last run. */
            node: string;
            /** Format: int64 */
            everyMs: number;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            nextAt: string;
            /** Format: int64 */
            tookMs: number;
            /**
             * Format: int64
             * @description Consecutive failures; 0 after a success.
             */
            failures: number;
            succeededAt: string | null;
            failedAt: string | null;
            /** @description Of the last run. */
            error: string | null;
        };
        SearchHit: {
            /** @enum {string} */
            kind: "user" | "withdrawal" | "order" | "claim" | "cash-deposit" | "coin-deposit" | "suspense";
            /** @description Of a deposit, what the filter `cause` of postings takes after its kind. */
            id: string;
            /**
             * @description What of it the text is.
             * @enum {string}
             */
            because: "id" | "name" | "email" | "phone" | "bank-account" | "virtual-account" | "address" | "hash" | "reference" | "amount";
            /** Format: date-time */
            at: string;
            userId: number | null;
            userEmail: string | null;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            userName: string | null;
            symbol: string | null;
            amount: components["schemas"]["Decimal"] | null;
            status: string | null;
        };
        SearchHits: {
            hits: components["schemas"]["SearchHit"][];
        };
        SeenDeposit: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            userId: number;
            email: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            /** @enum {string} */
            status: "PENDING" | "COMPLETED" | "REJECTED";
            /** @description Facts that an operator should check before deciding. */
            review: string | null;
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
            reference: string;
            approvals: components["schemas"]["DepositApproval"][];
            /** @description Valid for five minutes. */
            proofUrl: string | null;
            paidBy: components["schemas"]["CashDetails"] | null;
            /** @description Other claims with the same picture. */
            sameProof: components["schemas"]["OtherClaim"][];
            /** @description The user's other claims, newest first. */
            earlier: components["schemas"]["OtherClaim"][];
            owner: components["schemas"]["OwnerFacts"];
            /** @description On the identity card; null without a proven identity, and for viewers. */
            ownerName: string | null;
            /** @description Whether the stated payer has the owner's proven name, apart from titles and marks; null if a name is not known or not shown. */
            isOwnPayment: boolean | null;
        };
        SeenSuspense: {
            /** Format: int64 */
            id: number;
            source: string;
            reference: string;
            symbol: string | null;
            amount: components["schemas"]["Decimal"] | null;
            /** @description The reported asset, if we do not support it. */
            inWords: string | null;
            reason: string;
            /** @enum {string} */
            state: "open" | "proposed" | "assigned" | "returned";
            assignedUser: number | null;
            /** Format: date-time */
            createdAt: string;
            data: {
                [key: string]: unknown;
            };
            proposals: components["schemas"]["SuspenseProposal"][];
            decidedBy: number | null;
            decidedAt: string | null;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            assignedName: string | null;
            /** @description Users whose account, address or pending claim fits; a hint, no proof. */
            candidates: components["schemas"]["SuspenseCandidate"][];
        };
        SeenWithdrawal: {
            id: string;
            kind: string;
            /** Format: int64 */
            userId: number;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            sent: components["schemas"]["Decimal"];
            /** @description Null if the coin had no price. */
            worthIdr: components["schemas"]["Decimal"] | null;
            /** @enum {string} */
            status: "PENDING_APPROVAL" | "PROCESSING" | "SUBMITTED" | "SUCCESS" | "FAILED" | "REJECTED";
            /** Format: int64 */
            approvalsNeeded: number;
            /** Format: int64 */
            approvals: number;
            approvalReasons: string[];
            incident: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            destination: components["schemas"]["Destination"];
            hold: components["schemas"]["WithdrawalHold"] | null;
            provider: components["schemas"]["ProviderState"];
            reason: string | null;
            /** Format: int64 */
            attempts: number;
            nextAt: string | null;
            endedAt: string | null;
            reversedAt: string | null;
            decisions: components["schemas"]["WithdrawalDecision"][];
            resolutions: components["schemas"]["WithdrawalResolution"][];
            residential: {
                [key: string]: string;
            } | null;
            /** @description Valid for five minutes. */
            idCardUrl: string | null;
            context: components["schemas"]["WithdrawalContext"];
        };
        ServiceLeader: {
            node: string;
            url: string;
            /** Format: int64 */
            epoch: number;
            /** Format: date-time */
            since: string;
            /** @description False if its heartbeat has stopped. */
            isHeld: boolean;
        } | null;
        ServiceNode: {
            node: string;
            url: string;
            version: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            seenAt: string;
            isAlive: boolean;
            leads: boolean;
        };
        SetWalletStatusRequest: {
            /** @enum {string} */
            type: "WD" | "DEPO" | "TRADE";
            /**
             * Format: int64
             * @enum {integer}
             */
            value: 0 | 1;
            reason: string;
            /** @description The code of the authenticator app, to resume. */
            otpCode?: string;
        };
        SettingView: {
            key: string;
            value: string;
            kind: string;
            isPublic: boolean;
            /** @description Whether a change of it requires two operators. */
            guarded: boolean;
            minimum: string | null;
            maximum: string | null;
            version: string;
        };
        StatePriceRequest: {
            /** @description A decimal number of 0 or more, in whole units of its asset. */
            price: string;
        };
        StatedPrice: {
            pair: string;
            price: components["schemas"]["Decimal"];
        };
        StatementEntry: {
            /** Format: int64 */
            postingId: number;
            /** Format: int64 */
            line: number;
            key: string;
            action: string;
            cause: components["schemas"]["CauseName"];
            /** @enum {string} */
            account: "available" | "locked";
            /** @description Negative: out of the account. */
            amount: components["schemas"]["Decimal"];
            balanceAfter: components["schemas"]["Decimal"];
            /** Format: date-time */
            at: string;
        };
        StatementEntryPage: {
            data: components["schemas"]["StatementEntry"][];
            nextCursor: string | null;
        };
        StopRecoveryRequest: {
            reason: string;
        };
        StoredAsset: {
            symbol: string;
            name: string;
            /** @enum {string} */
            kind: "FIAT" | "COIN";
            /** Format: int64 */
            scale: number;
            active: boolean;
            /** @description Of one user, in the asset; null for rupiah, which a setting limits. */
            dailyWithdrawalLimit: components["schemas"]["Decimal"] | null;
            supplyCap: components["schemas"]["Decimal"];
            version: string;
            networks: components["schemas"]["StoredNetwork"][];
        };
        StoredBank: {
            code: string;
            name: string;
            shortName: string;
            /** @enum {string} */
            kind: "BANK" | "WALLET";
            active: boolean;
            /** @description The provider's code; null if it does not serve the bank. */
            payxVaCode: string | null;
            /** @description The provider's code; null if it does not serve the bank. */
            payxPayoutCode: string | null;
            /** @description The provider's code; null if it does not serve the bank. */
            paydCode: string | null;
            accountMinDigits: number | null;
            accountMaxDigits: number | null;
            version: string;
        };
        StoredBanner: {
            /** Format: int64 */
            id: number;
            title: components["schemas"]["BothLanguages"];
            image: string;
            link: string | null;
            status: string;
            /** Format: int64 */
            position: number;
            version: string;
        };
        StoredBannerPage: {
            data: components["schemas"]["StoredBanner"][];
            nextCursor: string | null;
        };
        StoredCountry: {
            iso2: string;
            iso3: string;
            name: components["schemas"]["BothLanguages"];
            dialCode: string | null;
            active: boolean;
            version: string;
        };
        StoredDictionaryEntry: {
            /** Format: int64 */
            id: number;
            type: string;
            value: string;
            label: components["schemas"]["BothLanguages"];
            isChinese: boolean;
            /** Format: int64 */
            position: number;
            version: string;
        };
        StoredDictionaryEntryPage: {
            data: components["schemas"]["StoredDictionaryEntry"][];
            nextCursor: string | null;
        };
        StoredInstruction: {
            /**
             * @description payx's code of the bank.
             * @enum {string}
             */
            bankCode: "BCA" | "BNI" | "BRI" | "MANDIRI" | "PERMATA" | "BSI" | "CIMB" | "BJB" | "MUAMALAT" | "BNC" | "SAHABAT_SAMPOERNA";
            /** @enum {string} */
            lang: "id" | "en";
            /** @enum {string} */
            channel: "ATM" | "MOBILE_BANKING" | "INTERNET_BANKING";
            readonly steps: string[];
            version: string;
        };
        StoredListing: {
            /** @enum {string} */
            kind: "pair" | "asset";
            name: string;
            listing: components["schemas"]["Listing"];
            readonly planned: {
                /** @enum {string} */
                state: "announced" | "trading" | "sell-only" | "withdraw-only" | "delisted";
                /** Format: date-time */
                from: string;
            }[];
            allowed: components["schemas"]["AllowedByListing"];
        };
        StoredNetwork: {
            symbol: string;
            network: string;
            depositActive: boolean;
            withdrawActive: boolean;
            withdrawalFee: components["schemas"]["Decimal"];
            minWithdrawal: components["schemas"]["Decimal"];
            maxWithdrawal: components["schemas"]["Decimal"];
            version: string;
        };
        StoredNews: {
            /** Format: int64 */
            id: number;
            slug: string;
            /** Format: int64 */
            categoryId: number;
            title: components["schemas"]["BothLanguages"];
            summary: components["schemas"]["BothLanguages"];
            body: components["schemas"]["BothLanguages"];
            image: string | null;
            readonly tags: string[];
            status: string;
            publishedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            version: string;
        };
        StoredNewsCategory: {
            /** Format: int64 */
            id: number;
            slug: string;
            name: components["schemas"]["BothLanguages"];
            /** Format: int64 */
            position: number;
            version: string;
        };
        StoredNewsPage: {
            data: components["schemas"]["StoredNews"][];
            nextCursor: string | null;
        };
        StoredTaxRate: {
            /** Format: int64 */
            ratePpm: number;
            /** Format: int64 */
            baseNumerator: number;
            /** Format: int64 */
            baseDenominator: number;
            /**
             * Format: date
             * @description The first day, in Jakarta.
             */
            validFrom: string;
            /** @description The regulation that sets the rate. */
            rule: string;
        };
        StoredTaxSeries: {
            code: string;
            /** @enum {string} */
            kind: "PPH" | "PPN";
            /** @enum {string} */
            side: "BUY" | "SELL" | "FEE";
            /** @enum {string} */
            pairClass: "rupiah" | "fiat" | "coin" | "any";
            /**
             * @description Rates of the status in the setting `tax.collector` apply.
             * @enum {string}
             */
            collector: "domestic" | "foreign";
            /** @description Oldest first; none: it is not taxed. */
            rates: components["schemas"]["StoredTaxRate"][];
            version: string;
        };
        SuspendUserRequest: {
            reason: string;
        };
        SuspendedDepositEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "deposit.suspended";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["SuspendedDepositEventItem"];
        };
        SuspendedDepositEventItem: {
            /** @description The key of the deposit. */
            deposit: string;
            reason: string;
        };
        SuspenseCandidate: {
            /** Format: int64 */
            userId: number;
            email: string;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            name: string | null;
            /** @enum {string} */
            because: "proposed" | "refunded" | "named" | "virtual-account" | "coin-address" | "claim";
            matched: string;
        };
        SuspenseDetails: {
            /** Format: int64 */
            id: number;
            source: string;
            reference: string;
            symbol: string | null;
            amount: components["schemas"]["Decimal"] | null;
            /** @description The reported asset, if we do not support it. */
            inWords: string | null;
            reason: string;
            /** @enum {string} */
            state: "open" | "proposed" | "assigned" | "returned";
            assignedUser: number | null;
            /** Format: date-time */
            createdAt: string;
            data: {
                [key: string]: unknown;
            };
            proposals: components["schemas"]["SuspenseProposal"][];
            decidedBy: number | null;
            decidedAt: string | null;
        };
        SuspenseProposal: {
            operator: components["schemas"]["OperatorName"];
            /** @description The user to credit; null if it is returned. */
            userId: number | null;
            reason: string;
            /** Format: date-time */
            at: string;
        };
        SwitchBankRequest: {
            active: boolean;
            /** @description Why; required if something becomes a proposal. Other operators read it. */
            reason?: string;
            /** @description The code of the authenticator app, if something becomes a proposal. */
            otpCode?: string;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        SwitchCountryRequest: {
            active: boolean;
            /** @description The version of the item as it was read. An older one is refused. */
            version: string;
        };
        TaxCollector: {
            name: string;
            address: string;
            npwp: string;
        };
        TaxCorrection: {
            /** @description Its own unique number. */
            number: string;
            /** @description The slip of the month of the trade. */
            corrects: string;
            /**
             * Format: int64
             * @description The number of the tax on that slip.
             */
            taxId: number;
            /** @enum {string} */
            status: "corrected" | "cancelled";
            reason: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            orderNo: string;
            /** @enum {string} */
            taxType: "PPH" | "PPN";
            /** Format: date-time */
            tradedAt: string;
            oldValueIdr: components["schemas"]["Decimal"];
            oldTaxIdr: components["schemas"]["Decimal"];
            valueIdr: components["schemas"]["Decimal"];
            taxIdr: components["schemas"]["Decimal"];
            /** @description What the tax is more, or less if negative. */
            differenceIdr: components["schemas"]["Decimal"];
            /** Format: date-time */
            madeAt: string;
        };
        TaxMonth: {
            month: string;
            /**
             * Format: int64
             * @description The number of records in its file.
             */
            items: number;
            /** @description The taxes on trades; corrections may make it negative. */
            taxIdr: components["schemas"]["Decimal"];
            /** @description The value-added tax in fees. */
            vatIdr: components["schemas"]["Decimal"];
            /** @description Less what earlier months corrected below zero. */
            taxDueIdr: components["schemas"]["Decimal"];
            vatDueIdr: components["schemas"]["Decimal"];
            /** Format: date-time */
            closedAt: string;
            /** @description The receipt of the treasury (NTPN). */
            taxReceipt: string | null;
            taxPaidAt: string | null;
            vatReceipt: string | null;
            vatPaidAt: string | null;
        };
        TaxMonthPage: {
            data: components["schemas"]["TaxMonth"][];
            nextCursor: string | null;
        };
        TaxPayer: {
            name: string;
            address: string;
            /** @description NIK or NPWP. */
            taxNumber: string;
        };
        TaxReport: {
            pair: string | null;
            side: ("BUY" | "SELL") | null;
            year: number | null;
            month: number | null;
            /** Format: date-time */
            madeAt: string;
            slip: components["schemas"]["TaxSlip"];
            /** @description Made in this time, also of older trades; not in `rows` and `totals`. */
            corrections: components["schemas"]["TaxCorrection"][];
            rows: components["schemas"]["TaxedTrade"][];
            totals: components["schemas"]["TaxTotal"][];
        };
        TaxRow: {
            month: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** Format: int64 */
            trades: number;
            /** @enum {string} */
            kind: "PPH" | "PPN";
            /** @description The regulation that sets the rate. */
            rule: string;
            /** @description In percent. */
            rate: components["schemas"]["Decimal"];
            base: string;
            /** @description In the base asset. */
            volume: components["schemas"]["Decimal"];
            quote: string;
            /** @description In the quote asset. */
            amount: components["schemas"]["Decimal"];
            /** @description The asset from which the tax is taken. */
            symbol: string;
            tax: components["schemas"]["Decimal"];
            /** @description The taxed value in rupiah. */
            valueIdr: components["schemas"]["Decimal"];
            /** @description The tax in rupiah, as it is owed. */
            taxIdr: components["schemas"]["Decimal"];
        };
        TaxRowPage: {
            data: components["schemas"]["TaxRow"][];
            nextCursor: string | null;
        };
        TaxSlip: {
            /** @description Of the slip of a year or a month; null for other reports. */
            number: string | null;
            collector: components["schemas"]["TaxCollector"];
            /** @description Null without an identity, and for API keys. */
            payer: components["schemas"]["TaxPayer"] | null;
        };
        TaxTotal: {
            /** @enum {string} */
            taxType: "PPH" | "PPN";
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** Format: int64 */
            trades: number;
            value: components["schemas"]["Decimal"];
            valueAsset: string;
            tax: components["schemas"]["Decimal"];
            taxAsset: string;
            /** @description The sum of the taxed values in rupiah. */
            valueIdr: components["schemas"]["Decimal"];
            /** @description The sum of the taxes in rupiah. */
            taxIdr: components["schemas"]["Decimal"];
        };
        TaxedTrade: {
            /** Format: int64 */
            id: number;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            orderNo: string;
            amount: components["schemas"]["Decimal"];
            amountAsset: string;
            value: components["schemas"]["Decimal"];
            valueAsset: string;
            /** @enum {string} */
            taxType: "PPH" | "PPN";
            ratePercent: components["schemas"]["Decimal"];
            rule: string;
            tax: components["schemas"]["Decimal"];
            taxAsset: string;
            /** @description The taxed value in rupiah. */
            valueIdr: components["schemas"]["Decimal"];
            /** @description The tax in rupiah, as it is paid to the treasury. */
            taxIdr: components["schemas"]["Decimal"];
            /** @description The source of the rupiah value: `trade`, its own price, or a price and its method. */
            valuedBy: string;
            /** Format: date-time */
            valuedAt: string;
            /**
             * @description Whether a correction changes it since, or cancels it; the figures stay.
             * @enum {string}
             */
            status: "normal" | "corrected" | "cancelled";
            /** @description The number of the last correction. */
            correction: string | null;
            /** @description The base as corrected. */
            rightValueIdr: components["schemas"]["Decimal"] | null;
            /** @description The tax as corrected. */
            rightTaxIdr: components["schemas"]["Decimal"] | null;
            /** Format: date-time */
            tradedAt: string;
        };
        TestDelivery: {
            /** @description Null: a test event. */
            position: number | null;
            type: string;
            /** Format: date-time */
            at: string;
            /** Format: int64 */
            tookMs: number;
            /**
             * @description `refused`: a status other than 200 to 299. `failed`: no response.
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "failed";
            status: number | null;
            /** @description The first characters of the body. */
            response: string | null;
            /** @description Why there was no response. */
            reason: string | null;
            payload: string;
        };
        TimelineEntry: {
            /** @enum {string} */
            kind: "sign-in" | "failed-sign-in" | "identity" | "deposit" | "order" | "withdrawal" | "message" | "alert" | "operator";
            /** Format: date-time */
            at: string;
            /** @description The id that the entry has in the list of its kind. */
            id: string;
            title: string;
            status: string | null;
            detail: string | null;
            amount: components["schemas"]["Decimal"] | null;
            symbol: string | null;
        };
        TimelineEntryPage: {
            data: components["schemas"]["TimelineEntry"][];
            nextCursor: string | null;
        };
        Transfer: {
            id: string;
            /** @enum {string} */
            type: "CASH_DEPOSIT" | "COIN_DEPOSIT" | "COIN_WITHDRAWAL" | "CASH_WITHDRAWAL";
            symbol: string;
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            status: string;
            network: string | null;
            address: string | null;
            txHash: string | null;
            /** @description Why an operator reviews a withdrawal now; else empty. */
            readonly reviewReasons: ("other_name" | "unknown_name" | "large_amount" | "new_destination" | "recent_change" | "other")[];
            /** @description When the bank returned a paid withdrawal; else null. */
            reversedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TransferEvent: {
            /** @description The same in every delivery: the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "deposit.credited" | "deposit.rejected" | "withdrawal.accepted" | "withdrawal.completed" | "withdrawal.failed" | "withdrawal.reversed";
            /** Format: int64 */
            version: number;
            /**
             * Format: date-time
             * @description The time of the fact.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The place in the list of all events, without gaps. 0: a test event.
             */
            position: number;
            userId: number | null;
            /**
             * Format: int64
             * @description The number among the user's events, without gaps; among those without a user if `userId` is null.
             */
            sequence: number;
            data: components["schemas"]["Transfer"];
        };
        TrialBalanceRow: {
            day: string;
            symbol: string;
            /** @description Such as `house.fees`; `users.available`, of all users; or `total`. */
            account: string;
            opening: components["schemas"]["Decimal"];
            /** @description What moves of the day took into the account. */
            into: components["schemas"]["Decimal"];
            /** @description What moves of the day took out of the account. */
            outOf: components["schemas"]["Decimal"];
            closing: components["schemas"]["Decimal"];
        };
        TrialBalanceRowPage: {
            data: components["schemas"]["TrialBalanceRow"][];
            nextCursor: string | null;
        };
        UnmatchedTrade: {
            tradeId: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            venueOrderId: string;
            clientOrderId: string | null;
            volume: components["schemas"]["Decimal"];
            amount: components["schemas"]["Decimal"];
            commission: components["schemas"]["Decimal"];
            /** @description What was received. */
            commissionAsset: string;
            /** Format: date-time */
            tradedAt: string;
            /** Format: date-time */
            recordedAt: string;
        };
        UnmatchedTradePage: {
            data: components["schemas"]["UnmatchedTrade"][];
            nextCursor: string | null;
        };
        UploadPictureRequest: {
            /** Format: binary */
            image: Blob;
        };
        UploadedPicture: {
            /** @description Send it as the `image` of a banner or a news item. */
            name: string;
        };
        UsedLimit: {
            /**
             * @description Of the current day in Jakarta; open orders are of one pair.
             * @enum {string}
             */
            kind: "withdrawals" | "withdrawals-of-asset" | "orders" | "open-orders" | "claims";
            /** @description Null if orders or claims count. */
            symbol: string | null;
            used: components["schemas"]["Decimal"];
            most: components["schemas"]["Decimal"];
        };
        UserBalance: {
            symbol: string;
            available: components["schemas"]["Decimal"];
            locked: components["schemas"]["Decimal"];
            /** @description Null if no price is recent enough. */
            worthIdr: components["schemas"]["Decimal"] | null;
        };
        UserDetails: {
            /** Format: int64 */
            id: number;
            /** @description On the identity card; null without a proven identity, and for viewers. */
            name: string | null;
            email: string;
            emailVerified: boolean;
            phone: string | null;
            language: string;
            bind2FA: boolean;
            identityStatus: string;
            suspendedAt: string | null;
            suspensionReason: string | null;
            /** @description Whether two operators must agree to restore the account. */
            suspendedByService: boolean;
            withdrawLockedUntil: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The worth of all balances that have a price. */
            worthIdr: components["schemas"]["Decimal"];
            balances: components["schemas"]["UserBalance"][];
            registration: components["schemas"]["UserRegistration"] | null;
            /** @description Where the user certified to be tax resident. */
            taxCertification: components["schemas"]["UserTaxCertification"] | null;
            devices: components["schemas"]["UserDevice"][];
            sessions: components["schemas"]["UserSession"][];
            limits: components["schemas"]["UsedLimit"][];
            risks: components["schemas"]["UserRisk"][];
        };
        UserDevice: {
            name: string | null;
            network: string;
            /** @description Whether it has ever presented its key. */
            keyKept: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            usedAt: string;
        };
        UserRegistration: {
            /** Format: int64 */
            id: number;
            status: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Null once it is decided. */
            tries: number | null;
        };
        UserRisk: {
            kind: string;
            since: string | null;
            until: string | null;
            detail: string | null;
        };
        UserSession: {
            /** Format: int64 */
            id: number;
            device: string | null;
            ip: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        UserTaxCertification: {
            countries: string[];
            /** @description Whether the user explained a residence that the card does not suggest. */
            explained: boolean;
            /** Format: date-time */
            certifiedAt: string;
        };
        VatRow: {
            month: string;
            /**
             * @description What the fees are for.
             * @enum {string}
             */
            source: "trade" | "deposit" | "withdrawal";
            /** @description Whether the fees were given back. */
            returned: boolean;
            /** Format: int64 */
            fees: number;
            /**
             * Format: int64
             * @description How many of them are not in `vatIdr`, since no price in rupiah was known.
             */
            unvalued: number;
            symbol: string;
            fee: components["schemas"]["Decimal"];
            /** @description The value-added tax that the fees include, in rupiah. */
            vatIdr: components["schemas"]["Decimal"];
        };
        VatRowPage: {
            data: components["schemas"]["VatRow"][];
            nextCursor: string | null;
        };
        VolumeRow: {
            month: string;
            txPair: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** Format: int64 */
            trades: number;
            base: string;
            /** @description In the base asset. */
            volume: components["schemas"]["Decimal"];
            quote: string;
            /** @description In the quote asset. */
            amount: components["schemas"]["Decimal"];
        };
        VolumeRowPage: {
            data: components["schemas"]["VolumeRow"][];
            nextCursor: string | null;
        };
        WaitingWithdrawal: {
            id: string;
            /** Format: date-time */
            at: string;
            worthIdr: components["schemas"]["Decimal"];
        };
        WalletFlag: {
            /** @enum {string} */
            type: "WD" | "DEPO" | "TRADE";
            /**
             * Format: int64
             * @description 1 if withdrawals (WD), deposits (DEPO) or new orders (TRADE) are active.
             */
            value: number;
            reason: string | null;
            /** Format: date-time */
            updatedAt: string;
        };
        WalletSwitch: {
            /** @enum {string} */
            type: "WD" | "DEPO" | "TRADE";
            /** Format: int64 */
            value: number;
            /** @description The proposed change; the terms have not changed yet. Null if all hold at once. */
            proposal: components["schemas"]["Proposal"] | null;
        };
        WithdrawalContext: {
            destination: components["schemas"]["DestinationHistory"];
            price: components["schemas"]["WithdrawalPrice"] | null;
            alsoWaiting: components["schemas"]["WaitingWithdrawal"][];
            owner: components["schemas"]["OwnerFacts"];
            /** @description On the identity card; null without a proven identity, and for viewers. */
            ownerName: string | null;
            /** @description Whether the bank account is in the owner's proven name, apart from titles and marks; null if a name is not known, or coins are withdrawn. */
            isOwnAccount: boolean | null;
        };
        WithdrawalDecision: {
            operator: components["schemas"]["OperatorName"];
            note: string | null;
            /** Format: date-time */
            at: string;
        };
        WithdrawalDetails: {
            id: string;
            kind: string;
            /** Format: int64 */
            userId: number;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            sent: components["schemas"]["Decimal"];
            /** @description Null if the coin had no price. */
            worthIdr: components["schemas"]["Decimal"] | null;
            /** @enum {string} */
            status: "PENDING_APPROVAL" | "PROCESSING" | "SUBMITTED" | "SUCCESS" | "FAILED" | "REJECTED";
            /** Format: int64 */
            approvalsNeeded: number;
            /** Format: int64 */
            approvals: number;
            approvalReasons: string[];
            incident: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            destination: components["schemas"]["Destination"];
            hold: components["schemas"]["WithdrawalHold"] | null;
            provider: components["schemas"]["ProviderState"];
            reason: string | null;
            /** Format: int64 */
            attempts: number;
            nextAt: string | null;
            endedAt: string | null;
            reversedAt: string | null;
            decisions: components["schemas"]["WithdrawalDecision"][];
            resolutions: components["schemas"]["WithdrawalResolution"][];
        };
        WithdrawalHold: {
            initial: components["schemas"]["Decimal"];
            remaining: components["schemas"]["Decimal"];
        };
        WithdrawalPrice: {
            /** @description In rupiah, by which the request was valued; null if there was none. */
            used: components["schemas"]["Decimal"] | null;
            now: components["schemas"]["PriceNow"] | null;
        };
        WithdrawalResolution: {
            operator: components["schemas"]["OperatorName"];
            outcome: string;
            reason: string;
            /** Format: date-time */
            at: string;
            closedAt: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The rest of each limit, and the seconds until it is full again. */
        RateLimit: string;
        /** @description The limits that count this request. */
        RateLimitPolicy: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export interface operations {
    loginOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "sari@example.com",
                 *       "password": "a long enough password"
                 *     }
                 */
                "application/json": components["schemas"]["LoginOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "auth.logged_in",
                     *       "result": true,
                     *       "data": {
                     *         "token": "xot_l4eALtZC4qDCQTNCglDi8YKT2VMpJpOL7DhjnbCgtoE",
                     *         "expiresAt": "2026-11-27T22:54:33.661Z",
                     *         "operator": {
                     *           "id": 4,
                     *           "email": "sari@example.com",
                     *           "role": "viewer",
                     *           "bind2FA": false,
                     *           "passwordInitial": false,
                     *           "invited": false,
                     *           "confirmed": true,
                     *           "disabled": false,
                     *           "createdAt": "2026-11-27T14:54:30.815Z",
                     *           "version": "_XppjsdvffXs28hyZmI7RP",
                     *           "attestedUntil": null,
                     *           "attestationDue": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.logged_in";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OperatorSession"];
                    };
                };
            };
        };
    };
    acceptInvitationOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "zSYJDXyxkor4Rtw68zMLb2oNMVtQv_Df4YTIOUIGU6M",
                 *       "password": "a long enough password"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_invitation_accepted",
                     *       "result": true,
                     *       "data": {
                     *         "id": 7,
                     *         "email": "sari@example.com",
                     *         "role": "viewer",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": false,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:34.099Z",
                     *         "version": "_XppjsdvffXs28hyZmI7RP",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_invitation_accepted";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    logoutOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "auth.logged_out",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.logged_out";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    showMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "email": "operator@sandbox.test",
                     *         "role": "admin",
                     *         "bind2FA": true,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-23T18:22:20.164Z",
                     *         "attestedUntil": null,
                     *         "attestationDue": false,
                     *         "version": "OHs5zVNKzmSLHq3czWXf6s"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    changePasswordOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "a long enough password",
                 *       "password": "another long password",
                 *       "password_confirmation": "another long password"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "passwords.reset",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "passwords.reset";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    offerTwofaOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["OfferTwofaOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_twofa_offered",
                     *       "result": true,
                     *       "data": {
                     *         "secret2FA": "EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM",
                     *         "otpauthUrl": "otpauth://totp/Tukar%20console:sari@example.com?secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&issuer=Tukar%20console",
                     *         "qrCode": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_twofa_offered";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OperatorTwofaSecret"];
                    };
                };
            };
        };
    };
    bindTwofaOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["BindTwofaOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.twofa_binded_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.twofa_binded_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    showOperators: {
        parameters: {
            query?: {
                role?: "viewer" | "support" | "finance" | "admin";
                disabled?: boolean | string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operators_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 31,
                     *             "email": "sari@example.com",
                     *             "role": "viewer",
                     *             "bind2FA": false,
                     *             "passwordInitial": false,
                     *             "invited": false,
                     *             "confirmed": true,
                     *             "disabled": false,
                     *             "createdAt": "2026-11-27T14:54:59.205Z",
                     *             "version": "_XppjsdvffXs28hyZmI7RP",
                     *             "attestedUntil": null,
                     *             "attestationDue": false
                     *           }
                     *         ],
                     *         "nextCursor": "31"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operators_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OperatorPage"];
                    };
                };
            };
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "sari@example.com",
                 *       "role": "finance",
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_created",
                     *       "result": true,
                     *       "data": {
                     *         "id": 24,
                     *         "email": "sari@example.com",
                     *         "role": "finance",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": true,
                     *         "confirmed": false,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:55:02.641Z",
                     *         "version": "_t5r8zhF2YUJZ2lJwtkFwJ",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_created";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    exportOperators: {
        parameters: {
            query?: {
                role?: "viewer" | "support" | "finance" | "admin";
                disabled?: boolean | string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 31,
                     *         "email": "sari@example.com",
                     *         "role": "viewer",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:59.205Z",
                     *         "version": "_XppjsdvffXs28hyZmI7RP",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    changeRoleOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "finance",
                 *       "version": "_XppjsdvffXs28hyZmI7RP",
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeRoleOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 22,
                     *         "email": "sari@example.com",
                     *         "role": "finance",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:58.731Z",
                     *         "version": "_t5r8zhF2YUJZ2lJwtkFwJ",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    disableOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "left the company"
                 *     }
                 */
                "application/json": components["schemas"]["DisableOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "email": "sari@example.com",
                     *         "role": "admin",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "disabled": true,
                     *         "createdAt": "2026-11-27T14:54:51.919Z",
                     *         "version": "aLjmULRxL7xLriZJQzVb2r",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    enableOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["EnableOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 22,
                     *         "email": "sari@example.com",
                     *         "role": "viewer",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:58.731Z",
                     *         "version": "_XppjsdvffXs28hyZmI7RP",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    resetOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["ResetOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 22,
                     *         "email": "sari@example.com",
                     *         "role": "finance",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": true,
                     *         "confirmed": false,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:58.731Z",
                     *         "version": "_t5r8zhF2YUJZ2lJwtkFwJ",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["InviteOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 22,
                     *         "email": "sari@example.com",
                     *         "role": "finance",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": true,
                     *         "confirmed": false,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:58.731Z",
                     *         "version": "_t5r8zhF2YUJZ2lJwtkFwJ",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    confirmOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "otpCode": "268167"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 23,
                     *         "email": "sari@example.com",
                     *         "role": "finance",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T14:54:59.017Z",
                     *         "version": "_t5r8zhF2YUJZ2lJwtkFwJ",
                     *         "attestedUntil": null,
                     *         "attestationDue": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    attestOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AttestOperatorRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 21,
                     *         "email": "sari@example.com",
                     *         "role": "admin",
                     *         "bind2FA": false,
                     *         "passwordInitial": false,
                     *         "invited": false,
                     *         "confirmed": true,
                     *         "attestedUntil": "2027-02-27T18:01:07.646Z",
                     *         "attestationDue": false,
                     *         "disabled": false,
                     *         "createdAt": "2026-11-27T18:01:07.118Z",
                     *         "version": "aLjmULRxL7xLriZJQzVb2r"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    showUsers: {
        parameters: {
            query?: {
                q?: string;
                suspended?: "true" | "false";
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.users_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 2,
                     *             "name": null,
                     *             "email": "sari@example.com",
                     *             "emailVerified": true,
                     *             "phone": "+6281234567890",
                     *             "language": "en",
                     *             "bind2FA": false,
                     *             "identityStatus": "none",
                     *             "suspendedAt": null,
                     *             "suspensionReason": null,
                     *             "suspendedByService": false,
                     *             "withdrawLockedUntil": null,
                     *             "createdAt": "2026-11-27T18:27:57.119Z"
                     *           }
                     *         ],
                     *         "nextCursor": "2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.users_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["FoundUserPage"];
                    };
                };
            };
        };
    };
    exportUsers: {
        parameters: {
            query?: {
                q?: string;
                suspended?: "true" | "false";
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.user_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 8,
                     *         "name": null,
                     *         "email": "sari@example.com",
                     *         "emailVerified": true,
                     *         "phone": "+6281234567890",
                     *         "language": "en",
                     *         "bind2FA": true,
                     *         "identityStatus": "success",
                     *         "suspendedAt": "2026-11-27T18:28:13.280Z",
                     *         "suspensionReason": "stolen",
                     *         "suspendedByService": false,
                     *         "withdrawLockedUntil": "2026-11-27T19:28:13.280Z",
                     *         "createdAt": "2026-11-27T18:28:13.174Z",
                     *         "worthIdr": "0",
                     *         "balances": [],
                     *         "registration": null,
                     *         "devices": [
                     *           {
                     *             "name": "node",
                     *             "network": "127.0.0.0/24",
                     *             "keyKept": false,
                     *             "createdAt": "2026-11-27T18:28:13.174Z",
                     *             "usedAt": "2026-11-27T18:28:13.174Z"
                     *           }
                     *         ],
                     *         "sessions": [
                     *           {
                     *             "id": 9,
                     *             "device": "node",
                     *             "ip": "203.0.113.7",
                     *             "createdAt": "2026-11-27T18:28:13.174Z",
                     *             "lastUsedAt": "2026-11-27T18:28:13.174Z",
                     *             "expiresAt": "2026-12-27T18:28:13.174Z"
                     *           }
                     *         ],
                     *         "limits": [
                     *           {
                     *             "kind": "withdrawals",
                     *             "symbol": "IDR",
                     *             "used": "0",
                     *             "most": "500000000"
                     *           }
                     *         ],
                     *         "risks": [
                     *           {
                     *             "kind": "suspended",
                     *             "since": "2026-11-27T18:28:13.280Z",
                     *             "until": null,
                     *             "detail": "stolen"
                     *           }
                     *         ],
                     *         "taxCertification": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["UserDetails"];
                    };
                };
            };
        };
    };
    showTimeline: {
        parameters: {
            query?: {
                kind?: "sign-in" | "failed-sign-in" | "identity" | "deposit" | "order" | "withdrawal" | "message" | "alert" | "operator";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.user_timeline_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "kind": "failed-sign-in",
                     *             "at": "2026-11-27T15:37:00.352Z",
                     *             "id": "4",
                     *             "title": "Tukar 3.1 (Android 17)",
                     *             "status": "suspended",
                     *             "detail": "203.0.0.5",
                     *             "amount": null,
                     *             "symbol": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_timeline_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TimelineEntryPage"];
                    };
                };
            };
        };
    };
    exportUsersTimeline: {
        parameters: {
            query?: {
                kind?: "sign-in" | "failed-sign-in" | "identity" | "deposit" | "order" | "withdrawal" | "message" | "alert" | "operator";
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    suspendUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "reason 3"
                 *     }
                 */
                "application/json": components["schemas"]["SuspendUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.user_suspended",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_suspended";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    restoreUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "the incident is settled",
                 *       "otpCode": "017771"
                 *     }
                 */
                "application/json": components["schemas"]["RestoreUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.user_restored",
                     *       "result": true,
                     *       "data": {
                     *         "state": "proposed"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_restored";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Restoration"];
                    };
                };
            };
        };
    };
    openRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardNumber": "3173010101901001",
                 *       "reason": "video call: face and card match"
                 *     }
                 */
                "application/json": components["schemas"]["OpenRecoveryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.recovery_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "userId": 24,
                     *         "userEmail": "sari@example.com",
                     *         "state": "proposed",
                     *         "createdAt": "2026-11-27T18:01:11.009Z",
                     *         "dueAt": null,
                     *         "endedAt": null,
                     *         "endedBy": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.recovery_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AppRecovery"];
                    };
                };
            };
        };
    };
    showRecoveries: {
        parameters: {
            query?: {
                state?: "proposed" | "agreed" | "recovered" | "stopped" | "void";
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.recoveries_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.recoveries_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ListedRecoveryPage"];
                    };
                };
            };
        };
    };
    exportRecoveries: {
        parameters: {
            query?: {
                state?: "proposed" | "agreed" | "recovered" | "stopped" | "void";
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.recovery_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 9,
                     *         "userId": 10,
                     *         "userEmail": "sari@example.com",
                     *         "state": "void",
                     *         "createdAt": "2026-11-27T18:28:17.306Z",
                     *         "dueAt": "2026-11-27T18:28:17.352Z",
                     *         "endedAt": "2026-11-27T18:28:17.643Z",
                     *         "endedBy": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.recovery_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AppRecovery"];
                    };
                };
            };
        };
    };
    agreeRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AgreeRecoveryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.recovery_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "userId": 24,
                     *         "userEmail": "sari@example.com",
                     *         "state": "agreed",
                     *         "createdAt": "2026-11-27T18:01:11.009Z",
                     *         "dueAt": "2026-11-28T18:01:11.073Z",
                     *         "endedAt": null,
                     *         "endedBy": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.recovery_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AppRecovery"];
                    };
                };
            };
        };
    };
    stopRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "the caller was an impostor"
                 *     }
                 */
                "application/json": components["schemas"]["StopRecoveryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.recovery_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 8,
                     *         "userId": 32,
                     *         "userEmail": "sari@example.com",
                     *         "state": "stopped",
                     *         "createdAt": "2026-11-27T18:01:15.144Z",
                     *         "dueAt": "2026-11-28T18:01:15.155Z",
                     *         "endedAt": "2026-11-27T18:01:15.171Z",
                     *         "endedBy": {
                     *           "id": 26,
                     *           "email": "sari@example.com"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.recovery_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AppRecovery"];
                    };
                };
            };
        };
    };
    showBlacklistedPhones: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.blacklist_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "phone": "+628111111111",
                     *             "reason": "another",
                     *             "createdAt": "2026-11-27T09:14:35.537Z"
                     *           }
                     *         ],
                     *         "nextCursor": "1795770875537907-628111111111"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.blacklist_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["BlacklistedPhonePage"];
                    };
                };
            };
        };
    };
    blacklistPhone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+628111111111",
                 *       "reason": "another"
                 *     }
                 */
                "application/json": components["schemas"]["BlacklistPhoneRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.phone_blacklisted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.phone_blacklisted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    liftPhone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+6281234567890",
                 *       "reason": "its owner wrote"
                 *     }
                 */
                "application/json": components["schemas"]["LiftPhoneRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.phone_lifted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.phone_lifted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    exportBlacklistPhones: {
        parameters: {
            query?: {
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showUserTaxes: {
        parameters: {
            query?: {
                pair?: string;
                side?: "BUY" | "SELL";
                year?: number;
                month?: number;
                format?: "json" | "pdf" | "csv";
                lang?: "id" | "en";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.tax_report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "pair": null,
                     *         "side": null,
                     *         "year": 2025,
                     *         "month": null,
                     *         "madeAt": "2026-11-27T23:07:31.416Z",
                     *         "slip": {
                     *           "number": "TUKAR-2025-7",
                     *           "collector": {
                     *             "name": "PT Tukar (sample)",
                     *             "address": "Jalan Contoh 1, Jakarta",
                     *             "npwp": "0000000000000000"
                     *           },
                     *           "payer": {
                     *             "name": "JOKO PRASETYO",
                     *             "address": "JL. MERDEKA NO. 17, GAMBIR, GAMBIR, JAKARTA PUSAT, DKI JAKARTA",
                     *             "taxNumber": "3173010101901002"
                     *           }
                     *         },
                     *         "corrections": [],
                     *         "rows": [
                     *           {
                     *             "id": 114,
                     *             "txPair": "BTC_IDR",
                     *             "side": "SELL",
                     *             "orderNo": "TK-14",
                     *             "amount": "0.001",
                     *             "amountAsset": "BTC",
                     *             "value": "1600000",
                     *             "valueAsset": "IDR",
                     *             "taxType": "PPH",
                     *             "ratePercent": "0.21",
                     *             "rule": "PMK 50/2025",
                     *             "tax": "3360",
                     *             "taxAsset": "IDR",
                     *             "valueIdr": "1600000",
                     *             "taxIdr": "3360",
                     *             "valuedBy": "trade",
                     *             "valuedAt": "2025-09-01T05:00:00.000Z",
                     *             "status": "normal",
                     *             "correction": null,
                     *             "rightValueIdr": null,
                     *             "rightTaxIdr": null,
                     *             "tradedAt": "2025-09-01T05:00:00.000Z"
                     *           }
                     *         ],
                     *         "totals": [
                     *           {
                     *             "taxType": "PPH",
                     *             "side": "SELL",
                     *             "trades": 1,
                     *             "value": "1600000",
                     *             "valueAsset": "IDR",
                     *             "tax": "3360",
                     *             "taxAsset": "IDR",
                     *             "valueIdr": "1600000",
                     *             "taxIdr": "3360"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.tax_report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TaxReport"];
                    };
                    "application/pdf": unknown;
                    "text/csv": unknown;
                };
            };
        };
    };
    showUserStatement: {
        parameters: {
            query: {
                startDate: string;
                endDate: string;
                format?: "pdf" | "csv";
                lang?: "id" | "en";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "text/csv": unknown;
                };
            };
        };
    };
    showHolds: {
        parameters: {
            query?: {
                olderThan?: number;
                user?: number;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.holds_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 1,
                     *             "userId": 1,
                     *             "email": "sari@example.com",
                     *             "symbol": "IDR",
                     *             "initial": "100",
                     *             "remaining": "100",
                     *             "owner": {
                     *               "kind": "withdrawal",
                     *               "id": "wd-known-one",
                     *               "status": "SUBMITTED",
                     *               "incident": "odd"
                     *             },
                     *             "openedAt": "2026-11-23T16:20:28.469Z",
                     *             "ageSeconds": 7200
                     *           }
                     *         ],
                     *         "nextCursor": "1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.holds_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["HoldPage"];
                    };
                };
            };
        };
    };
    exportHolds: {
        parameters: {
            query?: {
                olderThan?: number;
                user?: number;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showHouse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.house_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "symbol": "IDR",
                     *           "owed": "1500.5",
                     *           "supplyCap": "50000000000",
                     *           "accounts": [
                     *             {
                     *               "account": "house.payx",
                     *               "balance": "-1500.5"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.house_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["HouseAsset"][];
                    };
                };
            };
        };
    };
    showPostings: {
        parameters: {
            query?: {
                user?: number;
                key?: string;
                cause?: string;
                action?: "DEPOSIT" | "WITHDRAWAL" | "HOLD" | "RELEASE" | "TRADE" | "FEE" | "TAX" | "ADJUSTMENT";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.postings_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 4,
                     *             "key": "hold:withdrawal:wd-of-ani-1",
                     *             "action": "HOLD",
                     *             "at": "2026-11-23T18:20:33.924Z",
                     *             "moves": [
                     *               {
                     *                 "symbol": "IDR",
                     *                 "amount": "400",
                     *                 "from": {
                     *                   "account": "user.available",
                     *                   "userId": 1,
                     *                   "after": "600"
                     *                 },
                     *                 "to": {
                     *                   "account": "user.locked",
                     *                   "userId": 1,
                     *                   "after": "400"
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "nextCursor": "4"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.postings_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PostingPage"];
                    };
                };
            };
        };
    };
    exportLedgerPostings: {
        parameters: {
            query?: {
                user?: number;
                key?: string;
                cause?: string;
                action?: "DEPOSIT" | "WITHDRAWAL" | "HOLD" | "RELEASE" | "TRADE" | "FEE" | "TAX" | "ADJUSTMENT";
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showBalancesAt: {
        parameters: {
            query: {
                at: string;
                owner?: "house" | "users";
                user?: number;
                symbol?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.balances_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "at": "2026-03-10T17:00:00.001Z",
                     *             "account": "user",
                     *             "userId": 38,
                     *             "symbol": "IDR",
                     *             "balance": "250",
                     *             "locked": "10"
                     *           }
                     *         ],
                     *         "nextCursor": "38-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.balances_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["BalanceAtPage"];
                    };
                };
            };
        };
    };
    exportLedgerBalances: {
        parameters: {
            query: {
                at: string;
                owner?: "house" | "users";
                user?: number;
                symbol?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showTrialBalance: {
        parameters: {
            query: {
                day: string;
                symbol?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.trial_balance_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "day": "2026-03-10",
                     *             "symbol": "IDR",
                     *             "account": "users.available",
                     *             "opening": "0",
                     *             "into": "250",
                     *             "outOf": "0",
                     *             "closing": "250"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.trial_balance_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TrialBalanceRowPage"];
                    };
                };
            };
        };
    };
    exportLedgerTrialBalance: {
        parameters: {
            query: {
                day: string;
                symbol?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    explainPosting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.posting_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 3,
                     *         "key": "withdrawal:wd-2e299fb11665633b6bff6e7d611a7c0a",
                     *         "action": "WITHDRAWAL",
                     *         "at": "2026-11-23T18:30:02.074Z",
                     *         "moves": [
                     *           {
                     *             "symbol": "BTC",
                     *             "amount": "0.0048",
                     *             "from": {
                     *               "account": "user.locked",
                     *               "userId": 1,
                     *               "after": "0.0002"
                     *             },
                     *             "to": {
                     *               "account": "house.custody",
                     *               "userId": null,
                     *               "after": null
                     *             }
                     *           }
                     *         ],
                     *         "cause": {
                     *           "kind": "withdrawal",
                     *           "id": "wd-2e299fb11665633b6bff6e7d611a7c0a",
                     *           "userId": 1,
                     *           "status": "SUCCESS",
                     *           "symbol": "BTC",
                     *           "amount": "0.005",
                     *           "at": "2026-11-23T18:30:01.809Z"
                     *         },
                     *         "siblings": [
                     *           {
                     *             "id": 2,
                     *             "key": "hold:withdrawal:wd-2e299fb11665633b6bff6e7d611a7c0a",
                     *             "action": "HOLD",
                     *             "at": "2026-11-23T18:30:01.809Z"
                     *           }
                     *         ],
                     *         "events": [
                     *           {
                     *             "id": 4,
                     *             "source": "custody.v2",
                     *             "key": "04d7d996-140a-4fe5-a57d-fbeedf0d74b4",
                     *             "state": "done",
                     *             "outcome": "succeeded",
                     *             "receivedAt": "2026-11-23T18:30:02.074Z",
                     *             "redeliveries": 0
                     *           }
                     *         ],
                     *         "notices": [
                     *           {
                     *             "to": "user",
                     *             "id": "1",
                     *             "userId": 1,
                     *             "kind": "withdrawal-accepted",
                     *             "title": "Withdrawal requested",
                     *             "at": "2026-11-23T18:30:01.865Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.posting_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PostingDetails"];
                    };
                };
            };
        };
    };
    showStatement: {
        parameters: {
            query: {
                user: number;
                asset: string;
                action?: "DEPOSIT" | "WITHDRAWAL" | "HOLD" | "RELEASE" | "TRADE" | "FEE" | "TAX" | "ADJUSTMENT";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.statement_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "postingId": 1,
                     *             "line": 0,
                     *             "key": "fund:4092:16",
                     *             "action": "DEPOSIT",
                     *             "cause": {
                     *               "kind": "other",
                     *               "id": "fund:4092:16"
                     *             },
                     *             "account": "available",
                     *             "amount": "10",
                     *             "balanceAfter": "10",
                     *             "at": "2026-11-23T18:30:03.674Z"
                     *           }
                     *         ],
                     *         "nextCursor": "1-0-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.statement_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StatementEntryPage"];
                    };
                };
            };
        };
    };
    exportStatement: {
        parameters: {
            query: {
                user: number;
                asset: string;
                action?: "DEPOSIT" | "WITHDRAWAL" | "HOLD" | "RELEASE" | "TRADE" | "FEE" | "TAX" | "ADJUSTMENT";
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showInbox: {
        parameters: {
            query?: {
                state?: "pending" | "done" | "parked";
                source?: string;
                key?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inbox_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 1,
                     *             "source": "payx.deposit-paid",
                     *             "key": "payment-1",
                     *             "state": "done",
                     *             "outcome": "credited",
                     *             "attempts": 1,
                     *             "error": null,
                     *             "nextAt": null,
                     *             "receivedAt": "2026-11-23T18:20:19.531Z",
                     *             "appliedAt": "2026-11-23T18:20:19.531Z"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inbox_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["InboxEventPage"];
                    };
                };
            };
        };
    };
    exportInbox: {
        parameters: {
            query?: {
                state?: "pending" | "done" | "parked";
                source?: string;
                key?: string;
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inbox_event_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "source": "payx.deposit-paid",
                     *         "key": "pay-1",
                     *         "state": "done",
                     *         "outcome": "credited",
                     *         "attempts": 1,
                     *         "error": null,
                     *         "nextAt": null,
                     *         "receivedAt": "2026-11-23T18:29:56.790Z",
                     *         "appliedAt": "2026-11-23T18:29:56.790Z",
                     *         "body": "{\n  \"id\": \"object-pay-1\",\n  \"payment_id\": \"pay-1\",\n  \"callback_virtual_account_id\": \"account-object\",\n  \"owner_id\": \"merchant\",\n  \"external_id\": \"external\",\n  \"account_number\": \"1076640921\",\n  \"bank_code\": \"BCA\",\n  \"merchant_code\": \"10766\",\n  \"amount\": 250000,\n  \"transaction_timestamp\": \"2026-01-01T00:00:00.000Z\"\n}",
                     *         "isRaw": false,
                     *         "proposals": [],
                     *         "proof": "token",
                     *         "answer": "accepted",
                     *         "redeliveries": 1,
                     *         "lastRedeliveryAt": "2026-11-23T18:29:57.158Z",
                     *         "related": {
                     *           "causes": [
                     *             {
                     *               "kind": "cash-deposit",
                     *               "id": "payx:pay-1",
                     *               "userId": 1,
                     *               "status": "COMPLETED",
                     *               "symbol": "IDR",
                     *               "amount": "250000",
                     *               "at": "2026-11-23T18:29:56.790Z"
                     *             }
                     *           ],
                     *           "postings": [
                     *             {
                     *               "id": 1,
                     *               "key": "deposit:payx:pay-1",
                     *               "action": "DEPOSIT",
                     *               "at": "2026-11-23T18:29:56.790Z"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "to": "user",
                     *               "id": "1",
                     *               "userId": 1,
                     *               "kind": "deposit-completed",
                     *               "title": "Deposit received",
                     *               "at": "2026-11-23T18:29:56.968Z"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inbox_event_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["InboxEventDetails"];
                    };
                };
            };
        };
    };
    replayInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inbox_event_replayed",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inbox_event_replayed";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    replayAllInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "test.held",
                 *       "reason": "the provider mended it"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayAllInboxRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inbox_events_replayed",
                     *       "result": true,
                     *       "data": {
                     *         "replayed": 3,
                     *         "isAll": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inbox_events_replayed";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ReplayedEvents"];
                    };
                };
            };
        };
    };
    showAudit: {
        parameters: {
            query?: {
                operatorId?: number;
                action?: string;
                subjectKind?: string;
                subjectId?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_audit_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 5,
                     *             "operator": {
                     *               "id": 2,
                     *               "email": "sari@example.com"
                     *             },
                     *             "action": "news.delete",
                     *             "subject": {
                     *               "kind": "news",
                     *               "id": "1"
                     *             },
                     *             "before": {
                     *               "slug": "new-pair",
                     *               "tags": [],
                     *               "image": "https://cdn.test/a.png",
                     *               "status": "DRAFT",
                     *               "title.en": "Other en",
                     *               "title.id": "Other id",
                     *               "categoryId": 1,
                     *               "summary.en": "Summary en",
                     *               "summary.id": "Summary id",
                     *               "publishedAt": null,
                     *               "bodySha256.en": "837c26e20becb5306691fc4291b6019152b720491da32430b7af6eb420bebba7",
                     *               "bodySha256.id": "c797ec67c0b22d00511ada82be418654b09415dc93a7613f29307e3d895114c3"
                     *             },
                     *             "after": null,
                     *             "ip": "203.0.113.7",
                     *             "requestId": "35abf50dd19353b4-00000b",
                     *             "at": "2026-11-27T14:54:27.379Z"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_audit_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AuditEntryPage"];
                    };
                };
            };
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                operatorId?: number;
                action?: string;
                subjectKind?: string;
                subjectId?: string;
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showAlerts: {
        parameters: {
            query?: {
                severity?: "info" | "warning" | "critical" | "notable";
                kind?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.operator_alerts_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 12,
                     *             "severity": "warning",
                     *             "kind": "operator-changed",
                     *             "subject": "operator@sandbox.test enabled viewer-14793-3@tukar.test",
                     *             "data": {
                     *               "ip": "203.0.113.7",
                     *               "byId": "5",
                     *               "email": "sari@example.com",
                     *               "byEmail": "operator@sandbox.test",
                     *               "operatorId": "7"
                     *             },
                     *             "createdAt": "2026-11-27T14:54:41.157Z"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.operator_alerts_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AlertPage"];
                    };
                };
            };
        };
    };
    exportAlerts: {
        parameters: {
            query?: {
                severity?: "info" | "warning" | "critical" | "notable";
                kind?: string;
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    openOperatorStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: start
                     *     data: {"resumed":false}
                     *
                     *     event: queues
                     *     data: {"withdrawals":2,"deposits":1,"suspense":0,"breaks":0,"inbox":0,"orders":0,"proposals":1,"inquiries":3,"identities":0}
                     *
                     *     event: changed
                     *     data: {"list":"withdrawals","ids":["WD-EXAMPLE"]}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    listPublishedEvents: {
        parameters: {
            query?: {
                after?: number;
                limit?: number;
                type?: "deposit.credited" | "deposit.rejected" | "deposit.suspended" | "withdrawal.accepted" | "withdrawal.completed" | "withdrawal.failed" | "withdrawal.reversed" | "order.accepted" | "order.done" | "order.canceled" | "fill.recorded" | "ledger.adjusted" | "identity.verified" | "identity.failed" | "account.registered" | "account.email_verified" | "account.suspended" | "account.restored" | "account.withdrawals_locked" | "account.password_changed" | "account.pin_changed" | "account.twofa_bound" | "account.twofa_unbound" | "account.phone_bound" | "account.bank_account_changed" | "account.saved_address_changed" | "account.api_key_created" | "account.api_key_changed" | "account.api_key_deleted" | "operator.acted" | "break.opened" | "break.resolved";
                userId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.events_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": "evt_15ee5d6c-d5bb-43d4-b8f5-1d753b6d3c17",
                     *             "type": "account.registered",
                     *             "version": 1,
                     *             "timestamp": "2026-11-27T23:42:34.070Z",
                     *             "position": 2,
                     *             "userId": 9,
                     *             "sequence": 1,
                     *             "data": {
                     *               "userId": 9
                     *             }
                     *           }
                     *         ],
                     *         "after": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.events_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventList"];
                    };
                };
            };
        };
    };
    showSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscriptions_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 17,
                     *           "name": "A CRM",
                     *           "url": "https://api.example.com/hook",
                     *           "kinds": [
                     *             "account.registered"
                     *           ],
                     *           "userId": null,
                     *           "personal": false,
                     *           "state": "active",
                     *           "publicKey": "whpk_THEwpFcxjxLCsehMJCiYKRuJxeRc2zXTKG/kubNLQ88=",
                     *           "formerUntil": null,
                     *           "position": 5,
                     *           "failures": 0,
                     *           "failingSince": null,
                     *           "createdBy": {
                     *             "id": 24,
                     *             "email": "second@sandbox.test"
                     *           },
                     *           "createdAt": "2026-11-27T23:42:35.098Z",
                     *           "endedAt": null,
                     *           "change": null,
                     *           "version": "IkgK123LmGy1t8zAJ9Sedb"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscriptions_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"][];
                    };
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A CRM",
                 *       "url": "https://api.example.com/hook",
                 *       "kinds": [
                 *         "withdrawal.*"
                 *       ],
                 *       "personal": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_created",
                     *       "result": true,
                     *       "data": {
                     *         "id": 11,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "withdrawal.*"
                     *         ],
                     *         "userId": null,
                     *         "personal": true,
                     *         "state": "proposed",
                     *         "publicKey": "whpk_xHKOIdJr1usoExmuLX1dPG+pHDeLA9grwlhVcJfEK6A=",
                     *         "formerUntil": null,
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 17,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-27T23:42:33.893Z",
                     *         "endedAt": null,
                     *         "secret": "whsec_atUyJDApMzIY6ELPqxTLyG+gIQztls3k2vvzWiBfLXY=",
                     *         "change": null,
                     *         "version": "Tts0tok_e0Tvkwlb15Bqbg"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_created";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscriptionWithSecret"];
                    };
                };
            };
        };
    };
    showSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 6,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "account.registered"
                     *         ],
                     *         "userId": null,
                     *         "personal": false,
                     *         "state": "active",
                     *         "publicKey": "whpk_WB+OGEWEfbLK5f0b9I+Rul14x/XKqO6hE/X3HhHOd5o=",
                     *         "formerUntil": null,
                     *         "position": 3,
                     *         "failures": 1,
                     *         "failingSince": "2026-11-27T23:42:32.795Z",
                     *         "createdBy": {
                     *           "id": 10,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-27T23:42:32.525Z",
                     *         "endedAt": null,
                     *         "lastPosition": 3,
                     *         "waiting": 1,
                     *         "givenUp": 0,
                     *         "findings": [
                     *           "refused"
                     *         ],
                     *         "change": null,
                     *         "version": "IkgK123LmGy1t8zAJ9Sedb"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscriptionDetails"];
                    };
                };
            };
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "bKnNOVdoLnL_tq-EUdMuJp",
                 *       "name": "A CRM",
                 *       "url": "https://api.example.com/third",
                 *       "kinds": [
                 *         "*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChangeSubscriptionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 54,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "*"
                     *         ],
                     *         "userId": null,
                     *         "personal": true,
                     *         "state": "active",
                     *         "publicKey": "whpk_edL9SXNFLnr4G57QhzbMen+x6+EbGQ+dTFF2hBd+Rr0=",
                     *         "formerUntil": null,
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 5,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-28T02:08:04.572Z",
                     *         "endedAt": null,
                     *         "change": {
                     *           "name": "A CRM",
                     *           "url": "https://api.example.com/third",
                     *           "kinds": [
                     *             "*"
                     *           ],
                     *           "userId": null
                     *         },
                     *         "version": "Sl9lCMZcc7dxZqz7IPAlQt"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"];
                    };
                };
            };
        };
    };
    agreeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "bKnNOVdoLnL_tq-EUdMuJp"
                 *     }
                 */
                "application/json": components["schemas"]["AgreeSubscriptionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 54,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "*"
                     *         ],
                     *         "userId": null,
                     *         "personal": true,
                     *         "state": "active",
                     *         "publicKey": "whpk_edL9SXNFLnr4G57QhzbMen+x6+EbGQ+dTFF2hBd+Rr0=",
                     *         "formerUntil": null,
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 5,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-28T02:08:04.572Z",
                     *         "endedAt": null,
                     *         "change": null,
                     *         "version": "bKnNOVdoLnL_tq-EUdMuJp"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"];
                    };
                };
            };
        };
    };
    rotateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RotateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_rotated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 10,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "deposit.*"
                     *         ],
                     *         "userId": null,
                     *         "personal": false,
                     *         "state": "active",
                     *         "publicKey": "whpk_IZwTnLtkvPkZ4N7+vZExBnacsSg17jOPUQoW41A0E1c=",
                     *         "formerUntil": "2026-11-28T23:42:33.826Z",
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 15,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-27T23:42:33.813Z",
                     *         "endedAt": null,
                     *         "secret": "whsec_n084qQdfOkzI2fK4MbFspy4BGwjFvPi1LXAiEkxcXMw=",
                     *         "change": null,
                     *         "version": "BTTM_w9L-xvsdbLTG4sGlM"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_rotated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscriptionWithSecret"];
                    };
                };
            };
        };
    };
    pauseSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 15,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "account.registered"
                     *         ],
                     *         "userId": null,
                     *         "personal": false,
                     *         "state": "paused",
                     *         "publicKey": "whpk_tk7eY5IiuwAi09VjUc8b5rBK0qMBsqiL+su7wI7KFKw=",
                     *         "formerUntil": null,
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 21,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-27T23:42:34.669Z",
                     *         "endedAt": null,
                     *         "change": null,
                     *         "version": "IkgK123LmGy1t8zAJ9Sedb"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"];
                    };
                };
            };
        };
    };
    resumeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 7,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "account.registered"
                     *         ],
                     *         "userId": null,
                     *         "personal": false,
                     *         "state": "active",
                     *         "publicKey": "whpk_VGtfbvt3A445SIF7s9v/xrzR8OAs79oWXusn9km0RNg=",
                     *         "formerUntil": null,
                     *         "position": 3,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 12,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-27T23:42:33.122Z",
                     *         "endedAt": null,
                     *         "change": null,
                     *         "version": "IkgK123LmGy1t8zAJ9Sedb"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"];
                    };
                };
            };
        };
    };
    endSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "*"
                     *         ],
                     *         "userId": null,
                     *         "personal": false,
                     *         "state": "ended",
                     *         "publicKey": "whpk_w4sLr01UnO/XGzokqxGWra2f5AjMeuMZT4mUhblrBdY=",
                     *         "formerUntil": null,
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 1,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-28T02:07:45.200Z",
                     *         "endedAt": "2026-11-28T02:07:53.470Z",
                     *         "change": null,
                     *         "version": "bKnNOVdoLnL_tq-EUdMuJp"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"];
                    };
                };
            };
        };
    };
    testSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_tested",
                     *       "result": true,
                     *       "data": {
                     *         "position": null,
                     *         "type": "test",
                     *         "at": "2026-11-27T23:42:33.744Z",
                     *         "tookMs": 2,
                     *         "outcome": "refused",
                     *         "status": 302,
                     *         "response": "",
                     *         "reason": null,
                     *         "payload": "{\"id\":\"evt_test_be48d98d3fcc67e04b1d4dc2\",\"type\":\"test\",\"version\":1,\"timestamp\":\"2026-11-27T23:42:33.744Z\",\"position\":0,\"userId\":null,\"sequence\":0,\"data\":{}}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_tested";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TestDelivery"];
                    };
                };
            };
        };
    };
    replaySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-27T23:41:34.025Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplaySubscriptionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.subscription_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 14,
                     *         "name": "A CRM",
                     *         "url": "https://api.example.com/hook",
                     *         "kinds": [
                     *           "account.registered"
                     *         ],
                     *         "userId": null,
                     *         "personal": false,
                     *         "state": "active",
                     *         "publicKey": "whpk_Gp10nMbbB3A3zuDxyCSoQN466vPdy/YnIEMKGpEK21Y=",
                     *         "formerUntil": null,
                     *         "position": 0,
                     *         "failures": 0,
                     *         "failingSince": null,
                     *         "createdBy": {
                     *           "id": 19,
                     *           "email": "operator@sandbox.test"
                     *         },
                     *         "createdAt": "2026-11-27T23:42:34.018Z",
                     *         "endedAt": null,
                     *         "change": null,
                     *         "version": "IkgK123LmGy1t8zAJ9Sedb"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.subscription_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["EventSubscription"];
                    };
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "position": 2
                 *     }
                 */
                "application/json": components["schemas"]["ResendEventRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.event_resent",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.event_resent";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    showAttempts: {
        parameters: {
            query?: {
                outcome?: "delivered" | "refused" | "failed";
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.delivery_attempts_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 36,
                     *             "position": 3,
                     *             "type": "account.registered",
                     *             "at": "2026-11-27T23:42:35.022Z",
                     *             "tookMs": 1,
                     *             "outcome": "delivered",
                     *             "status": 204,
                     *             "response": "",
                     *             "reason": null,
                     *             "payload": "{\"id\":\"evt_1c1e813f-75ab-45a4-a88c-7d7689d52b27\",\"type\":\"account.registered\",\"version\":1,\"timestamp\":\"2026-11-27T23:42:34.732Z\",\"position\":3,\"userId\":12,\"sequence\":1,\"data\":{\"userId\":12}}"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.delivery_attempts_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["DeliveryAttemptPage"];
                    };
                };
            };
        };
    };
    exportSubscriptionsAttempts: {
        parameters: {
            query?: {
                outcome?: "delivered" | "refused" | "failed";
                sort?: "desc" | "asc";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showIdentities: {
        parameters: {
            query?: {
                user?: number;
                status?: "STARTED" | "UNKNOWN" | "PENDING" | "SUCCESS" | "FAILED";
                undecided?: "true";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.identities_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 15,
                     *             "userId": 24,
                     *             "email": "sari@example.com",
                     *             "status": "PENDING",
                     *             "undecided": true,
                     *             "tries": 1,
                     *             "nextAt": "2026-11-27T18:28:47.899Z",
                     *             "createdAt": "2026-11-27T18:28:45.801Z",
                     *             "updatedAt": "2026-11-27T18:28:45.899Z",
                     *             "userName": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.identities_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ListedIdentityPage"];
                    };
                };
            };
        };
    };
    exportIdentities: {
        parameters: {
            query?: {
                user?: number;
                status?: "STARTED" | "UNKNOWN" | "PENDING" | "SUCCESS" | "FAILED";
                undecided?: "true";
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.identity_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 6,
                     *         "userId": 21,
                     *         "email": "sari@example.com",
                     *         "status": "SUCCESS",
                     *         "undecided": false,
                     *         "tries": null,
                     *         "nextAt": null,
                     *         "createdAt": "2026-11-27T18:28:43.070Z",
                     *         "updatedAt": "2026-11-27T18:28:43.184Z",
                     *         "transactionId": "2d0c21c542661e01b09a9130fb79cd0d",
                     *         "outcome": {
                     *           "status": "registered",
                     *           "reason": null
                     *         },
                     *         "card": {
                     *           "nik": "3173010101901017",
                     *           "name": "AGUS WIJAYA",
                     *           "birthPlace": "JAKARTA",
                     *           "birthDate": "01-01-1990",
                     *           "gender": "LAKI-LAKI",
                     *           "bloodType": "O",
                     *           "address": "JL. MERDEKA NO. 17",
                     *           "rtRw": "001/002",
                     *           "village": "GAMBIR",
                     *           "district": "GAMBIR",
                     *           "city": "JAKARTA PUSAT",
                     *           "province": "DKI JAKARTA",
                     *           "religion": "ISLAM",
                     *           "maritalStatus": "BELUM KAWIN",
                     *           "job": "KARYAWAN SWASTA",
                     *           "citizenship": "WNI",
                     *           "validUntil": "SEUMUR HIDUP"
                     *         },
                     *         "pictures": [
                     *           {
                     *             "kind": "card",
                     *             "url": "https://api.example.com/api/files/52c870107bd59862fecee51c3aabf774?expires=1795804424&signature=OrRsoxSKapEMcUfTjqU8Zq00xHzjDcSMFhzJV5kcgdk"
                     *           }
                     *         ],
                     *         "duplicates": [
                     *           {
                     *             "userId": 22,
                     *             "email": "sari@example.com",
                     *             "status": "failed",
                     *             "why": "alert"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.identity_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["IdentityDetails"];
                    };
                };
            };
        };
    };
    queryIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "the user wrote"
                 *     }
                 */
                "application/json": components["schemas"]["QueryIdentityRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.identity_queried",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.identity_queried";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listStoredNews: {
        parameters: {
            query?: {
                status?: "DRAFT" | "PUBLISHED";
                categoryId?: number;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 1,
                     *             "slug": "new-pair",
                     *             "categoryId": 1,
                     *             "title": {
                     *               "id": "Title id",
                     *               "en": "Title en"
                     *             },
                     *             "summary": {
                     *               "id": "Summary id",
                     *               "en": "Summary en"
                     *             },
                     *             "body": {
                     *               "id": "<p>Body</p> id",
                     *               "en": "<p>Body</p> en"
                     *             },
                     *             "image": "https://cdn.test/a.png",
                     *             "tags": [
                     *               "listing"
                     *             ],
                     *             "status": "PUBLISHED",
                     *             "publishedAt": "2026-11-27T14:54:24.837Z",
                     *             "createdAt": "2026-11-27T14:54:05.176Z",
                     *             "updatedAt": "2026-11-27T14:54:24.837Z",
                     *             "version": "fpxjiFRKRI4QKSpnLx2Auf"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNewsPage"];
                    };
                };
            };
        };
    };
    createNews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "picture",
                 *       "categoryId": 10,
                 *       "image": "ce55820d0d370706bd2da0bd153bb29a",
                 *       "title": {
                 *         "id": "T",
                 *         "en": "T"
                 *       },
                 *       "summary": {
                 *         "id": "S",
                 *         "en": "S"
                 *       },
                 *       "body": {
                 *         "id": "<p>B</p>",
                 *         "en": "<p>B</p>"
                 *       },
                 *       "tags": [
                 *         "a"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateNewsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 9,
                     *         "slug": "picture",
                     *         "categoryId": 10,
                     *         "title": {
                     *           "id": "T",
                     *           "en": "T"
                     *         },
                     *         "summary": {
                     *           "id": "S",
                     *           "en": "S"
                     *         },
                     *         "body": {
                     *           "id": "<p>B</p>",
                     *           "en": "<p>B</p>"
                     *         },
                     *         "image": "ce55820d0d370706bd2da0bd153bb29a",
                     *         "tags": [
                     *           "a"
                     *         ],
                     *         "status": "DRAFT",
                     *         "publishedAt": null,
                     *         "createdAt": "2026-11-27T14:54:56.141Z",
                     *         "updatedAt": "2026-11-27T14:54:56.141Z",
                     *         "version": "1mFWI9LtLI0yY2oRuyo7dY"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNews"];
                    };
                };
            };
        };
    };
    exportNews: {
        parameters: {
            query?: {
                status?: "DRAFT" | "PUBLISHED";
                categoryId?: number;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showStoredNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 4,
                     *         "slug": "a",
                     *         "categoryId": 3,
                     *         "title": {
                     *           "id": "a (id)",
                     *           "en": "a (en)"
                     *         },
                     *         "summary": {
                     *           "id": "Summary of a (id)",
                     *           "en": "Summary of a (en)"
                     *         },
                     *         "body": {
                     *           "id": "<p>Body of a</p> (id)",
                     *           "en": "<p>Body of a</p> (en)"
                     *         },
                     *         "image": null,
                     *         "tags": [],
                     *         "status": "DRAFT",
                     *         "publishedAt": null,
                     *         "createdAt": "2026-11-27T14:54:55.845Z",
                     *         "updatedAt": "2026-11-27T14:54:55.845Z",
                     *         "version": "oLdVpsIUV7NVVF4rmpJMNU"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNews"];
                    };
                };
            };
        };
    };
    editNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "fpxjiFRKRI4QKSpnLx2Auf",
                 *       "slug": "new-pair",
                 *       "categoryId": 1,
                 *       "title": {
                 *         "id": "Other id",
                 *         "en": "Other en"
                 *       },
                 *       "summary": {
                 *         "id": "Summary id",
                 *         "en": "Summary en"
                 *       },
                 *       "body": {
                 *         "id": "<p>Body</p> id",
                 *         "en": "<p>Body</p> en"
                 *       },
                 *       "image": "https://cdn.test/a.png",
                 *       "tags": []
                 *     }
                 */
                "application/json": components["schemas"]["EditNewsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "slug": "new-pair",
                     *         "categoryId": 1,
                     *         "title": {
                     *           "id": "Other id",
                     *           "en": "Other en"
                     *         },
                     *         "summary": {
                     *           "id": "Summary id",
                     *           "en": "Summary en"
                     *         },
                     *         "body": {
                     *           "id": "<p>Body</p> id",
                     *           "en": "<p>Body</p> en"
                     *         },
                     *         "image": "https://cdn.test/a.png",
                     *         "tags": [],
                     *         "status": "PUBLISHED",
                     *         "publishedAt": "2026-11-27T14:54:24.837Z",
                     *         "createdAt": "2026-11-27T14:54:05.176Z",
                     *         "updatedAt": "2026-11-27T14:54:26.781Z",
                     *         "version": "y23YKiX-7usujoH_lWDcmi"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNews"];
                    };
                };
            };
        };
    };
    deleteNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_deleted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_deleted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    publishNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PublishNewsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 9,
                     *         "slug": "picture",
                     *         "categoryId": 10,
                     *         "title": {
                     *           "id": "T",
                     *           "en": "T"
                     *         },
                     *         "summary": {
                     *           "id": "S",
                     *           "en": "S"
                     *         },
                     *         "body": {
                     *           "id": "<p>B</p>",
                     *           "en": "<p>B</p>"
                     *         },
                     *         "image": "ce55820d0d370706bd2da0bd153bb29a",
                     *         "tags": [
                     *           "a"
                     *         ],
                     *         "status": "PUBLISHED",
                     *         "publishedAt": "2026-11-27T14:54:56.326Z",
                     *         "createdAt": "2026-11-27T14:54:56.141Z",
                     *         "updatedAt": "2026-11-27T14:54:56.326Z",
                     *         "version": "1mFWI9LtLI0yY2oRuyo7dY"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNews"];
                    };
                };
            };
        };
    };
    unpublishNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "slug": "new-pair",
                     *         "categoryId": 1,
                     *         "title": {
                     *           "id": "Other id",
                     *           "en": "Other en"
                     *         },
                     *         "summary": {
                     *           "id": "Summary id",
                     *           "en": "Summary en"
                     *         },
                     *         "body": {
                     *           "id": "<p>Body</p> id",
                     *           "en": "<p>Body</p> en"
                     *         },
                     *         "image": "https://cdn.test/a.png",
                     *         "tags": [],
                     *         "status": "DRAFT",
                     *         "publishedAt": null,
                     *         "createdAt": "2026-11-27T14:54:05.176Z",
                     *         "updatedAt": "2026-11-27T14:54:27.295Z",
                     *         "version": "y23YKiX-7usujoH_lWDcmi"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNews"];
                    };
                };
            };
        };
    };
    listStoredCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 7,
                     *           "slug": "market",
                     *           "name": {
                     *             "id": "Pasar id",
                     *             "en": "Pasar en"
                     *           },
                     *           "position": 0,
                     *           "version": "FpPzPj2cgqYqFZFkmvMCA3"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredNewsCategory"][];
                    };
                };
            };
        };
    };
    createNewsCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "market",
                 *       "name": {
                 *         "id": "Market id",
                 *         "en": "Market en"
                 *       },
                 *       "position": 2
                 *     }
                 */
                "application/json": components["schemas"]["CreateNewsCategoryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 7,
                     *         "slug": "market",
                     *         "name": {
                     *           "id": "Market id",
                     *           "en": "Market en"
                     *         },
                     *         "position": 2,
                     *         "version": "zh2RuVGvk49syd--8r6kxg"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNewsCategory"];
                    };
                };
            };
        };
    };
    editNewsCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "zh2RuVGvk49syd--8r6kxg",
                 *       "slug": "market",
                 *       "name": {
                 *         "id": "Pasar id",
                 *         "en": "Pasar en"
                 *       },
                 *       "position": 0
                 *     }
                 */
                "application/json": components["schemas"]["EditNewsCategoryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 7,
                     *         "slug": "market",
                     *         "name": {
                     *           "id": "Pasar id",
                     *           "en": "Pasar en"
                     *         },
                     *         "position": 0,
                     *         "version": "FpPzPj2cgqYqFZFkmvMCA3"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredNewsCategory"];
                    };
                };
            };
        };
    };
    deleteNewsCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_deleted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_deleted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listStoredBanners: {
        parameters: {
            query?: {
                status?: "ACTIVE" | "INACTIVE";
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 1,
                     *             "title": {
                     *               "id": "third (id)",
                     *               "en": "third (en)"
                     *             },
                     *             "image": "https://cdn.test/third.png",
                     *             "link": null,
                     *             "status": "ACTIVE",
                     *             "position": 2,
                     *             "version": "X_8kLrPIQqJW7d9FeszOmT"
                     *           }
                     *         ],
                     *         "nextCursor": "1-3"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredBannerPage"];
                    };
                };
            };
        };
    };
    createBanner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": {
                 *         "id": "Promo",
                 *         "en": "Promo"
                 *       },
                 *       "image": "ec4c5118017399ed45219cc0943e0136",
                 *       "status": "ACTIVE"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBannerRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "title": {
                     *           "id": "Promo",
                     *           "en": "Promo"
                     *         },
                     *         "image": "ec4c5118017399ed45219cc0943e0136",
                     *         "link": null,
                     *         "status": "ACTIVE",
                     *         "position": 0,
                     *         "version": "8HX-WE-IjxmugkVtQRRKle"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredBanner"];
                    };
                };
            };
        };
    };
    exportBanners: {
        parameters: {
            query?: {
                status?: "ACTIVE" | "INACTIVE";
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    editBanner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "Ap4LU0Vgt36cb9VsBUYB4R",
                 *       "title": {
                 *         "id": "Promo id",
                 *         "en": "Promo en"
                 *       },
                 *       "image": "https://cdn.test/a.png",
                 *       "link": "https://app.test/promo",
                 *       "status": "ACTIVE",
                 *       "position": 3
                 *     }
                 */
                "application/json": components["schemas"]["EditBannerRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "title": {
                     *           "id": "Promo id",
                     *           "en": "Promo en"
                     *         },
                     *         "image": "https://cdn.test/a.png",
                     *         "link": "https://app.test/promo",
                     *         "status": "ACTIVE",
                     *         "position": 3,
                     *         "version": "uwQtwn4CbaLQ50qO79qTwq"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredBanner"];
                    };
                };
            };
        };
    };
    deleteBanner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_deleted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_deleted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    uploadPicture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadPictureRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "name": "ec4c5118017399ed45219cc0943e0136"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["UploadedPicture"];
                    };
                };
            };
        };
    };
    listStoredEntries: {
        parameters: {
            query?: {
                type?: "language" | "currency" | "occupation" | "source_of_funds" | "purpose" | "gender" | "marital_status" | "religion";
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 43,
                     *             "type": "gender",
                     *             "value": "MALE",
                     *             "label": {
                     *               "id": "Laki-laki",
                     *               "en": "Male"
                     *             },
                     *             "isChinese": false,
                     *             "position": 1,
                     *             "version": "Y3K_rKJKrpb9po6i7zr4fo"
                     *           }
                     *         ],
                     *         "nextCursor": "1-43"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredDictionaryEntryPage"];
                    };
                };
            };
        };
    };
    createDictionaryEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gender",
                 *       "value": "X",
                 *       "label": {
                 *         "id": "X id",
                 *         "en": "X en"
                 *       },
                 *       "isChinese": false,
                 *       "position": 9
                 *     }
                 */
                "application/json": components["schemas"]["CreateDictionaryEntryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 56,
                     *         "type": "gender",
                     *         "value": "X",
                     *         "label": {
                     *           "id": "X id",
                     *           "en": "X en"
                     *         },
                     *         "isChinese": false,
                     *         "position": 9,
                     *         "version": "Pzecxxe_ZYPjR19zj4ldG_"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredDictionaryEntry"];
                    };
                };
            };
        };
    };
    exportDictionaries: {
        parameters: {
            query?: {
                type?: "language" | "currency" | "occupation" | "source_of_funds" | "purpose" | "gender" | "marital_status" | "religion";
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    editDictionaryEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "gender",
                 *       "value": "X",
                 *       "label": {
                 *         "id": "Y id",
                 *         "en": "Y en"
                 *       },
                 *       "isChinese": true,
                 *       "position": 9,
                 *       "version": "OHs5zVNKzmSLHq3czWXf6s"
                 *     }
                 */
                "application/json": components["schemas"]["EditDictionaryEntryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 56,
                     *         "type": "gender",
                     *         "value": "X",
                     *         "label": {
                     *           "id": "Y id",
                     *           "en": "Y en"
                     *         },
                     *         "isChinese": true,
                     *         "position": 9,
                     *         "version": "OHs5zVNKzmSLHq3czWXf6s"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StoredDictionaryEntry"];
                    };
                };
            };
        };
    };
    deleteDictionaryEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_deleted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_deleted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    showInquiries: {
        parameters: {
            query?: {
                state?: "open" | "closed";
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inquiries_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 2,
                     *             "subject": "two",
                     *             "state": "open",
                     *             "createdAt": "2026-11-27T14:54:41.772Z",
                     *             "answers": 0
                     *           }
                     *         ],
                     *         "nextCursor": "2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inquiries_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["InquiryItemPage"];
                    };
                };
            };
        };
    };
    exportInquiries: {
        parameters: {
            query?: {
                state?: "open" | "closed";
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showInquiry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inquiry_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 9,
                     *         "subject": "A deposit",
                     *         "state": "closed",
                     *         "createdAt": "2026-11-27T14:54:51.141Z",
                     *         "firstName": "Sri",
                     *         "lastName": "Rahayu",
                     *         "email": "sri@example.com",
                     *         "phone": "0812000001",
                     *         "message": "Where is my <b>deposit</b>?",
                     *         "closedBy": {
                     *           "id": 19,
                     *           "email": "sari@example.com"
                     *         },
                     *         "closedAt": "2026-11-27T14:54:51.593Z",
                     *         "answers": [
                     *           {
                     *             "id": 8,
                     *             "by": {
                     *               "id": 19,
                     *               "email": "sari@example.com"
                     *             },
                     *             "lang": "id",
                     *             "message": "Done",
                     *             "at": "2026-11-27T14:54:51.593Z"
                     *           }
                     *         ],
                     *         "version": "4dfvDLzWLvGmiid-kU6mRE"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inquiry_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Inquiry"];
                    };
                };
            };
        };
    };
    answerInquiry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "tza7onKeydArO0EP2L71zY",
                 *       "message": "Done",
                 *       "close": true
                 *     }
                 */
                "application/json": components["schemas"]["AnswerInquiryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inquiry_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 9,
                     *         "subject": "A deposit",
                     *         "state": "closed",
                     *         "createdAt": "2026-11-27T14:54:51.141Z",
                     *         "firstName": "Sri",
                     *         "lastName": "Rahayu",
                     *         "email": "sri@example.com",
                     *         "phone": "0812000001",
                     *         "message": "Where is my <b>deposit</b>?",
                     *         "closedBy": {
                     *           "id": 19,
                     *           "email": "sari@example.com"
                     *         },
                     *         "closedAt": "2026-11-27T14:54:51.593Z",
                     *         "answers": [
                     *           {
                     *             "id": 8,
                     *             "by": {
                     *               "id": 19,
                     *               "email": "sari@example.com"
                     *             },
                     *             "lang": "id",
                     *             "message": "Done",
                     *             "at": "2026-11-27T14:54:51.593Z"
                     *           }
                     *         ],
                     *         "version": "4dfvDLzWLvGmiid-kU6mRE"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inquiry_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Inquiry"];
                    };
                };
            };
        };
    };
    closeInquiry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inquiry_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "subject": "two",
                     *         "state": "closed",
                     *         "createdAt": "2026-11-27T14:54:41.772Z",
                     *         "firstName": "Sri",
                     *         "lastName": "Rahayu",
                     *         "email": "sri@example.com",
                     *         "phone": "0812000001",
                     *         "message": "Where is my <b>deposit</b>?",
                     *         "closedBy": {
                     *           "id": 11,
                     *           "email": "sari@example.com"
                     *         },
                     *         "closedAt": "2026-11-27T14:54:41.982Z",
                     *         "answers": [],
                     *         "version": "5FbIDpJ43sddU0LdC-_gZQ"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inquiry_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Inquiry"];
                    };
                };
            };
        };
    };
    showTaxes: {
        parameters: {
            query: {
                month: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "month": "2026-03",
                     *             "txPair": "BTC_IDR",
                     *             "side": "SELL",
                     *             "trades": 3,
                     *             "kind": "PPH",
                     *             "rule": "PMK 50/2025",
                     *             "rate": "0.21",
                     *             "base": "BTC",
                     *             "volume": "0.003",
                     *             "quote": "IDR",
                     *             "amount": "4800000",
                     *             "symbol": "IDR",
                     *             "tax": "10080",
                     *             "valueIdr": "4800000",
                     *             "taxIdr": "10080"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TaxRowPage"];
                    };
                };
            };
        };
    };
    exportReportsTaxes: {
        parameters: {
            query: {
                month: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showVolumes: {
        parameters: {
            query: {
                month: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "month": "2026-11",
                     *             "txPair": "BTC_IDR",
                     *             "side": "BUY",
                     *             "trades": 2,
                     *             "base": "BTC",
                     *             "volume": "0.01",
                     *             "quote": "IDR",
                     *             "amount": "16000000"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["VolumeRowPage"];
                    };
                };
            };
        };
    };
    exportReportsVolumes: {
        parameters: {
            query: {
                month: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showFees: {
        parameters: {
            query: {
                month: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "month": "2026-11",
                     *             "txPair": "BTC_IDR",
                     *             "side": "BUY",
                     *             "trades": 2,
                     *             "symbol": "BTC",
                     *             "fee": "0.00001",
                     *             "vatIdr": "1585.58"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["FeeRowPage"];
                    };
                };
            };
        };
    };
    exportReportsFees: {
        parameters: {
            query: {
                month: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showVat: {
        parameters: {
            query: {
                month: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "month": "2026-03",
                     *             "source": "trade",
                     *             "returned": false,
                     *             "fees": 3,
                     *             "unvalued": 0,
                     *             "symbol": "BTC",
                     *             "fee": "0.000003",
                     *             "vatIdr": "475.65"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["VatRowPage"];
                    };
                };
            };
        };
    };
    exportReportsVat: {
        parameters: {
            query: {
                month: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    searchEverything: {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.search_completed",
                     *       "result": true,
                     *       "data": {
                     *         "hits": [
                     *           {
                     *             "kind": "withdrawal",
                     *             "id": "wd-000e3aa3615284bfe9c07a24c982f18c",
                     *             "because": "id",
                     *             "at": "2026-11-27T18:28:36.355Z",
                     *             "userId": 14,
                     *             "userEmail": "sari@example.com",
                     *             "userName": "SITI RAHAYU",
                     *             "symbol": "IDR",
                     *             "amount": "12345000",
                     *             "status": "PENDING_APPROVAL"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.search_completed";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SearchHits"];
                    };
                };
            };
        };
    };
    showCarfReports: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.carf_reports_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 9,
                     *             "year": 2025,
                     *             "isCorrection": false,
                     *             "state": "drawn",
                     *             "requestedBy": {
                     *               "id": 19,
                     *               "email": "sari@example.com"
                     *             },
                     *             "requestedAt": "2026-11-27T19:07:49.938Z",
                     *             "drawnAt": "2026-11-27T19:07:49.965Z",
                     *             "newRecords": 0,
                     *             "corrections": 0,
                     *             "deletions": 0,
                     *             "unvalued": 0,
                     *             "unidentified": 0,
                     *             "checked": "valid",
                     *             "problems": null,
                     *             "releasedAt": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.carf_reports_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CarfReportPage"];
                    };
                };
            };
        };
    };
    requestCarfReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "year": 2025
                 *     }
                 */
                "application/json": components["schemas"]["RequestCarfReportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.carf_report_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "year": 2025,
                     *         "isCorrection": false,
                     *         "state": "drawing",
                     *         "requestedBy": {
                     *           "id": 2,
                     *           "email": "sari@example.com"
                     *         },
                     *         "requestedAt": "2026-11-27T19:07:35.171Z",
                     *         "drawnAt": null,
                     *         "newRecords": 0,
                     *         "corrections": 0,
                     *         "deletions": 0,
                     *         "unvalued": 0,
                     *         "unidentified": 0,
                     *         "checked": null,
                     *         "problems": null,
                     *         "releasedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.carf_report_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CarfReport"];
                    };
                };
            };
        };
    };
    exportCarfReports: {
        parameters: {
            query?: {
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showCarfReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.carf_report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 9,
                     *         "year": 2025,
                     *         "isCorrection": false,
                     *         "state": "drawn",
                     *         "requestedBy": {
                     *           "id": 19,
                     *           "email": "sari@example.com"
                     *         },
                     *         "requestedAt": "2026-11-27T19:07:49.938Z",
                     *         "drawnAt": "2026-11-27T19:07:49.965Z",
                     *         "newRecords": 0,
                     *         "corrections": 0,
                     *         "deletions": 0,
                     *         "unvalued": 0,
                     *         "unidentified": 0,
                     *         "checked": "valid",
                     *         "problems": null,
                     *         "releasedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.carf_report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CarfReport"];
                    };
                };
            };
        };
    };
    downloadCarfReport: {
        parameters: {
            query?: {
                format?: "xml" | "csv";
                part?: "new" | "corrections";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/csv": unknown;
                };
            };
        };
    };
    releaseCarfReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ReleaseCarfReportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.carf_report_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 3,
                     *         "year": 2025,
                     *         "isCorrection": false,
                     *         "state": "released",
                     *         "requestedBy": {
                     *           "id": 8,
                     *           "email": "sari@example.com"
                     *         },
                     *         "requestedAt": "2026-11-27T19:07:45.596Z",
                     *         "drawnAt": "2026-11-27T19:07:45.687Z",
                     *         "newRecords": 0,
                     *         "corrections": 0,
                     *         "deletions": 0,
                     *         "unvalued": 0,
                     *         "unidentified": 0,
                     *         "checked": "valid",
                     *         "problems": null,
                     *         "releasedAt": "2026-11-27T19:07:45.803Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.carf_report_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CarfReport"];
                    };
                };
            };
        };
    };
    discardCarfReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.carf_report_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 6,
                     *         "year": 2025,
                     *         "isCorrection": true,
                     *         "state": "discarded",
                     *         "requestedBy": {
                     *           "id": 16,
                     *           "email": "sari@example.com"
                     *         },
                     *         "requestedAt": "2026-11-27T19:07:48.918Z",
                     *         "drawnAt": "2026-11-27T19:07:49.221Z",
                     *         "newRecords": 0,
                     *         "corrections": 0,
                     *         "deletions": 0,
                     *         "unvalued": 0,
                     *         "unidentified": 0,
                     *         "checked": "valid",
                     *         "problems": null,
                     *         "releasedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.carf_report_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CarfReport"];
                    };
                };
            };
        };
    };
    listStoredAssets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "symbol": "IDR",
                     *           "name": "Rupiah",
                     *           "kind": "FIAT",
                     *           "scale": 2,
                     *           "active": true,
                     *           "dailyWithdrawalLimit": null,
                     *           "supplyCap": "50000000000",
                     *           "version": "tBu2iAP66XLZ83lBtciO5I",
                     *           "networks": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredAsset"][];
                    };
                };
            };
        };
    };
    listListings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "kind": "pair",
                     *           "name": "BTC_IDR",
                     *           "listing": {
                     *             "state": "trading",
                     *             "since": "2026-11-27T07:36:05.042Z",
                     *             "next": null
                     *           },
                     *           "planned": [],
                     *           "allowed": {
                     *             "buy": true,
                     *             "sell": true,
                     *             "deposit": null
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredListing"][];
                    };
                };
            };
        };
    };
    showHolders: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "userId": 9,
                     *             "email": "sari@example.com",
                     *             "available": "9.995",
                     *             "locked": "0.005",
                     *             "total": "10"
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AssetHolderPage"];
                    };
                };
            };
        };
    };
    exportAssetsHolders: {
        parameters: {
            query?: {
                sort?: "desc" | "asc";
            };
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listStoredPairs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "txPair": "BTC_IDR",
                     *           "active": true,
                     *           "priceTick": "1",
                     *           "lotStep": "0.00001",
                     *           "minQuantity": "0.00001",
                     *           "maxQuantity": "3",
                     *           "maxMarketQuantity": "0.5174",
                     *           "minNotional": "20000",
                     *           "maxNotional": "9000000000",
                     *           "version": "Zeayuz78zxeORzVs_lMu6r",
                     *           "base": "BTC",
                     *           "quote": "IDR",
                     *           "category": "RUPIAH",
                     *           "venueSymbol": "BTCIDR"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["ListedPair"][];
                    };
                };
            };
        };
    };
    listStoredFees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "code": "RUPIAH",
                     *           "buyFeePpm": 0,
                     *           "sellFeePpm": 1500,
                     *           "version": "5CxSuDW0OBv2BcfGD39Hq7",
                     *           "name": {
                     *             "id": "Koin dalam rupiah",
                     *             "en": "Coins in rupiah"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["ListedFees"][];
                    };
                };
            };
        };
    };
    listTaxSeries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "code": "PPH-BUY-rupiah-domestic",
                     *           "kind": "PPH",
                     *           "side": "BUY",
                     *           "pairClass": "rupiah",
                     *           "collector": "domestic",
                     *           "rates": [],
                     *           "version": "LKehfU1BmxdOAxu94aRcaY"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredTaxSeries"][];
                    };
                };
            };
        };
    };
    planTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "YTwYTq3kL4I-C8XEkjBXgT",
                 *       "ratePpm": 130000,
                 *       "baseNumerator": 11,
                 *       "baseDenominator": 12,
                 *       "validFrom": "2026-11-29",
                 *       "rule": "PMK 2/2027"
                 *     }
                 */
                "application/json": components["schemas"]["PlanTaxRateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "code": "PPN-FEE-any-domestic",
                     *         "kind": "PPN",
                     *         "side": "FEE",
                     *         "pairClass": "any",
                     *         "collector": "domestic",
                     *         "rates": [
                     *           {
                     *             "ratePpm": 120000,
                     *             "baseNumerator": 11,
                     *             "baseDenominator": 12,
                     *             "validFrom": "2025-08-01",
                     *             "rule": "PMK 50/2025"
                     *           }
                     *         ],
                     *         "version": "YTwYTq3kL4I-C8XEkjBXgT",
                     *         "proposal": {
                     *           "id": 6,
                     *           "kind": "tax-rate",
                     *           "subject": "PPN-FEE-any-domestic",
                     *           "reason": "The risk team asked for it.",
                     *           "before": "120000 ppm of 11/12 from 2025-08-01 under PMK 50/2025",
                     *           "value": "130000 ppm of 11/12 from 2026-11-29 under PMK 2/2027",
                     *           "state": "proposed",
                     *           "proposedBy": {
                     *             "id": 22,
                     *             "email": "sari@example.com"
                     *           },
                     *           "proposedAt": "2026-11-27T18:30:17.570Z",
                     *           "dueAt": "2026-11-27T19:30:17.570Z",
                     *           "expiresAt": "2026-12-04T19:30:17.570Z",
                     *           "agreedBy": null,
                     *           "agreedAt": null,
                     *           "endedBy": null,
                     *           "endedAt": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedTaxSeries"];
                    };
                };
            };
        };
    };
    listStoredBanks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "code": "002",
                     *           "name": "Bank Rakyat Indonesia",
                     *           "shortName": "BRI",
                     *           "kind": "BANK",
                     *           "active": true,
                     *           "payxVaCode": "BRI",
                     *           "payxPayoutCode": "ID_BRI",
                     *           "paydCode": "002",
                     *           "accountMinDigits": 13,
                     *           "accountMaxDigits": 17,
                     *           "version": "z02jSo24OyU_6VmeYR4xga"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredBank"][];
                    };
                };
            };
        };
    };
    listStoredCountries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "iso2": "AF",
                     *           "iso3": "AFG",
                     *           "name": {
                     *             "id": "Afganistan",
                     *             "en": "Afghanistan"
                     *           },
                     *           "dialCode": "93",
                     *           "active": true,
                     *           "version": "z02jSo24OyU_6VmeYR4xga"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredCountry"][];
                    };
                };
            };
        };
    };
    listStoredWalletFlags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "type": "WD",
                     *           "value": 0,
                     *           "reason": "maintenance",
                     *           "updatedAt": "2026-11-27T14:54:56.819Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["WalletFlag"][];
                    };
                };
            };
        };
    };
    setWalletStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "WD",
                 *       "value": 0,
                 *       "reason": "maintenance"
                 *     }
                 */
                "application/json": components["schemas"]["SetWalletStatusRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.wallet_status_updated",
                     *       "result": true,
                     *       "data": {
                     *         "type": "WD",
                     *         "value": 0,
                     *         "proposal": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.wallet_status_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WalletSwitch"];
                    };
                };
            };
        };
    };
    listStoredInstructions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "bankCode": "BCA",
                     *           "lang": "en",
                     *           "channel": "ATM",
                     *           "steps": [
                     *             "Insert the card"
                     *           ],
                     *           "version": "OHs5zVNKzmSLHq3czWXf6s"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["StoredInstruction"][];
                    };
                };
            };
        };
    };
    editPaymentInstructions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bankCode: "BCA" | "BNI" | "BRI" | "MANDIRI" | "PERMATA" | "BSI" | "CIMB" | "BJB" | "MUAMALAT" | "BNC" | "SAHABAT_SAMPOERNA";
                channel: "ATM" | "MOBILE_BANKING" | "INTERNET_BANKING";
                lang: "id" | "en";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "WCs9QYHLq3_uz_a5UF41x3",
                 *       "steps": [
                 *         "Insert the card"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EditPaymentInstructionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "bankCode": "BCA",
                     *         "lang": "en",
                     *         "channel": "ATM",
                     *         "steps": [
                     *           "Insert the card, and choose Transfer"
                     *         ],
                     *         "version": "OHs5zVNKzmSLHq3czWXf6s",
                     *         "proposal": {
                     *           "id": 48,
                     *           "kind": "payment-instructions",
                     *           "subject": "BCA/ATM/en",
                     *           "reason": "The risk team asked for it.",
                     *           "before": "Insert the card, and choose Transfer",
                     *           "value": "Insert the card",
                     *           "state": "proposed",
                     *           "proposedBy": {
                     *             "id": 39,
                     *             "email": "sari@example.com"
                     *           },
                     *           "proposedAt": "2026-11-27T07:36:58.661Z",
                     *           "dueAt": "2026-11-27T08:36:58.661Z",
                     *           "expiresAt": "2026-12-04T08:36:58.661Z",
                     *           "agreedBy": null,
                     *           "agreedAt": null,
                     *           "endedBy": null,
                     *           "endedAt": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedInstruction"];
                    };
                };
            };
        };
    };
    listStoredSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.settings_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "key": "app.minimum_version_android",
                     *           "value": "1.0.0",
                     *           "kind": "version",
                     *           "isPublic": true,
                     *           "guarded": true,
                     *           "minimum": null,
                     *           "maximum": null,
                     *           "version": "gKCWGoJPFCm6XZAsEwFBYj"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.settings_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["SettingView"][];
                    };
                };
            };
        };
    };
    editSetting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "oHqGiFn15Pm4FDhMNKBuOi",
                 *       "value": "5000"
                 *     }
                 */
                "application/json": components["schemas"]["EditSettingRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "key": "deposit.va_fee_idr",
                     *         "value": "5000",
                     *         "kind": "rupiah",
                     *         "isPublic": true,
                     *         "guarded": false,
                     *         "minimum": "0",
                     *         "maximum": "100000",
                     *         "version": "qD-P_2jJOw4dY-_Yh0HUZs",
                     *         "proposal": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedSetting"];
                    };
                };
            };
        };
    };
    statePrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pair: "USD_IDR";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": "16350.5"
                 *     }
                 */
                "application/json": components["schemas"]["StatePriceRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "pair": "USD_IDR",
                     *         "price": "16350.5"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["StatedPrice"];
                    };
                };
            };
        };
    };
    editPair: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                txPair: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "Zeayuz78zxeORzVs_lMu6r",
                 *       "minNotional": "25000",
                 *       "active": false
                 *     }
                 */
                "application/json": components["schemas"]["EditPairRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "txPair": "BTC_IDR",
                     *         "active": false,
                     *         "priceTick": "1",
                     *         "lotStep": "0.00001",
                     *         "minQuantity": "0.00001",
                     *         "maxQuantity": "3",
                     *         "maxMarketQuantity": "0.5174",
                     *         "minNotional": "20000",
                     *         "maxNotional": "9000000000",
                     *         "version": "r93LDGfUgcY2zFD6zqWDoJ",
                     *         "proposal": {
                     *           "id": 48,
                     *           "kind": "pair-terms",
                     *           "subject": "BTC_IDR",
                     *           "reason": "The risk team asked for it.",
                     *           "before": "minNotional 20000",
                     *           "value": "minNotional 25000",
                     *           "state": "proposed",
                     *           "proposedBy": {
                     *             "id": 39,
                     *             "email": "sari@example.com"
                     *           },
                     *           "proposedAt": "2026-11-27T07:36:58.661Z",
                     *           "dueAt": "2026-11-27T08:36:58.661Z",
                     *           "expiresAt": "2026-12-04T08:36:58.661Z",
                     *           "agreedBy": null,
                     *           "agreedAt": null,
                     *           "endedBy": null,
                     *           "endedAt": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedPair"];
                    };
                };
            };
        };
    };
    editFees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "EcgQmdTwPnBkpEoJOgoL3I",
                 *       "buyFeePpm": 0,
                 *       "sellFeePpm": 1500
                 *     }
                 */
                "application/json": components["schemas"]["EditFeesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "code": "RUPIAH",
                     *         "buyFeePpm": 1000,
                     *         "sellFeePpm": 1000,
                     *         "version": "5CxSuDW0OBv2BcfGD39Hq7",
                     *         "proposal": {
                     *           "id": 48,
                     *           "kind": "trading-fees",
                     *           "subject": "RUPIAH",
                     *           "reason": "The risk team asked for it.",
                     *           "before": "buyFeePpm 1000, sellFeePpm 1000",
                     *           "value": "buyFeePpm 0, sellFeePpm 1500",
                     *           "state": "proposed",
                     *           "proposedBy": {
                     *             "id": 39,
                     *             "email": "sari@example.com"
                     *           },
                     *           "proposedAt": "2026-11-27T07:36:58.661Z",
                     *           "dueAt": "2026-11-27T08:36:58.661Z",
                     *           "expiresAt": "2026-12-04T08:36:58.661Z",
                     *           "agreedBy": null,
                     *           "agreedAt": null,
                     *           "endedBy": null,
                     *           "endedAt": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedFees"];
                    };
                };
            };
        };
    };
    editAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                symbol: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "9j1p9ptJhP0oRxmc5bjtqH",
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["EditAssetRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": "TRX",
                     *         "active": true,
                     *         "version": "6ta2iTOt09_BtZvHCqK4gS",
                     *         "proposals": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedAsset"];
                    };
                };
            };
        };
    };
    editNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                symbol: string;
                network: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "6u136cmJ0yLdhSI82tA9C4",
                 *       "withdrawalFee": "2.5",
                 *       "withdrawActive": false
                 *     }
                 */
                "application/json": components["schemas"]["EditNetworkRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "symbol": "USDT",
                     *         "network": "TRC20",
                     *         "depositActive": true,
                     *         "withdrawActive": false,
                     *         "withdrawalFee": "1",
                     *         "minWithdrawal": "5",
                     *         "maxWithdrawal": "1000000",
                     *         "version": "lY8a3fl7Q_MnHtJkVlnA3m",
                     *         "proposal": {
                     *           "id": 48,
                     *           "kind": "network-terms",
                     *           "subject": "USDT/TRC20",
                     *           "reason": "The risk team asked for it.",
                     *           "before": "withdrawalFee 1",
                     *           "value": "withdrawalFee 2.5",
                     *           "state": "proposed",
                     *           "proposedBy": {
                     *             "id": 39,
                     *             "email": "sari@example.com"
                     *           },
                     *           "proposedAt": "2026-11-27T07:36:58.661Z",
                     *           "dueAt": "2026-11-27T08:36:58.661Z",
                     *           "expiresAt": "2026-12-04T08:36:58.661Z",
                     *           "agreedBy": null,
                     *           "agreedAt": null,
                     *           "endedBy": null,
                     *           "endedAt": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedNetwork"];
                    };
                };
            };
        };
    };
    proposeListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "pair" | "asset";
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "trading",
                 *       "from": "2026-11-29T07:36:58.221Z"
                 *     }
                 */
                "application/json": components["schemas"]["ProposeListingRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "proposal": {
                     *           "id": 48,
                     *           "kind": "asset-state",
                     *           "subject": "ETH",
                     *           "reason": "The risk team asked for it.",
                     *           "before": "trading from 2026-11-27T07:36:05.042Z",
                     *           "value": "trading from 2026-11-29T07:36:58.221Z",
                     *           "state": "proposed",
                     *           "proposedBy": {
                     *             "id": 39,
                     *             "email": "sari@example.com"
                     *           },
                     *           "proposedAt": "2026-11-27T07:36:58.661Z",
                     *           "dueAt": "2026-11-27T08:36:58.661Z",
                     *           "expiresAt": "2026-12-04T08:36:58.661Z",
                     *           "agreedBy": null,
                     *           "agreedAt": null,
                     *           "endedBy": null,
                     *           "endedAt": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ProposedListing"];
                    };
                };
            };
        };
    };
    switchCountry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                iso2: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "z02jSo24OyU_6VmeYR4xga",
                 *       "active": false
                 *     }
                 */
                "application/json": components["schemas"]["SwitchCountryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": "AQ",
                     *         "active": false,
                     *         "version": "Muv-i4g7VunO-rI6DDxoJr"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Activity"];
                    };
                };
            };
        };
    };
    switchBank: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "z02jSo24OyU_6VmeYR4xga",
                 *       "active": false
                 *     }
                 */
                "application/json": components["schemas"]["SwitchBankRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": "014",
                     *         "active": false,
                     *         "version": "Muv-i4g7VunO-rI6DDxoJr",
                     *         "proposal": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ChangedBank"];
                    };
                };
            };
        };
    };
    correctLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "custody took the payment back",
                 *       "symbol": "BTC",
                 *       "amount": "0.4",
                 *       "from": "user 7",
                 *       "to": "custody"
                 *     }
                 */
                "application/json": components["schemas"]["CorrectLedgerRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 12,
                     *         "kind": "ledger-correction",
                     *         "subject": "5f0c1d2ab3e4",
                     *         "reason": "custody took the payment back",
                     *         "before": "not booked",
                     *         "value": "0.4 BTC from user 7 to custody",
                     *         "state": "proposed",
                     *         "proposedBy": {
                     *           "id": 19,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-28T00:01:59.666Z",
                     *         "dueAt": "2026-11-28T01:01:59.666Z",
                     *         "expiresAt": "2026-12-05T01:01:59.666Z",
                     *         "agreedBy": null,
                     *         "agreedAt": null,
                     *         "endedBy": null,
                     *         "endedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    showProposals: {
        parameters: {
            query?: {
                state?: "proposed" | "agreed" | "effective" | "withdrawn" | "superseded" | "expired" | "void";
                kind?: "setting" | "daily-withdrawal-limit" | "supply-cap" | "reference-price" | "pair-state" | "asset-state" | "pair-terms" | "network-terms" | "trading-fees" | "tax-rate" | "asset-active" | "bank-active" | "wallet-status" | "payment-instructions" | "tax-month" | "tax-payment" | "tax-correction" | "ledger-correction";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.proposals_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 34,
                     *             "kind": "setting",
                     *             "subject": "withdrawal.gate_seconds",
                     *             "reason": "The risk team asked for it.",
                     *             "before": "10",
                     *             "value": "20",
                     *             "state": "proposed",
                     *             "proposedBy": {
                     *               "id": 12,
                     *               "email": "sari@example.com"
                     *             },
                     *             "proposedAt": "2026-11-27T07:36:45.332Z",
                     *             "dueAt": "2026-11-27T07:46:45.332Z",
                     *             "expiresAt": "2026-12-04T07:46:45.332Z",
                     *             "agreedBy": null,
                     *             "agreedAt": null,
                     *             "endedBy": null,
                     *             "endedAt": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.proposals_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ProposalPage"];
                    };
                };
            };
        };
    };
    showProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.proposal_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 14,
                     *         "kind": "setting",
                     *         "subject": "withdrawal.gate_seconds",
                     *         "reason": "The risk team asked for it.",
                     *         "before": "10",
                     *         "value": "20",
                     *         "state": "proposed",
                     *         "proposedBy": {
                     *           "id": 18,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-27T18:05:02.753Z",
                     *         "dueAt": "2026-11-27T19:05:02.753Z",
                     *         "expiresAt": "2026-12-04T19:05:02.753Z",
                     *         "agreedBy": null,
                     *         "agreedAt": null,
                     *         "endedBy": null,
                     *         "endedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.proposal_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    agreeProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AgreeProposalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.proposal_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 31,
                     *         "kind": "supply-cap",
                     *         "subject": "BTC",
                     *         "reason": "The risk team asked for it.",
                     *         "before": "30",
                     *         "value": "1000.5",
                     *         "state": "effective",
                     *         "proposedBy": {
                     *           "id": 8,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-27T06:36:39.502Z",
                     *         "dueAt": "2026-11-27T07:36:39.502Z",
                     *         "expiresAt": "2026-12-04T07:36:39.502Z",
                     *         "agreedBy": {
                     *           "id": 9,
                     *           "email": "sari@example.com"
                     *         },
                     *         "agreedAt": "2026-11-27T07:36:39.612Z",
                     *         "endedBy": {
                     *           "id": 9,
                     *           "email": "sari@example.com"
                     *         },
                     *         "endedAt": "2026-11-27T07:36:39.612Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.proposal_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    withdrawProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.proposal_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 3,
                     *         "kind": "setting",
                     *         "subject": "withdrawal.approval_idr",
                     *         "reason": "The risk team asked for it.",
                     *         "before": "50000000",
                     *         "value": "60000000",
                     *         "state": "withdrawn",
                     *         "proposedBy": {
                     *           "id": 1,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-23T18:22:04.482Z",
                     *         "dueAt": "2026-11-23T19:22:04.482Z",
                     *         "expiresAt": "2026-11-30T19:22:04.482Z",
                     *         "agreedBy": {
                     *           "id": 2,
                     *           "email": "sari@example.com"
                     *         },
                     *         "agreedAt": "2026-11-23T18:22:04.508Z",
                     *         "endedBy": {
                     *           "id": 2,
                     *           "email": "sari@example.com"
                     *         },
                     *         "endedAt": "2026-11-23T18:22:04.538Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.proposal_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    showTaxMonths: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "month": "2025-09",
                     *             "items": 1,
                     *             "taxIdr": "3360",
                     *             "vatIdr": "0",
                     *             "taxDueIdr": "3360",
                     *             "vatDueIdr": "0",
                     *             "closedAt": "2026-11-28T00:01:58.146Z",
                     *             "taxReceipt": "ABCDEF0123456789",
                     *             "taxPaidAt": "2026-11-28T00:01:58.363Z",
                     *             "vatReceipt": null,
                     *             "vatPaidAt": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TaxMonthPage"];
                    };
                };
            };
        };
    };
    closeTaxMonth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "taxes",
                 *       "month": "2025-09"
                 *     }
                 */
                "application/json": components["schemas"]["CloseTaxMonthRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 4,
                     *         "kind": "tax-month",
                     *         "subject": "2025-09",
                     *         "reason": "taxes",
                     *         "before": "open",
                     *         "value": "tax 0, VAT 0, 0 records after 0-0-0-0 up to 0-0-0-0",
                     *         "state": "proposed",
                     *         "proposedBy": {
                     *           "id": 6,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-28T00:01:57.382Z",
                     *         "dueAt": "2026-11-28T01:01:57.382Z",
                     *         "expiresAt": "2026-12-05T01:01:57.382Z",
                     *         "agreedBy": null,
                     *         "agreedAt": null,
                     *         "endedBy": null,
                     *         "endedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    exportTaxMonths: {
        parameters: {
            query?: {
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    downloadTaxMonth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    payTaxMonth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "taxes",
                 *       "taxReceipt": "ABCDEF0123456789"
                 *     }
                 */
                "application/json": components["schemas"]["PayTaxMonthRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 6,
                     *         "kind": "tax-payment",
                     *         "subject": "2025-09",
                     *         "reason": "taxes",
                     *         "before": "due: tax 3360, VAT 0",
                     *         "value": "paid: tax ABCDEF0123456789, VAT -",
                     *         "state": "proposed",
                     *         "proposedBy": {
                     *           "id": 9,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-28T00:01:58.213Z",
                     *         "dueAt": "2026-11-28T01:01:58.213Z",
                     *         "expiresAt": "2026-12-05T01:01:58.213Z",
                     *         "agreedBy": null,
                     *         "agreedAt": null,
                     *         "endedBy": null,
                     *         "endedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    correctTax: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "rate",
                 *       "taxId": 9,
                 *       "valueIdr": "2000000",
                 *       "taxIdr": "4200"
                 *     }
                 */
                "application/json": components["schemas"]["CorrectTaxRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.content_saved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 11,
                     *         "kind": "tax-correction",
                     *         "subject": "9",
                     *         "reason": "rate",
                     *         "before": "base 1600000, tax 3360",
                     *         "value": "base 2000000, tax 4200: rate",
                     *         "state": "proposed",
                     *         "proposedBy": {
                     *           "id": 19,
                     *           "email": "sari@example.com"
                     *         },
                     *         "proposedAt": "2026-11-28T00:01:59.666Z",
                     *         "dueAt": "2026-11-28T01:01:59.666Z",
                     *         "expiresAt": "2026-12-05T01:01:59.666Z",
                     *         "agreedBy": null,
                     *         "agreedAt": null,
                     *         "endedBy": null,
                     *         "endedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.content_saved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Proposal"];
                    };
                };
            };
        };
    };
    showApprovals: {
        parameters: {
            query?: {
                kind?: "withdrawal" | "claim" | "suspense" | "break" | "proposal" | "operator" | "recovery" | "carf-report" | "subscription";
                limit?: number;
                cursor?: string;
                sort?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.approvals_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "kind": "withdrawal",
                     *             "id": "wd-64645d092244111596cecfe701b89bdf",
                     *             "at": "2026-11-27T18:28:26.679Z",
                     *             "subject": "BTC",
                     *             "userId": 14,
                     *             "userEmail": "sari@example.com",
                     *             "userName": null,
                     *             "symbol": "BTC",
                     *             "amount": "0.5",
                     *             "worthIdr": "500000000",
                     *             "reasons": [
                     *               "very large amount"
                     *             ],
                     *             "needed": 2,
                     *             "agreed": [],
                     *             "obstacle": "role",
                     *             "facts": {
                     *               "bank": null,
                     *               "kind": "COIN",
                     *               "network": "BTC"
                     *             }
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.approvals_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OpenDecisionPage"];
                    };
                };
            };
        };
    };
    showApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "withdrawal" | "claim" | "suspense" | "break" | "proposal" | "operator" | "recovery" | "carf-report" | "subscription";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.approval_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "kind": "withdrawal",
                     *         "id": "wd-1497baa3414c7429758ea85b06b626f0",
                     *         "at": "2026-11-27T18:28:33.981Z",
                     *         "subject": "BTC",
                     *         "userId": 16,
                     *         "userEmail": "sari@example.com",
                     *         "userName": null,
                     *         "symbol": "BTC",
                     *         "amount": "0.5",
                     *         "worthIdr": "500000000",
                     *         "reasons": [
                     *           "very large amount"
                     *         ],
                     *         "needed": 2,
                     *         "agreed": [
                     *           {
                     *             "operator": {
                     *               "id": 50,
                     *               "email": "operator@sandbox.test"
                     *             },
                     *             "at": "2026-11-27T18:28:34.186Z",
                     *             "note": "known",
                     *             "amount": null,
                     *             "userId": null,
                     *             "counts": true
                     *           }
                     *         ],
                     *         "obstacle": "agreed-already",
                     *         "facts": {
                     *           "bank": null,
                     *           "kind": "COIN",
                     *           "network": "BTC"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.approval_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OpenDecision"];
                    };
                };
            };
        };
    };
    showDeposits: {
        parameters: {
            query?: {
                status?: "PENDING" | "COMPLETED" | "REJECTED";
                user?: number;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.cash_deposits_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 2,
                     *             "userId": 12,
                     *             "email": "sari@example.com",
                     *             "symbol": "IDR",
                     *             "amount": "250000",
                     *             "status": "PENDING",
                     *             "review": null,
                     *             "reason": null,
                     *             "createdAt": "2026-11-27T18:28:16.523Z",
                     *             "updatedAt": "2026-11-27T18:28:16.523Z",
                     *             "completedAt": null,
                     *             "userName": null
                     *           }
                     *         ],
                     *         "nextCursor": "2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.cash_deposits_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ListedDepositPage"];
                    };
                };
            };
        };
    };
    showDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.cash_deposit_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 11,
                     *         "userId": 25,
                     *         "email": "sari@example.com",
                     *         "symbol": "IDR",
                     *         "amount": "300000",
                     *         "status": "PENDING",
                     *         "review": "duplicate-proof",
                     *         "reason": null,
                     *         "createdAt": "2026-11-27T18:28:45.259Z",
                     *         "updatedAt": "2026-11-27T18:28:45.259Z",
                     *         "completedAt": null,
                     *         "reference": "manual:d9dada0edf29b2559a432889120f0713",
                     *         "approvals": [],
                     *         "proofUrl": null,
                     *         "paidBy": null,
                     *         "sameProof": [
                     *           {
                     *             "id": 10,
                     *             "userId": 24,
                     *             "amount": "250000",
                     *             "status": "PENDING",
                     *             "createdAt": "2026-11-27T18:28:45.137Z"
                     *           }
                     *         ],
                     *         "earlier": [
                     *           {
                     *             "id": 12,
                     *             "userId": 25,
                     *             "amount": "250000",
                     *             "status": "PENDING",
                     *             "createdAt": "2026-11-27T18:28:45.302Z"
                     *           }
                     *         ],
                     *         "owner": {
                     *           "id": 25,
                     *           "email": "sari@example.com",
                     *           "createdAt": "2026-11-27T18:28:43.159Z",
                     *           "identityStatus": "none",
                     *           "suspendedAt": null,
                     *           "authenticator": false,
                     *           "authenticatorChangedAt": null,
                     *           "devices": 1,
                     *           "sessions": [
                     *             {
                     *               "device": "node",
                     *               "ip": "203.0.113.7",
                     *               "signedInAt": "2026-11-27T18:28:43.159Z",
                     *               "usedAt": "2026-11-27T18:28:43.159Z"
                     *             }
                     *           ],
                     *           "recent": {
                     *             "deposits": {
                     *               "count": 0,
                     *               "worthIdr": "0"
                     *             },
                     *             "orders": 0,
                     *             "trades": {
                     *               "count": 0,
                     *               "worthIdr": "0"
                     *             },
                     *             "withdrawals": {
                     *               "count": 0,
                     *               "worthIdr": "0"
                     *             }
                     *           }
                     *         },
                     *         "ownerName": null,
                     *         "isOwnPayment": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.cash_deposit_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SeenDeposit"];
                    };
                };
            };
        };
    };
    approveDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": "1000"
                 *     }
                 */
                "application/json": components["schemas"]["ApproveDepositRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.cash_deposit_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "userId": 1,
                     *         "email": "sari@example.com",
                     *         "symbol": "IDR",
                     *         "amount": "1000",
                     *         "status": "COMPLETED",
                     *         "review": null,
                     *         "reason": null,
                     *         "createdAt": "2026-11-23T18:23:59.306Z",
                     *         "updatedAt": "2026-11-23T18:23:59.650Z",
                     *         "completedAt": "2026-11-23T18:23:59.650Z",
                     *         "reference": "manual:16d5e288b10582eab089de5b7945d013",
                     *         "approvals": [
                     *           {
                     *             "operator": {
                     *               "id": 3,
                     *               "email": "sari@example.com"
                     *             },
                     *             "amount": "1000",
                     *             "at": "2026-11-23T18:23:59.580Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.cash_deposit_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["DepositDetails"];
                    };
                };
            };
        };
    };
    rejectDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "nothing came"
                 *     }
                 */
                "application/json": components["schemas"]["RejectDepositRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.cash_deposit_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "userId": 1,
                     *         "email": "sari@example.com",
                     *         "symbol": "IDR",
                     *         "amount": "49999999",
                     *         "status": "REJECTED",
                     *         "review": null,
                     *         "reason": "nothing came",
                     *         "createdAt": "2026-11-23T18:29:25.442Z",
                     *         "updatedAt": "2026-11-23T18:29:25.547Z",
                     *         "completedAt": null,
                     *         "reference": "manual:08c5003be1725ad5f3b008ad125798bd",
                     *         "approvals": [
                     *           {
                     *             "operator": {
                     *               "id": 2,
                     *               "email": "sari@example.com"
                     *             },
                     *             "amount": "60000000",
                     *             "at": "2026-11-23T18:29:25.506Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.cash_deposit_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["DepositDetails"];
                    };
                };
            };
        };
    };
    showSuspense: {
        parameters: {
            query?: {
                state?: "open" | "proposed" | "assigned" | "returned";
                provider?: "payx" | "payd" | "custody";
                symbol?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.suspense_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 1,
                     *             "source": "payx VA",
                     *             "reference": "payx:lost-7346-1",
                     *             "symbol": "IDR",
                     *             "amount": "250000",
                     *             "inWords": null,
                     *             "reason": "unknown-account",
                     *             "state": "open",
                     *             "assignedUser": null,
                     *             "createdAt": "2026-11-27T18:27:56.231Z",
                     *             "userName": null
                     *           }
                     *         ],
                     *         "nextCursor": "1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.suspense_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ListedSuspensePage"];
                    };
                };
            };
        };
    };
    showSuspenseItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.suspense_item_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "source": "payx VA",
                     *         "reference": "payx:lost-7346-12",
                     *         "symbol": "IDR",
                     *         "amount": "250000",
                     *         "inWords": null,
                     *         "reason": "unknown-account",
                     *         "state": "returned",
                     *         "assignedUser": null,
                     *         "createdAt": "2026-11-27T18:28:24.797Z",
                     *         "data": {
                     *           "bank": "BCA",
                     *           "sent": "250000",
                     *           "account": "1076600012"
                     *         },
                     *         "proposals": [
                     *           {
                     *             "operator": {
                     *               "id": 2,
                     *               "email": "sari@example.com"
                     *             },
                     *             "userId": null,
                     *             "reason": "at once",
                     *             "at": "2026-11-27T18:28:25.234Z"
                     *           }
                     *         ],
                     *         "decidedBy": 3,
                     *         "decidedAt": "2026-11-27T18:28:25.504Z",
                     *         "assignedName": null,
                     *         "candidates": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.suspense_item_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SeenSuspense"];
                    };
                };
            };
        };
    };
    assignSuspense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": 2,
                 *       "reason": "the bank",
                 *       "otpCode": "684162"
                 *     }
                 */
                "application/json": components["schemas"]["AssignSuspenseRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.suspense_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "source": "payx VA",
                     *         "reference": "payx:lost-14786-1",
                     *         "symbol": "IDR",
                     *         "amount": "250000",
                     *         "inWords": null,
                     *         "reason": "unknown-account",
                     *         "state": "proposed",
                     *         "assignedUser": null,
                     *         "createdAt": "2026-11-27T14:55:06.386Z",
                     *         "data": {
                     *           "bank": "BCA",
                     *           "sent": "250000",
                     *           "account": "107660001"
                     *         },
                     *         "proposals": [
                     *           {
                     *             "operator": {
                     *               "id": 29,
                     *               "email": "sari@example.com"
                     *             },
                     *             "userId": 2,
                     *             "reason": "the bank",
                     *             "at": "2026-11-27T14:55:07.929Z"
                     *           }
                     *         ],
                     *         "decidedBy": null,
                     *         "decidedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.suspense_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SuspenseDetails"];
                    };
                };
            };
        };
    };
    returnSuspense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "sent back",
                 *       "otpCode": "684162"
                 *     }
                 */
                "application/json": components["schemas"]["ReturnSuspenseRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.suspense_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "source": "payx VA",
                     *         "reference": "payx:lost-14786-2",
                     *         "symbol": "IDR",
                     *         "amount": "250000",
                     *         "inWords": null,
                     *         "reason": "unknown-account",
                     *         "state": "proposed",
                     *         "assignedUser": null,
                     *         "createdAt": "2026-11-27T14:55:06.567Z",
                     *         "data": {
                     *           "bank": "BCA",
                     *           "sent": "250000",
                     *           "account": "107660002"
                     *         },
                     *         "proposals": [
                     *           {
                     *             "operator": {
                     *               "id": 29,
                     *               "email": "sari@example.com"
                     *             },
                     *             "userId": null,
                     *             "reason": "sent back",
                     *             "at": "2026-11-27T14:55:08.435Z"
                     *           }
                     *         ],
                     *         "decidedBy": null,
                     *         "decidedAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.suspense_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SuspenseDetails"];
                    };
                };
            };
        };
    };
    showProviderRecord: {
        parameters: {
            query: {
                method: "VA" | "QRIS" | "ORDER";
                ref: string;
                account?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.provider_record_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "method": "VA",
                     *         "ref": "by-hand-10766123922",
                     *         "account": "10766123922",
                     *         "bankCode": "BCA",
                     *         "amount": "250000"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.provider_record_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ProviderRecord"];
                    };
                };
            };
        };
    };
    bookInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "VA",
                 *       "ref": "by-hand-10766123922",
                 *       "reason": "payx has it"
                 *     }
                 */
                "application/json": components["schemas"]["BookInboxRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inbox_event_updated",
                     *       "result": true,
                     *       "data": {
                     *         "state": "done"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inbox_event_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["HandledEvent"];
                    };
                };
            };
        };
    };
    closeInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inWords": "Rp 250,000 into account 1076",
                 *       "reason": "asked"
                 *     }
                 */
                "application/json": components["schemas"]["CloseInboxRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.inbox_event_updated",
                     *       "result": true,
                     *       "data": {
                     *         "state": "done"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inbox_event_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["HandledEvent"];
                    };
                };
            };
        };
    };
    showWithdrawals: {
        parameters: {
            query?: {
                status?: "PENDING_APPROVAL" | "PROCESSING" | "SUBMITTED" | "SUCCESS" | "FAILED" | "REJECTED";
                kind?: "COIN" | "CASH";
                user?: number;
                symbol?: string;
                incident?: "true";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdrawals_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": "wd-7b3fb85680408505cbb0e65fd5a8f3f2",
                     *             "kind": "CASH",
                     *             "userId": 22,
                     *             "symbol": "IDR",
                     *             "amount": "1000000",
                     *             "fee": "5000",
                     *             "sent": "1000000",
                     *             "worthIdr": "1000000",
                     *             "status": "PENDING_APPROVAL",
                     *             "approvalsNeeded": 1,
                     *             "approvals": 0,
                     *             "approvalReasons": [
                     *               "the bank account is in another name"
                     *             ],
                     *             "incident": null,
                     *             "createdAt": "2026-11-27T18:28:47.857Z",
                     *             "updatedAt": "2026-11-27T18:28:47.857Z",
                     *             "userName": "SITI RAHAYU"
                     *           }
                     *         ],
                     *         "nextCursor": "7"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdrawals_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ListedWithdrawalPage"];
                    };
                };
            };
        };
    };
    showWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdrawal_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": "wd-20c7094fd0726e65741296556af728c4",
                     *         "kind": "COIN",
                     *         "userId": 4,
                     *         "symbol": "BTC",
                     *         "amount": "0.06",
                     *         "fee": "0.0002",
                     *         "sent": "0.0598",
                     *         "worthIdr": "60000000",
                     *         "status": "SUCCESS",
                     *         "approvalsNeeded": 1,
                     *         "approvals": 1,
                     *         "approvalReasons": [
                     *           "large amount"
                     *         ],
                     *         "incident": null,
                     *         "createdAt": "2026-11-27T18:03:01.793Z",
                     *         "updatedAt": "2026-11-27T18:03:02.691Z",
                     *         "destination": {
                     *           "network": "BTC",
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "tag": null,
                     *           "channelCode": null,
                     *           "bankName": null,
                     *           "accountNumber": null,
                     *           "accountHolder": null
                     *         },
                     *         "hold": {
                     *           "initial": "0.06",
                     *           "remaining": "0"
                     *         },
                     *         "provider": {
                     *           "id": "dc393824-d1e6-4410-872e-92859ee51750",
                     *           "status": "COMPLETED",
                     *           "txHash": "f54c8522807d0812ae476f85479f46515280fdd9ab1d9dd2fe5985f97a1ddf30"
                     *         },
                     *         "reason": null,
                     *         "attempts": 1,
                     *         "nextAt": null,
                     *         "endedAt": "2026-11-27T18:03:02.691Z",
                     *         "reversedAt": null,
                     *         "decisions": [
                     *           {
                     *             "operator": {
                     *               "id": 5,
                     *               "email": "sari@example.com"
                     *             },
                     *             "note": "called the owner",
                     *             "at": "2026-11-27T18:03:01.960Z"
                     *           }
                     *         ],
                     *         "resolutions": [],
                     *         "residential": {
                     *           "residentialName": "Siti Rahayu",
                     *           "residentialAddress": "Jalan Melati 1, Bandung"
                     *         },
                     *         "idCardUrl": null,
                     *         "context": {
                     *           "destination": {
                     *             "withdrawals": 0,
                     *             "users": 0,
                     *             "firstAt": null,
                     *             "lastAt": null,
                     *             "succeeded": 0,
                     *             "ownSucceeded": 0,
                     *             "worthIdr": "0"
                     *           },
                     *           "price": {
                     *             "used": "1000000000",
                     *             "now": {
                     *               "price": "1000000000",
                     *               "median": "1000000000",
                     *               "samples": 89,
                     *               "source": "venue",
                     *               "observedAt": "2026-11-27T18:03:01.338Z",
                     *               "ageMs": 1641
                     *             }
                     *           },
                     *           "alsoWaiting": [],
                     *           "owner": {
                     *             "id": 4,
                     *             "email": "sari@example.com",
                     *             "createdAt": "2026-11-27T18:03:01.363Z",
                     *             "identityStatus": "success",
                     *             "suspendedAt": null,
                     *             "authenticator": true,
                     *             "authenticatorChangedAt": "2026-11-25T18:03:01.559Z",
                     *             "devices": 1,
                     *             "sessions": [
                     *               {
                     *                 "device": "node",
                     *                 "ip": "203.0.113.7",
                     *                 "signedInAt": "2026-11-27T18:03:01.363Z",
                     *                 "usedAt": "2026-11-27T18:03:01.363Z"
                     *               }
                     *             ],
                     *             "recent": {
                     *               "deposits": {
                     *                 "count": 0,
                     *                 "worthIdr": "0"
                     *               },
                     *               "orders": 0,
                     *               "trades": {
                     *                 "count": 0,
                     *                 "worthIdr": "0"
                     *               },
                     *               "withdrawals": {
                     *                 "count": 1,
                     *                 "worthIdr": "60000000"
                     *               }
                     *             }
                     *           },
                     *           "ownerName": "SARI CONTOH",
                     *           "isOwnAccount": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdrawal_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SeenWithdrawal"];
                    };
                };
            };
        };
    };
    approveWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "called the owner"
                 *     }
                 */
                "application/json": components["schemas"]["ApproveWithdrawalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdrawal_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": "wd-feda7f9e70cadfb1f02539f1ffa50c9b",
                     *         "kind": "COIN",
                     *         "userId": 1,
                     *         "symbol": "BTC",
                     *         "amount": "0.06",
                     *         "fee": "0.0002",
                     *         "sent": "0.0598",
                     *         "worthIdr": "60000000",
                     *         "status": "PROCESSING",
                     *         "approvalsNeeded": 1,
                     *         "approvals": 1,
                     *         "approvalReasons": [
                     *           "large amount"
                     *         ],
                     *         "incident": null,
                     *         "createdAt": "2026-11-23T18:22:15.957Z",
                     *         "updatedAt": "2026-11-23T18:22:16.070Z",
                     *         "destination": {
                     *           "network": "BTC",
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "tag": null,
                     *           "channelCode": null,
                     *           "bankName": null,
                     *           "accountNumber": null,
                     *           "accountHolder": null
                     *         },
                     *         "hold": {
                     *           "initial": "0.06",
                     *           "remaining": "0.06"
                     *         },
                     *         "provider": {
                     *           "id": null,
                     *           "status": null,
                     *           "txHash": null
                     *         },
                     *         "reason": null,
                     *         "attempts": 0,
                     *         "nextAt": "2026-11-23T18:22:16.070Z",
                     *         "endedAt": null,
                     *         "reversedAt": null,
                     *         "decisions": [
                     *           {
                     *             "operator": {
                     *               "id": 2,
                     *               "email": "sari@example.com"
                     *             },
                     *             "note": "called the owner",
                     *             "at": "2026-11-23T18:22:16.070Z"
                     *           }
                     *         ],
                     *         "resolutions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdrawal_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WithdrawalDetails"];
                    };
                };
            };
        };
    };
    rejectWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "not this one"
                 *     }
                 */
                "application/json": components["schemas"]["RejectWithdrawalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdrawal_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": "wd-297326b31d79c04cc8000296589d16df",
                     *         "kind": "COIN",
                     *         "userId": 1,
                     *         "symbol": "BTC",
                     *         "amount": "0.5",
                     *         "fee": "0.0002",
                     *         "sent": "0.4998",
                     *         "worthIdr": "500000000",
                     *         "status": "REJECTED",
                     *         "approvalsNeeded": 2,
                     *         "approvals": 1,
                     *         "approvalReasons": [
                     *           "very large amount"
                     *         ],
                     *         "incident": null,
                     *         "createdAt": "2026-11-23T18:34:05.959Z",
                     *         "updatedAt": "2026-11-23T18:34:06.630Z",
                     *         "destination": {
                     *           "network": "BTC",
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "tag": null,
                     *           "channelCode": null,
                     *           "bankName": null,
                     *           "accountNumber": null,
                     *           "accountHolder": null
                     *         },
                     *         "hold": {
                     *           "initial": "0.5",
                     *           "remaining": "0"
                     *         },
                     *         "provider": {
                     *           "id": null,
                     *           "status": null,
                     *           "txHash": null
                     *         },
                     *         "reason": "not this one",
                     *         "attempts": 0,
                     *         "nextAt": null,
                     *         "endedAt": "2026-11-23T18:34:06.630Z",
                     *         "reversedAt": null,
                     *         "decisions": [
                     *           {
                     *             "operator": {
                     *               "id": 2,
                     *               "email": "sari@example.com"
                     *             },
                     *             "note": null,
                     *             "at": "2026-11-23T18:34:06.307Z"
                     *           }
                     *         ],
                     *         "resolutions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdrawal_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WithdrawalDetails"];
                    };
                };
            };
        };
    };
    resolveWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "completed",
                 *       "reason": "custody showed the transaction"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveWithdrawalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdrawal_updated",
                     *       "result": true,
                     *       "data": {
                     *         "id": "wd-bba2de44a6edb7970a1842c42306d9a2",
                     *         "kind": "COIN",
                     *         "userId": 15,
                     *         "symbol": "BTC",
                     *         "amount": "0.005",
                     *         "fee": "0.0002",
                     *         "sent": "0.0048",
                     *         "worthIdr": "5000000",
                     *         "status": "SUCCESS",
                     *         "approvalsNeeded": 0,
                     *         "approvals": 0,
                     *         "approvalReasons": [],
                     *         "incident": null,
                     *         "createdAt": "2026-11-27T09:14:39.496Z",
                     *         "updatedAt": "2026-11-27T09:14:40.720Z",
                     *         "destination": {
                     *           "network": "BTC",
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "tag": null,
                     *           "channelCode": null,
                     *           "bankName": null,
                     *           "accountNumber": null,
                     *           "accountHolder": null
                     *         },
                     *         "hold": {
                     *           "initial": "0.005",
                     *           "remaining": "0"
                     *         },
                     *         "provider": {
                     *           "id": "ea40f7d4-3c87-4f82-8989-bda58e3f303c",
                     *           "status": "FAILED",
                     *           "txHash": null
                     *         },
                     *         "reason": "custody showed the transaction",
                     *         "attempts": 1,
                     *         "nextAt": null,
                     *         "endedAt": "2026-11-27T09:14:40.720Z",
                     *         "reversedAt": null,
                     *         "decisions": [],
                     *         "resolutions": [
                     *           {
                     *             "operator": {
                     *               "id": 29,
                     *               "email": "sari@example.com"
                     *             },
                     *             "outcome": "completed",
                     *             "reason": "custody showed the transaction",
                     *             "at": "2026-11-27T09:14:40.720Z",
                     *             "closedAt": "2026-11-27T09:14:40.720Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdrawal_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WithdrawalDetails"];
                    };
                };
            };
        };
    };
    showOrders: {
        parameters: {
            query?: {
                user?: number;
                order_no?: string;
                txPair?: string;
                status?: "CREATE" | "DONE" | "CANCEL";
                side?: "BUY" | "SELL";
                inDoubt?: "true";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.orders_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "order_no": "d",
                     *             "txPair": "BTC_IDR",
                     *             "side": "BUY",
                     *             "type": "LIMIT",
                     *             "price": "1600000000",
                     *             "volume": "0.01",
                     *             "amount": "16000000",
                     *             "executedVolume": "0",
                     *             "executedAmount": "0",
                     *             "averagePrice": null,
                     *             "fee": "0",
                     *             "feeAsset": "BTC",
                     *             "tax": "0",
                     *             "status": "CREATE",
                     *             "reason": null,
                     *             "createdAt": "2026-03-01T00:00:00.000Z",
                     *             "updatedAt": "2026-03-01T00:00:00.000Z",
                     *             "userId": 2,
                     *             "venueOrderId": null,
                     *             "incident": "its quantity is 2"
                     *           }
                     *         ],
                     *         "nextCursor": "1772323200000000-4"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.orders_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["FoundOrderPage"];
                    };
                };
            };
        };
    };
    showOrder: {
        parameters: {
            query?: {
                per_page?: number;
                page?: number;
            };
            header?: never;
            path: {
                orderNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.order_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "order_no": "TK-01a209a678f5602b7e7d0b184b5248f6",
                     *         "txPair": "BTC_IDR",
                     *         "side": "BUY",
                     *         "type": "LIMIT",
                     *         "price": "1600000000",
                     *         "volume": "0.03",
                     *         "amount": "48000000",
                     *         "executedVolume": "0.01",
                     *         "executedAmount": "16000000",
                     *         "averagePrice": "1600000000",
                     *         "fee": "0.00001",
                     *         "feeAsset": "BTC",
                     *         "tax": "0",
                     *         "status": "CREATE",
                     *         "reason": null,
                     *         "createdAt": "2026-11-23T18:23:54.617Z",
                     *         "updatedAt": "2026-11-23T18:23:54.865Z",
                     *         "userId": 1,
                     *         "venueOrderId": "1795458233622",
                     *         "incident": null,
                     *         "held": {
                     *           "symbol": "IDR",
                     *           "initial": "48000000",
                     *           "remaining": "32000000"
                     *         },
                     *         "worstPrice": "1600000000",
                     *         "finalVolume": null,
                     *         "attempts": 0,
                     *         "nextAt": "2026-11-23T18:28:54.879Z",
                     *         "absentAfter": "2026-11-23T18:24:16.635Z",
                     *         "cancelRequestedAt": null,
                     *         "endedAt": null,
                     *         "fills": {
                     *           "data": [
                     *             {
                     *               "tradeId": "1795458233623",
                     *               "order_no": "TK-01a209a678f5602b7e7d0b184b5248f6",
                     *               "txPair": "BTC_IDR",
                     *               "side": "BUY",
                     *               "price": "1600000000",
                     *               "volume": "0.01",
                     *               "amount": "16000000",
                     *               "fee": "0.00001",
                     *               "feeAsset": "BTC",
                     *               "tax": "0",
                     *               "createdAt": "2026-11-23T18:23:54.766Z"
                     *             }
                     *           ],
                     *           "currentPage": 1,
                     *           "perPage": 20,
                     *           "nextPage": null
                     *         },
                     *         "moves": [
                     *           {
                     *             "postingId": 3,
                     *             "key": "hold:order:TK-01a209a678f5602b7e7d0b184b5248f6",
                     *             "at": "2026-11-23T18:23:54.617Z",
                     *             "symbol": "IDR",
                     *             "amount": "48000000",
                     *             "from": "user.available",
                     *             "to": "user.locked"
                     *           }
                     *         ],
                     *         "resolutions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OrderDetails"];
                    };
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "too late"
                 *     }
                 */
                "application/json": components["schemas"]["CancelOrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.order_updated",
                     *       "result": true,
                     *       "data": {
                     *         "order_no": "TK-01a209a696223a5a86db54f2c8651996",
                     *         "txPair": "BTC_IDR",
                     *         "side": "BUY",
                     *         "type": "LIMIT",
                     *         "price": "1600000000",
                     *         "volume": "0.01",
                     *         "amount": "16000000",
                     *         "executedVolume": "0.01",
                     *         "executedAmount": "16000000",
                     *         "averagePrice": "1600000000",
                     *         "fee": "0.00001",
                     *         "feeAsset": "BTC",
                     *         "tax": "0",
                     *         "status": "DONE",
                     *         "reason": null,
                     *         "createdAt": "2026-11-23T18:24:02.083Z",
                     *         "updatedAt": "2026-11-23T18:24:02.233Z",
                     *         "userId": 1,
                     *         "venueOrderId": "1795458241078",
                     *         "incident": null,
                     *         "held": {
                     *           "symbol": "IDR",
                     *           "initial": "16000000",
                     *           "remaining": "0"
                     *         },
                     *         "worstPrice": "1600000000",
                     *         "finalVolume": null,
                     *         "attempts": 0,
                     *         "nextAt": null,
                     *         "absentAfter": "2026-11-23T18:24:24.104Z",
                     *         "cancelRequestedAt": "2026-11-23T18:24:02.152Z",
                     *         "endedAt": "2026-11-23T18:24:02.163Z",
                     *         "fills": {
                     *           "data": [
                     *             {
                     *               "tradeId": "1795458241079",
                     *               "order_no": "TK-01a209a696223a5a86db54f2c8651996",
                     *               "txPair": "BTC_IDR",
                     *               "side": "BUY",
                     *               "price": "1600000000",
                     *               "volume": "0.01",
                     *               "amount": "16000000",
                     *               "fee": "0.00001",
                     *               "feeAsset": "BTC",
                     *               "tax": "0",
                     *               "createdAt": "2026-11-23T18:24:02.139Z"
                     *             }
                     *           ],
                     *           "currentPage": 1,
                     *           "perPage": 20,
                     *           "nextPage": null
                     *         },
                     *         "moves": [
                     *           {
                     *             "postingId": 3,
                     *             "key": "hold:order:TK-01a209a696223a5a86db54f2c8651996",
                     *             "at": "2026-11-23T18:24:02.083Z",
                     *             "symbol": "IDR",
                     *             "amount": "16000000",
                     *             "from": "user.available",
                     *             "to": "user.locked"
                     *           }
                     *         ],
                     *         "resolutions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OrderDetails"];
                    };
                };
            };
        };
    };
    askOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.order_updated",
                     *       "result": true,
                     *       "data": {
                     *         "order_no": "TK-01a209a6a590b05a0415b594bbeabd20",
                     *         "txPair": "BTC_IDR",
                     *         "side": "BUY",
                     *         "type": "LIMIT",
                     *         "price": "1600000000",
                     *         "volume": "0.03",
                     *         "amount": "48000000",
                     *         "executedVolume": "0.01",
                     *         "executedAmount": "16000000",
                     *         "averagePrice": "1600000000",
                     *         "fee": "0.00001",
                     *         "feeAsset": "BTC",
                     *         "tax": "0",
                     *         "status": "CREATE",
                     *         "reason": null,
                     *         "createdAt": "2026-11-23T18:24:06.034Z",
                     *         "updatedAt": "2026-11-23T18:24:06.128Z",
                     *         "userId": 1,
                     *         "venueOrderId": "1795458244765",
                     *         "incident": null,
                     *         "held": {
                     *           "symbol": "IDR",
                     *           "initial": "48000000",
                     *           "remaining": "32000000"
                     *         },
                     *         "worstPrice": "1600000000",
                     *         "finalVolume": null,
                     *         "attempts": 0,
                     *         "nextAt": "2026-11-23T18:29:06.152Z",
                     *         "absentAfter": "2026-11-23T18:24:28.063Z",
                     *         "cancelRequestedAt": null,
                     *         "endedAt": null,
                     *         "fills": {
                     *           "data": [
                     *             {
                     *               "tradeId": "1795458244766",
                     *               "order_no": "TK-01a209a6a590b05a0415b594bbeabd20",
                     *               "txPair": "BTC_IDR",
                     *               "side": "BUY",
                     *               "price": "1600000000",
                     *               "volume": "0.01",
                     *               "amount": "16000000",
                     *               "fee": "0.00001",
                     *               "feeAsset": "BTC",
                     *               "tax": "0",
                     *               "createdAt": "2026-11-23T18:24:06.090Z"
                     *             }
                     *           ],
                     *           "currentPage": 1,
                     *           "perPage": 20,
                     *           "nextPage": null
                     *         },
                     *         "moves": [
                     *           {
                     *             "postingId": 3,
                     *             "key": "hold:order:TK-01a209a6a590b05a0415b594bbeabd20",
                     *             "at": "2026-11-23T18:24:06.034Z",
                     *             "symbol": "IDR",
                     *             "amount": "48000000",
                     *             "from": "user.available",
                     *             "to": "user.locked"
                     *           }
                     *         ],
                     *         "resolutions": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OrderDetails"];
                    };
                };
            };
        };
    };
    resolveOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "ended",
                 *       "reason": "the venue's staff say so"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveOrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.order_updated",
                     *       "result": true,
                     *       "data": {
                     *         "order_no": "TK-01a22957dd00f04cf068310c098d3ea0",
                     *         "txPair": "BTC_IDR",
                     *         "side": "BUY",
                     *         "type": "LIMIT",
                     *         "price": "1600000000",
                     *         "volume": "0.01",
                     *         "amount": "16000000",
                     *         "executedVolume": "0.005",
                     *         "executedAmount": "8000000",
                     *         "averagePrice": "1600000000",
                     *         "fee": "0.000005",
                     *         "feeAsset": "BTC",
                     *         "tax": "0",
                     *         "status": "CANCEL",
                     *         "reason": "RESOLVED",
                     *         "createdAt": "2026-11-29T22:05:53.795Z",
                     *         "updatedAt": "2026-11-29T22:05:54.527Z",
                     *         "userId": 2,
                     *         "venueOrderId": "1795989938516",
                     *         "incident": null,
                     *         "held": {
                     *           "symbol": "IDR",
                     *           "initial": "16000000",
                     *           "remaining": "0"
                     *         },
                     *         "worstPrice": "1600000000",
                     *         "finalVolume": "0.005",
                     *         "attempts": 0,
                     *         "nextAt": null,
                     *         "absentAfter": "2026-11-29T22:06:15.836Z",
                     *         "cancelRequestedAt": "2026-11-29T22:05:54.196Z",
                     *         "endedAt": "2026-11-29T22:05:54.527Z",
                     *         "fills": {
                     *           "data": [
                     *             {
                     *               "tradeId": "4711",
                     *               "order_no": "TK-01a22957dd00f04cf068310c098d3ea0",
                     *               "txPair": "BTC_IDR",
                     *               "side": "BUY",
                     *               "price": "1600000000",
                     *               "volume": "0.005",
                     *               "amount": "8000000",
                     *               "fee": "0.000005",
                     *               "feeAsset": "BTC",
                     *               "tax": "0",
                     *               "createdAt": "2026-11-29T22:05:54.107Z"
                     *             }
                     *           ],
                     *           "currentPage": 1,
                     *           "perPage": 20,
                     *           "nextPage": null
                     *         },
                     *         "moves": [
                     *           {
                     *             "postingId": 9,
                     *             "key": "hold:order:TK-01a22957dd00f04cf068310c098d3ea0",
                     *             "at": "2026-11-29T22:05:53.795Z",
                     *             "symbol": "IDR",
                     *             "amount": "16000000",
                     *             "from": "user.available",
                     *             "to": "user.locked"
                     *           }
                     *         ],
                     *         "resolutions": [
                     *           {
                     *             "operator": {
                     *               "id": 6,
                     *               "email": "sari@example.com"
                     *             },
                     *             "statement": "stands 4711",
                     *             "reason": "the venue's staff say so",
                     *             "at": "2026-11-29T22:05:54.268Z",
                     *             "closedAt": "2026-11-29T22:05:54.325Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_updated";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OrderDetails"];
                    };
                };
            };
        };
    };
    showFills: {
        parameters: {
            query?: {
                user?: number;
                order_no?: string;
                txPair?: string;
                side?: "BUY" | "SELL";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.fills_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "tradeId": "4",
                     *             "order_no": "a",
                     *             "txPair": "BTC_IDR",
                     *             "side": "BUY",
                     *             "price": "1600000000",
                     *             "volume": "0.001",
                     *             "amount": "1600000",
                     *             "fee": "0.000001",
                     *             "feeAsset": "BTC",
                     *             "tax": "0",
                     *             "createdAt": "2026-03-01T00:03:00.000Z",
                     *             "userId": 1
                     *           }
                     *         ],
                     *         "nextCursor": "1772323260000000-2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.fills_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["FoundFillPage"];
                    };
                };
            };
        };
    };
    showOperatorPairs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.pairs_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "venueRead": true,
                     *         "pairs": [
                     *           {
                     *             "txPair": "BTC_IDR",
                     *             "venueSymbol": "BTCIDR",
                     *             "category": "Coins in rupiah",
                     *             "active": true,
                     *             "atVenue": true,
                     *             "venueStatus": "TRADING",
                     *             "differences": 0,
                     *             "bounds": [
                     *               {
                     *                 "bound": "priceTick",
                     *                 "ours": "1",
                     *                 "venue": "1",
                     *                 "differs": false,
                     *                 "looser": false
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.pairs_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OperatorPairs"];
                    };
                };
            };
        };
    };
    showOperatorPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.prices_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "pair": "USD_IDR",
                     *           "price": "16350.5",
                     *           "bid": null,
                     *           "ask": null,
                     *           "median": "16350.5",
                     *           "samples": 1,
                     *           "source": "operator",
                     *           "observedAt": "2026-11-27T14:54:40.161Z",
                     *           "ageSeconds": 0,
                     *           "maxAgeSeconds": 345600,
                     *           "stale": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.prices_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OperatorPrice"][];
                    };
                };
            };
        };
    };
    showUnmatchedTrades: {
        parameters: {
            query?: {
                txPair?: string;
                side?: "BUY" | "SELL";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.unmatched_trades_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "tradeId": "2",
                     *             "txPair": "BTC_IDR",
                     *             "side": "SELL",
                     *             "venueOrderId": "7",
                     *             "clientOrderId": "elsewhere",
                     *             "volume": "0.01",
                     *             "amount": "16400000.12345678",
                     *             "commission": "0.00001",
                     *             "commissionAsset": "IDR",
                     *             "tradedAt": "2026-03-01T00:00:00.000Z",
                     *             "recordedAt": "2026-03-01T00:00:03.000Z"
                     *           }
                     *         ],
                     *         "nextCursor": "2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.unmatched_trades_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["UnmatchedTradePage"];
                    };
                };
            };
        };
    };
    showReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.reconciliation_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "provider": "custody",
                     *           "symbol": "USDT",
                     *           "ours": "0",
                     *           "theirs": "0",
                     *           "difference": "0",
                     *           "agrees": true,
                     *           "comparedAt": "2026-11-23T18:38:07.368Z",
                     *           "ageSeconds": 0,
                     *           "breakId": null,
                     *           "points": [
                     *             {
                     *               "at": "2026-11-23T18:30:00.000Z",
                     *               "difference": "0",
                     *               "agrees": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.reconciliation_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Comparison"][];
                    };
                };
            };
        };
    };
    runReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.reconciliation_requested",
                     *       "result": true,
                     *       "data": {
                     *         "askedAt": "2026-11-23T18:38:09.250Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.reconciliation_requested";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["RequestedRun"];
                    };
                };
            };
        };
    };
    showBreaks: {
        parameters: {
            query?: {
                state?: "open" | "resolved";
                kind?: "balance" | "unlisted-asset" | "transfer" | "sent-twice" | "payment" | "withdrawal-overdue" | "withdrawal-in-doubt" | "hold-overdue";
                provider?: "custody" | "payx" | "payd" | "venue" | "house";
                symbol?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.breaks_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 1,
                     *             "provider": "custody",
                     *             "kind": "balance",
                     *             "subject": "ETH",
                     *             "asset": "ETH",
                     *             "theirs": "2",
                     *             "ours": "0",
                     *             "since": "2026-11-27T14:55:05.792Z",
                     *             "lastSeen": "2026-11-27T14:55:05.792Z",
                     *             "ageSeconds": 0,
                     *             "alertedAt": null,
                     *             "stoppedAt": null,
                     *             "resolvedAt": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.breaks_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["BreakPage"];
                    };
                };
            };
        };
    };
    exportBreaks: {
        parameters: {
            query?: {
                state?: "open" | "resolved";
                kind?: "balance" | "unlisted-asset" | "transfer" | "sent-twice" | "payment" | "withdrawal-overdue" | "withdrawal-in-doubt" | "hold-overdue";
                provider?: "custody" | "payx" | "payd" | "venue" | "house";
                symbol?: string;
                from?: string;
                to?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showBreak: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.break_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "provider": "payx",
                     *         "kind": "balance",
                     *         "subject": "IDR",
                     *         "asset": "IDR",
                     *         "theirs": "100000000000",
                     *         "ours": "100000005000",
                     *         "since": "2026-11-23T18:38:07.379Z",
                     *         "lastSeen": "2026-11-23T18:38:07.379Z",
                     *         "ageSeconds": 0,
                     *         "alertedAt": null,
                     *         "stoppedAt": null,
                     *         "resolvedAt": null,
                     *         "about": null,
                     *         "movements": [
                     *           {
                     *             "postingId": 1,
                     *             "key": "one",
                     *             "action": "DEPOSIT",
                     *             "at": "2026-11-23T18:38:07.300Z",
                     *             "symbol": "IDR",
                     *             "amount": "5000",
                     *             "from": "house.payx",
                     *             "to": "user.available",
                     *             "userId": 1
                     *           }
                     *         ],
                     *         "proposals": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.break_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["BreakDetails"];
                    };
                };
            };
        };
    };
    closeBreak: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "payx confirmed it by mail"
                 *     }
                 */
                "application/json": components["schemas"]["CloseBreakRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.break_closed",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.break_closed";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    ownBreak: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "direction": "in",
                 *       "amount": "2",
                 *       "reason": "gas",
                 *       "otpCode": "684162"
                 *     }
                 */
                "application/json": components["schemas"]["OwnBreakRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.break_owned",
                     *       "result": true,
                     *       "data": {
                     *         "state": "proposed",
                     *         "amount": "2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.break_owned";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OwnedBreak"];
                    };
                };
            };
        };
    };
    showProofs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.liabilities_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 4,
                     *           "requestedBy": null,
                     *           "requestedAt": "2026-11-28T03:04:59.121Z",
                     *           "takenAt": "2026-11-28T03:04:59.372Z",
                     *           "publishedAt": "2026-11-28T03:05:00.048Z",
                     *           "assets": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.liabilities_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["RequestedLiabilityProof"][];
                    };
                };
            };
        };
    };
    proveLiabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.proof_requested",
                     *       "result": true,
                     *       "data": {
                     *         "id": 4,
                     *         "requestedAt": "2026-11-28T03:04:59.121Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.proof_requested";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["LiabilityProofRequest"];
                    };
                };
            };
        };
    };
    showOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.overview_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "queues": [
                     *           {
                     *             "name": "withdrawals",
                     *             "count": 0,
                     *             "isMore": false,
                     *             "oldestAt": null
                     *           }
                     *         ],
                     *         "nodes": [
                     *           {
                     *             "node": "vm/16535",
                     *             "url": "http://127.0.0.1:25859",
                     *             "version": "0.1.0",
                     *             "startedAt": "2026-11-23T18:34:31.639Z",
                     *             "seenAt": "2026-11-23T18:34:32.792Z",
                     *             "isAlive": true,
                     *             "leads": true
                     *           }
                     *         ],
                     *         "leader": {
                     *           "node": "vm/16535",
                     *           "url": "http://127.0.0.1:25859",
                     *           "epoch": 1,
                     *           "since": "2026-11-23T18:34:31.481Z",
                     *           "isHeld": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.overview_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Overview"];
                    };
                };
            };
        };
    };
    showProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.providers_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "node": "vm/16535",
                     *           "leads": true,
                     *           "seenAt": "2026-11-23T18:34:35.351Z",
                     *           "providers": [
                     *             {
                     *               "provider": "mail",
                     *               "circuit": "closed",
                     *               "calls": 0,
                     *               "failures": 0,
                     *               "lastSuccessAt": null,
                     *               "lastFailureAt": null,
                     *               "lastFailure": null,
                     *               "medianMs": null,
                     *               "p95Ms": null,
                     *               "budgets": []
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.providers_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["NodeProviders"][];
                    };
                };
            };
        };
    };
    showDays: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.days_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "countedAt": "2026-11-23T18:33:06.140Z",
                     *         "days": [
                     *           {
                     *             "day": "2026-10-26",
                     *             "signedUp": 0,
                     *             "verified": 0,
                     *             "flows": []
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.days_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Days"];
                    };
                };
            };
        };
    };
    showBalances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.balances_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "symbol": "IDR",
                     *           "owed": "5000",
                     *           "held": [
                     *             {
                     *               "place": "venue",
                     *               "books": "0",
                     *               "reported": "100000000000000",
                     *               "comparedAt": "2026-11-23T18:34:42.257Z"
                     *             }
                     *           ],
                     *           "total": "100100000000000",
                     *           "difference": "100099999995000",
                     *           "coverage": "20020000000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.balances_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AssetBalanceSheet"][];
                    };
                };
            };
        };
    };
    showJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.jobs_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "scheduled": [
                     *           {
                     *             "job": "settle withdrawals",
                     *             "node": "vm/16535",
                     *             "everyMs": 1000,
                     *             "startedAt": "2026-11-23T18:34:48.384Z",
                     *             "nextAt": "2026-11-23T18:34:49.392Z",
                     *             "tookMs": 8,
                     *             "failures": 2,
                     *             "succeededAt": "2026-11-23T18:34:46.270Z",
                     *             "failedAt": "2026-11-23T18:34:48.384Z",
                     *             "error": "relation \"withdrawals\" does not exist"
                     *           }
                     *         ],
                     *         "queued": [
                     *           {
                     *             "job": "announce",
                     *             "waiting": 0,
                     *             "running": 0,
                     *             "retrying": 0,
                     *             "givenUp": 0,
                     *             "oldestAt": null,
                     *             "error": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.jobs_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Jobs"];
                    };
                };
            };
        };
    };
    showReports: {
        parameters: {
            query?: {
                state?: "PENDING" | "SENT" | "SUCCESS" | "FAILED";
                requestId?: string;
                limit?: number;
                cursor?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.reports_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 2,
                     *             "requestId": "report-2",
                     *             "kind": "A",
                     *             "state": "FAILED",
                     *             "message": "a field is missing",
                     *             "createdAt": "2026-11-23T18:40:38.897Z",
                     *             "updatedAt": "2026-11-23T18:40:38.897Z"
                     *           }
                     *         ],
                     *         "nextCursor": "2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.reports_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["RegulatoryReportPage"];
                    };
                };
            };
        };
    };
    exportRegulatoryReports: {
        parameters: {
            query?: {
                state?: "PENDING" | "SENT" | "SUCCESS" | "FAILED";
                requestId?: string;
                sort?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    showReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "requestId": "report-2",
                     *         "kind": "A",
                     *         "state": "SUCCESS",
                     *         "message": "success",
                     *         "createdAt": "2026-11-23T18:40:38.897Z",
                     *         "updatedAt": "2026-11-23T18:40:41.785Z",
                     *         "payload": {
                     *           "user": "2"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.report_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["RegulatoryReportDetails"];
                    };
                };
            };
        };
    };
    retryReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.report_retried",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.report_retried";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
}
export interface streams {
    "/operator/api/stream": {
        start: components["schemas"]["OperatorStreamStart"];
        alert: components["schemas"]["Alert"];
        queues: components["schemas"]["QueueCounts"];
        changed: components["schemas"]["ChangedRows"];
    };
}
