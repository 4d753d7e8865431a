/** Generated from the contracts: run `npm run contracts:client`. Do not edit. */
export interface paths {
    "/api/users/phone-bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bind a phone with the code that was sent to it
         * @description Access: signed in.
         *
         *     Limits: `phone-binds`, 20 in 3600 seconds.
         */
        post: operations["bindPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/twofa-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The secret for an authenticator app
         * @description The secret for an authenticator app, until two-factor authentication is enabled.
         *
         *     Access: signed in.
         */
        get: operations["showTwofaSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/twofa-bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable two-factor authentication
         * @description Enable two-factor authentication; without password or mailed code, provisionally.
         *
         *     Access: signed in.
         */
        post: operations["bindTwofa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many recovery codes of the authenticator are left
         * @description Access: signed in.
         */
        get: operations["showRecoveryCodes"];
        put?: never;
        /**
         * Make recovery codes of the authenticator
         * @description Make recovery codes of the authenticator; the former ones stop working.
         *
         *     Access: signed in.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/twofa-unbind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable two-factor authentication
         * @description Disable two-factor authentication; the secret is replaced.
         *
         *     Access: signed in.
         */
        post: operations["unbindTwofa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/language": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose the language of messages and mails
         * @description Access: signed in.
         */
        patch: operations["setLanguage"];
        trace?: never;
    };
    "/api/users/currency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose the currency that amounts are shown in
         * @description Access: signed in.
         */
        patch: operations["setCurrency"];
        trace?: never;
    };
    "/api/user/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend the account
         * @description Suspend the account: every session ends, and only an operator can lift the suspension.
         *
         *     Access: signed in.
         */
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profile of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
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
    "/api/user/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API keys of the caller, without their secrets
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showApiKeys"];
        /**
         * Replace the pair and the permissions of an API key
         * @description Replace the pair and the permissions of an API key; wider permissions require a code.
         *
         *     Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        put: operations["editApiKey"];
        /**
         * Create an API key
         * @description Create an API key; its secret is shown only once.
         *
         *     Access: signed in.
         */
        post: operations["createApiKey"];
        /**
         * Delete an API key
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        delete: operations["removeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bank accounts of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listBankAccounts"];
        /**
         * Change a bank account
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        put: operations["editBankAccount"];
        /**
         * Add a bank account
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        post: operations["addBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/bank/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The caller's proven name
         * @description The caller's proven name, and whether the owner of a bank account has it.
         *
         *     Access: signed in.
         *
         *     Limits: `bank-owner-check`, 30 in 60 seconds.
         */
        post: operations["checkBankOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/bank/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a bank account
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        delete: operations["deleteBankAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's address book
         * @description The caller's address book: coin addresses to withdraw to.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listSavedAddresses"];
        put?: never;
        /**
         * Keep a coin address, or rename it
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        post: operations["saveAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a kept coin address
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        delete: operations["deleteSavedAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/coins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every asset with the balance
         * @description Every asset with the balance, networks and fees of the caller.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listCoins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The worth of the caller's holdings
         * @description The worth of the caller's holdings, in their currency and in bitcoin.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showWorth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/wallet-address-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether an address on a chain is one of ours
         * @description Access: signed in.
         *
         *     Limits: `wallet-address-check`, 20 in 60 seconds.
         */
        post: operations["checkAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/transaction-histories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every ledger move of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listMoves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/history/v2/deposit-withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deposits and withdrawals of the caller
         * @description Deposits and withdrawals of the caller, newest first by default.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/history/deposit-withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deposits and withdrawals of the caller
         * @description Deposits and withdrawals of the caller, newest first by default.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listTransfersV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/history/tax": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The taxes on the caller's trades, newest first
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/history/tax/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's taxes with totals, oldest first
         * @description The caller's taxes with totals, oldest first: JSON, or a file (format=csv, format=pdf).
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["reportTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/history/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's balances and moves of a period
         * @description The caller's balances and moves of a period, as a PDF or as CSV (format=csv).
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showAccountStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proofs/liabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What users are owed of each asset
         * @description What users are owed of each asset, with the root of the tree that proves it.
         *
         *     Access: public.
         */
        get: operations["listLiabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/proof-of-liabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's balances in a proof
         * @description The caller's balances in a proof, with the branches up to its roots.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         *
         *     Limits: `own-proof`, 20 in 60 seconds.
         */
        get: operations["showOwnProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pin/status_pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether an account has a PIN and which locks are on
         * @description Access: public.
         *
         *     Limits: `pin-questions`, 60 in 60 seconds; `pin-questions-an-hour`, 600 in 3600 seconds; `pin-questions-about-one`, 20 in 60 seconds.
         */
        post: operations["showPinStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pin/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a first PIN
         * @description Set a first PIN; it locks the app from then on.
         *
         *     Access: signed in.
         */
        post: operations["createPin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pin/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the PIN
         * @description Check the PIN; ten wrong ones in a row end every session.
         *
         *     Access: signed in.
         *
         *     Limits: `pin-validations`, 5 in 300 seconds.
         */
        post: operations["validatePin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pin/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the PIN with the password, its lock, or both at once
         * @description Access: signed in.
         *
         *     Limits: `pin-updates`, 5 in 300 seconds.
         */
        post: operations["updatePin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/biometric/create-or-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable or disable the biometric lock
         * @description Access: signed in.
         *
         *     Limits: `mailed-changes`, 60 in 3600 seconds.
         */
        post: operations["setBiometrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email/otp-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a code to the owner of an address
         * @description Access: public.
         *
         *     Limits: `email-otps`, 3 in 300 seconds.
         */
        post: operations["requestEmailOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/phone/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to a phone to bind
         * @description Send a code to a phone to bind; from the fourth of a day on a captcha is required.
         *
         *     Access: signed in.
         *
         *     Limits: `phone-otps`, 3 in 300 seconds; `otps-and-registrations`, 300 in 3600 seconds; `phone-otps-per-address`, 10 in 3600 seconds; `phone-otps-per-user`, 20 in 3600 seconds.
         */
        post: operations["requestPhoneOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of the caller, newest first
         * @description Messages of the caller, newest first, with counters over all messages.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-messages/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mark messages as read
         * @description Mark messages as read: those of the last 30 days, or those with the given ids.
         *
         *     Access: signed in.
         */
        get: operations["readMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-messages/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all messages of the last 30 days as read
         * @description Access: signed in.
         */
        post: operations["readAllMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-messages/delete-multiple": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete messages of the caller
         * @description Access: signed in.
         */
        delete: operations["deleteMessages"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fcm/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a device for the caller's pushes
         * @description Register a device for the caller's pushes, and for no other user's.
         *
         *     Access: signed in.
         */
        post: operations["registerPushToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fcm/delete-user-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove all devices from the caller's pushes
         * @description Access: signed in.
         */
        delete: operations["clearPushTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inquiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an inquiry to the operators
         * @description Send an inquiry to the operators; requires a captcha.
         *
         *     Access: public.
         */
        post: operations["submitInquiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/idp/ocr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have an identity card read
         * @description Access: signed in.
         *
         *     Limits: `identity-cards`, 20 in 3600 seconds.
         */
        post: operations["readIdCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/idp/liveness-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the owner of the last card that was read
         * @description Register the owner of the last card that was read, by their face; the result follows.
         *
         *     Access: signed in.
         *
         *     Limits: `identity-faces`, 20 in 3600 seconds.
         */
        post: operations["registerWithLiveness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/tax-certification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tax residence that the caller certified
         * @description The tax residence that the caller certified, and whether one must be certified.
         *
         *     Access: signed in.
         */
        get: operations["showCertification"];
        put?: never;
        /**
         * Certify the tax residence
         * @description Certify the tax residence; it replaces an earlier certification.
         *
         *     Access: signed in.
         *
         *     Limits: `tax-certifications`, 20 in 86400 seconds.
         */
        post: operations["certifyResidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vision/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an image with the data of its verification
         * @description Access: signed in.
         *
         *     Limits: `vision-uploads`, 100 in 3600 seconds.
         */
        post: operations["createVisionVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vision/verification/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One verification of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showVisionVerification"];
        /**
         * Change the result of a verification, and advance its status
         * @description Access: signed in.
         */
        put: operations["updateVisionVerification"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vision/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The verifications of the caller, newest first
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listVisionVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vision/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many verifications the caller has, by service
         * @description How many verifications the caller has, by service, status and day.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showVisionStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an account
         * @description Open an account; a verification link is mailed.
         *
         *     Access: public.
         *
         *     Limits: `otps-and-registrations`, 300 in 3600 seconds.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-verify/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an email address with the mailed link
         * @description Access: public.
         */
        get: operations["verifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mail the verification link again
         * @description Mail the verification link again; the answer is the same for every address.
         *
         *     Access: public.
         *
         *     Limits: `resends`, 3 in 300 seconds; `otps-and-registrations`, 300 in 3600 seconds.
         */
        get: operations["resendVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link that resets the password
         * @description Mail a link that resets the password; the answer is the same for every address.
         *
         *     Access: public.
         *
         *     Limits: `otps-and-registrations`, 300 in 3600 seconds.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Sign in; an account that strangers guess at needs a captcha on an unknown device.
         *
         *     Access: public.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for new tokens
         * @description Access: public.
         *
         *     Limits: `refreshes`, 30 in 60 seconds.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Access: signed in.
         */
        delete: operations["logout"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The live sessions of the account
         * @description The live sessions of the account, and which of them is this one.
         *
         *     Access: signed in.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End every other session and forget their devices
         * @description Access: signed in.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest sign-ins to the account, also those that failed
         * @description Access: signed in.
         */
        get: operations["listSignIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session and forget its device
         * @description Access: signed in.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/end-session/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session with the link from its sign-in mail
         * @description Access: public.
         *
         *     Limits: `session-ends`, 30 in 60 seconds.
         */
        post: operations["endMailedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/undo-change/{change}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of the factors with the link from its mail
         * @description Undo a change of the factors with the link from its mail; every session ends.
         *
         *     Access: public.
         *
         *     Limits: `change-undos`, 30 in 60 seconds.
         */
        post: operations["undoChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/freeze-account/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze the account with the link from a mail
         * @description Freeze the account with the link from a mail; only an operator can lift it.
         *
         *     Access: public.
         *
         *     Limits: `freezes`, 30 in 60 seconds.
         */
        post: operations["freezeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a mailed link
         * @description Access: public.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Published news, of all categories or of one
         * @description Access: public.
         */
        get: operations["listNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/news-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The categories of news
         * @description Access: public.
         */
        get: operations["listNewsCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/news/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One news item with its body
         * @description Access: public.
         */
        get: operations["showNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/news/tag/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Published news with a tag, newest first
         * @description Access: public.
         */
        get: operations["listNewsByTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/banner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The active banners
         * @description Access: public.
         */
        get: operations["listBanners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every country, by name
         * @description Access: public.
         */
        get: operations["listCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Banks and wallets of Indonesia, with their clearing codes
         * @description Access: public.
         */
        get: operations["listBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/asset-information/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Information about an asset
         * @description Information about an asset, with its deposit and withdrawal networks.
         *
         *     Access: public.
         */
        get: operations["showAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setting/get-value/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The value of a public setting
         * @description Access: public.
         */
        get: operations["showSetting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setting/get-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every public setting
         * @description Access: public.
         */
        get: operations["listSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setting/get-multiple-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of several public settings, by their keys
         * @description Access: public.
         */
        get: operations["showSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/currency/exchange-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The exchange rate between two currencies
         * @description Access: public.
         */
        get: operations["showExchangeRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/price/get-category": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The categories of trading pairs
         * @description The categories of trading pairs, with the prices of each pair.
         *
         *     Access: public.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fee-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fees of deposits, withdrawals and trades
         * @description The fees of deposits, withdrawals and trades, and the taxes on trades.
         *
         *     Access: public.
         */
        get: operations["listFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/{provider}/{txId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The status of a transaction, by its provider's id
         * @description Access: public.
         *
         *     Limits: `transaction-lookup`, 30 in 60 seconds.
         */
        get: operations["showTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cashOrder/get-price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The price of one USDT in rupiah
         * @description Access: public.
         */
        get: operations["showCashOrderPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payx/payment-method/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fees and banks of deposits by virtual account or QRIS
         * @description Access: public.
         */
        get: operations["showPaymentMethod"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-methods/va/{code}/{lang}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Step-by-step instructions for a deposit to a virtual account
         * @description Access: public.
         */
        get: operations["showVirtualAccountMethod"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payd/disbursement/list-bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The banks and wallets that payd pays out to
         * @description The banks and wallets that payd pays out to; Last-Modified is the age of the list.
         *
         *     Access: public.
         */
        get: operations["listDisbursementBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether withdrawals and deposits are active
         * @description Access: public.
         */
        get: operations["showWalletStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The choices of a form
         * @description The choices of a form: the value to send, and its label.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listDictionary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The trading pairs on the caller's watchlist
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listWatched"];
        put?: never;
        /**
         * Add a trading pair to the watchlist
         * @description Add a trading pair to the watchlist, or remove it if it is there.
         *
         *     Access: signed in.
         */
        post: operations["toggleWatched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/exchangeInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The venue's listing of our pairs, with its filters
         * @description Access: public.
         */
        get: operations["showExchangeInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Our pairs with their bounds and fees
         * @description Access: public.
         */
        get: operations["showConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The venue's clock
         * @description The venue's clock; the Age header is the time since it was read.
         *
         *     Access: public.
         */
        get: operations["showTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Our pairs with their last prices
         * @description Access: public.
         */
        get: operations["listSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/depth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The order book of a pair
         * @description The order book of a pair: the best prices of both sides.
         *
         *     Access: public.
         */
        get: operations["showDepth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last trades of a pair, between any accounts of the venue
         * @description Access: public.
         */
        get: operations["showTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * With an interval, candles of a pair
         * @description With an interval, candles of a pair; without one, the caller's own trades.
         *
         *     Access: public for candles, else signed in.
         *
         *     Open to API keys with the permission `read` as well.
         *
         *     Limits: `candles`, 240 in 60 seconds.
         */
        get: operations["showHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/testOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an order without placing it
         * @description Access: public.
         *
         *     Limits: `test-order`, 60 in 60 seconds.
         */
        post: operations["testOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place an order
         * @description Fields that would make it another order, such as timeInForce or stopPrice, are refused by their name; other unknown fields are ignored.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `trade` as well.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/order/{orderNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an open order of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `trade` as well.
         */
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/order/{exchangeOrderId}/{userId}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an open order of the caller by the venue's id
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `trade` as well.
         */
        post: operations["deleteOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/symbolOrders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel the caller's open orders of a pair
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `trade` as well.
         */
        delete: operations["cancelPairOrders"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/allOrders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel all of the caller's open orders
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `trade` as well.
         */
        delete: operations["cancelAllOrders"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/historyOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's orders, open and ended
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listOwnOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/currentOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's open orders
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listOpenOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exchange/venue/accountInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's balances, trading fees and permissions
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payx/virtual-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The virtual accounts of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listVirtualAccounts"];
        put?: never;
        /**
         * Open a virtual account at a bank, or return the existing one
         * @description Access: signed in.
         */
        post: operations["openVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payx/qris": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The QR codes of the caller
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["listQrisCodes"];
        put?: never;
        /**
         * A QR code that any QRIS app pays once
         * @description A QR code that any QRIS app pays once, with exactly this amount of rupiah.
         *
         *     Access: signed in.
         *
         *     Limits: `qris-codes`, 60 in 300 seconds.
         */
        post: operations["openQrisCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payd/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an order to be paid by a bank, a shop, a wallet or QRIS
         * @description Access: signed in.
         *
         *     Limits: `payd-orders`, 30 in 3600 seconds.
         */
        post: operations["openPaydOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payd/virtual-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's fixed number
         * @description The caller's fixed number, which accepts any amount at any time.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["showPaydNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deposit/cash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a transfer to our bank, with its proof
         * @description Claim a transfer to our bank, with its proof; an operator decides.
         *
         *     Access: signed in.
         *
         *     Limits: `cash-deposits`, 20 in 3600 seconds.
         */
        post: operations["claimCashDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/coin-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The caller's deposit address of a coin on a network
         * @description The caller's deposit address of a coin on a network, opened if there is none.
         *
         *     Access: signed in.
         */
        post: operations["openCoinAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deposit/get-digit-transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A number to add to a manual transfer
         * @description A number to add to a manual transfer, so that it can be distinguished from others.
         *
         *     Access: signed in.
         *
         *     Limits: `deposit-digits`, 20 in 3600 seconds.
         */
        get: operations["giveDepositDigit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/withdraws/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mail a four-digit code for one withdrawal
         * @description Access: signed in.
         *
         *     Limits: `withdraw-otps`, 3 in 300 seconds; `withdraw-otps-per-address`, 10 in 3600 seconds.
         */
        get: operations["requestWithdrawOtp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/withdraw/withdraw-coin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw coins to an address
         * @description Withdraw coins to an address; the amount includes the fee.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `withdraw` as well.
         */
        post: operations["withdrawCoin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/withdraw/withdraw-fiat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw rupiah to a bank account of the caller
         * @description Withdraw rupiah to a bank account of the caller; the fee is added to the amount.
         *
         *     Access: signed in.
         *
         *     Open to API keys with the permission `withdraw` as well.
         */
        post: operations["withdrawFiat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stored picture
         * @description A stored picture, by a URL from another response that is valid for five minutes.
         *
         *     Access: signed URL.
         */
        get: operations["showFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pictures/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of a banner or a news item
         * @description Access: public.
         */
        get: operations["showPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the changes of the caller's data
         * @description Access: signed in.
         *
         *     Open to API keys with the permission `read` as well.
         */
        get: operations["openStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream prices, order book
         * @description Stream prices, order book, last trades and the running candle of pairs.
         *
         *     Access: public.
         */
        get: operations["openMarketStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every error
         * @description Every error: its status, its cause, what to do, and a text for users.
         *
         *     Access: public.
         */
        get: operations["listErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CoinBalance: {
            available: components["schemas"]["Decimal"];
            locked: components["schemas"]["Decimal"];
            balance: components["schemas"]["Decimal"];
            symbol: string;
        };
        /** @description An exact decimal number, never in exponents. An amount is in whole units of its asset: 1 is one bitcoin or one rupiah. It has at most as many decimals as the asset. */
        Decimal: string;
        DepthLevel: {
            price: components["schemas"]["Decimal"];
            /** @description On offer at this price, in the first asset. */
            volume: components["schemas"]["Decimal"];
        };
        MarketCandle: {
            txPair: string;
            /** @constant */
            interval: "1m";
            /** Format: int64 */
            openTime: number;
            open: components["schemas"]["Decimal"];
            high: components["schemas"]["Decimal"];
            low: components["schemas"]["Decimal"];
            close: components["schemas"]["Decimal"];
            volume: components["schemas"]["Decimal"];
            /** Format: int64 */
            closeTime: number;
            quoteVolume: components["schemas"]["Decimal"];
            /** Format: int64 */
            trades: number;
            /** @description True in the last state of a candle. */
            closed: boolean;
        };
        MarketDepth: {
            txPair: string;
            /** @description The best 20 prices of buyers, the highest first. */
            readonly bids: components["schemas"]["DepthLevel"][];
            /** @description The best 20 prices of sellers, the lowest first. */
            readonly asks: components["schemas"]["DepthLevel"][];
        };
        MarketTicker: {
            txPair: string;
            /** @description The last price; null until the venue reported the pair, like every figure. */
            price: components["schemas"]["Decimal"] | null;
            /** @description The best price of a buyer; null if there is none. */
            bid: components["schemas"]["Decimal"] | null;
            /** @description The best price of a seller; null if there is none. */
            ask: components["schemas"]["Decimal"] | null;
            /** @description The change of the price within 24 hours. */
            change: components["schemas"]["Decimal"] | null;
            /** @description The same in percent. */
            changePercent: components["schemas"]["Decimal"] | null;
            /** @description The highest price of 24 hours. */
            high: components["schemas"]["Decimal"] | null;
            /** @description The lowest price of 24 hours. */
            low: components["schemas"]["Decimal"] | null;
            /** @description The traded amount of 24 hours, in the first asset of the pair. */
            volume: components["schemas"]["Decimal"] | null;
            /** @description The same in the second asset. */
            quoteVolume: components["schemas"]["Decimal"] | null;
            /** @description The venue's time of the report. */
            time: string | null;
            /** @description Milliseconds from the report to this event. */
            ageMs: number | null;
            /** @description True if the venue reported nothing for 5 seconds. */
            stale: boolean;
        };
        MarketTrade: {
            /** @description The venue's number, which grows with each trade. */
            id: string;
            price: components["schemas"]["Decimal"];
            /** @description In the first asset of the pair. */
            volume: components["schemas"]["Decimal"];
            /**
             * @description What the later of its two orders did.
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /** Format: date-time */
            time: string;
        };
        MarketTrades: {
            txPair: string;
            /** @description The last trades, at most 20, newest first. */
            readonly trades: components["schemas"]["MarketTrade"][];
        };
        Message: {
            /** Format: int64 */
            id: number;
            kind: string;
            title: string;
            body: string;
            data: {
                [key: string]: string;
            };
            read: boolean;
            readAt: string | null;
            /** Format: date-time */
            createdAt: string;
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
        StreamStart: {
            resumed: boolean;
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
        AccessToken: {
            token: string;
            /** Format: date-time */
            expiresAt: string;
        };
        AddBankAccountRequest: {
            bankId: string | number;
            bankName: string;
            account: string;
            bankOwner: string;
            address: string;
        };
        ApiKey: {
            /** Format: int64 */
            apiKeyId: number;
            apiName: string;
            apiKey: string;
            permissions: string[];
            ips: string[];
            /** @description A password reset suspended it; an edit reactivates it. Beyond the interface. */
            suspended: boolean;
            /** @description From when the key may withdraw: a day after it was created or edited without the code of an authenticator that counts. Null if it need not wait. Beyond the interface. */
            withdrawsFrom: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            /** Format: int64 */
            totalCount: number;
        };
        AssetInformation: {
            symbol: string;
            name: string;
            /** @enum {string} */
            kind: "FIAT" | "COIN";
            /** Format: int64 */
            scale: number;
            active: boolean;
            about: string | null;
            website: string | null;
            whitepaper: string | null;
            explorer: string | null;
            since: number | null;
            networks: components["schemas"]["Network"][];
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
        AssetWorth: {
            symbol: string;
            balance: components["schemas"]["Decimal"];
            price: components["schemas"]["Decimal"] | null;
            priceAt: string | null;
            priceAgeSeconds: number | null;
            worth: components["schemas"]["Decimal"] | null;
            worthBtc: components["schemas"]["Decimal"] | null;
        };
        Balance: {
            symbol: string;
            available: components["schemas"]["Decimal"];
            locked: components["schemas"]["Decimal"];
            total: components["schemas"]["Decimal"];
        };
        Bank: {
            /** Format: int64 */
            id: number;
            code: string;
            name: string;
            shortName: string;
            /** @enum {string} */
            kind: "BANK" | "WALLET";
            virtualAccount: boolean;
            payout: boolean;
            accountMinDigits: number | null;
            accountMaxDigits: number | null;
        };
        BankAccount: {
            /** Format: int64 */
            userBankAddressId: number;
            bankId: string;
            bankName: string;
            account: string;
            bankOwner: string;
            address: string;
        };
        Banner: {
            /** Format: int64 */
            id: number;
            title: string;
            image: string;
            link: string | null;
            /** @constant */
            status: "ACTIVE";
            /** Format: int64 */
            position: number;
        };
        BindPhoneRequest: {
            phone: string;
            countryCode: string;
            dialCode: string | number;
            otpCode: string;
        };
        BindTwofaRequest: {
            otpCode: string;
            /** @description With it, or with `emailOtpCode`, the app counts at once. Beyond the interface. */
            password?: string;
            /** @description A code of `email/otp-code` with the purpose `authenticator`. */
            emailOtpCode?: string;
        };
        CancelPairOrdersRequest: {
            txPair: string;
        };
        CanceledOrder: {
            order_no: string;
            status: string;
        };
        Candle: {
            /** Format: int64 */
            openTime: number;
            open: components["schemas"]["Decimal"];
            high: components["schemas"]["Decimal"];
            low: components["schemas"]["Decimal"];
            close: components["schemas"]["Decimal"];
            volume: components["schemas"]["Decimal"];
            /** Format: int64 */
            closeTime: number;
            quoteVolume: components["schemas"]["Decimal"];
            /** Format: int64 */
            trades: number;
        };
        CardForCertification: {
            name: string;
            address: string;
            city: string;
            birthDate: string;
            birthPlace: string;
        };
        CashOrderPrice: {
            txPair: string;
            base: string;
            quote: string;
            price: components["schemas"]["Decimal"];
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            ageSeconds: number;
            stale: boolean;
        };
        CertifyResidenceRequest: {
            /** @description As printed on the identity card. */
            name: string;
            address: string;
            city: string;
            /** @description Of the address: an ISO 3166 code of two letters. */
            country: string;
            /** Format: date */
            birthDate: string;
            birthPlace: string;
            /** @description Every country in which the user is tax resident. */
            residences: {
                country: string;
                /** @description In Indonesia the NIK or the NPWP. */
                taxNumber?: string;
                /**
                 * @description Why there is no number: the country issues none, or does not require it.
                 * @enum {string}
                 */
                noNumber?: "not-issued" | "not-required";
            }[];
            /** @description Why a citizen of Indonesia, or someone who lives there, is no resident there. */
            explanation?: string;
        };
        CheckAddressRequest: {
            address: string;
            chain_id: number;
        };
        CheckBankOwnerRequest: {
            bankOwner?: string;
        };
        CheckedAddress: {
            address: string;
            /** Format: int64 */
            chain_id: number;
            exists: boolean;
        };
        CheckedBankOwner: {
            /** @description The name of the caller's proven identity; null before it is proven. */
            provenName: string | null;
            /** @description Whether the owner is the caller; null without an owner or a proven name. */
            isSame: boolean | null;
        };
        ClaimCashDepositRequest: {
            /** @description Whole rupiah, from 1 to 999999999999. */
            amount: string;
            /** Format: binary */
            payment: Blob;
            fullName: string;
            /** Format: email */
            email: string;
            phone: string;
            countryCode: string;
            dialCode: string | number;
            bankName: string;
            bankNo: string;
            bankCompany: string;
            captchaToken?: string;
            "g-recaptcha-response"?: string;
            "h-captcha-response"?: string;
            "cf-turnstile-response"?: string;
        };
        ClearPushTokensRequest: {
            user_id: number;
        };
        Coin: {
            symbol: string;
            name: string;
            /** @enum {string} */
            kind: "FIAT" | "COIN";
            /** Format: int64 */
            scale: number;
            price: components["schemas"]["Decimal"] | null;
            active: boolean;
            listing: components["schemas"]["Listing"];
            withdrawalFee: components["schemas"]["Decimal"];
            dailyWithdrawalLimit: components["schemas"]["Decimal"] | null;
            available: components["schemas"]["Decimal"];
            locked: components["schemas"]["Decimal"];
            balance: components["schemas"]["Decimal"];
            networks: components["schemas"]["CoinNetwork"][];
        };
        CoinAddress: {
            symbol: string;
            network: string;
            address: string;
            legacyAddress: string | null;
            tag: string | null;
        };
        CoinNetwork: {
            network: string;
            /** Format: int64 */
            chainId: number;
            depositActive: boolean;
            withdrawActive: boolean;
            withdrawalFee: components["schemas"]["Decimal"];
            minWithdrawal: components["schemas"]["Decimal"];
            maxWithdrawal: components["schemas"]["Decimal"];
            address: string | null;
            tag: string | null;
        };
        Country: {
            /** Format: int64 */
            id: number;
            iso2: string;
            iso3: string;
            name: string;
            dialCode: string | null;
        };
        CreateApiKeyRequest: {
            apiName: string;
            emailOtpCode: string;
            phoneOtpCode?: string;
            permissions: ("read" | "trade" | "withdraw")[];
            ips?: string[];
            /** @description The code of the authenticator app. Without it, the key may withdraw only after a day. Beyond the interface. */
            twoFACode?: string;
        };
        CreateOrderRequest: {
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** @enum {string} */
            type: "LIMIT" | "MARKET";
            txPair: string;
            /** @description A decimal number above 0, in whole units of its asset. */
            volume: string;
            /** @description A decimal number above 0, in whole units of its asset. */
            price?: string;
        };
        CreatePinRequest: {
            pin?: string;
            pin_confirmation?: string;
        };
        CreateVisionVerificationRequest: {
            /** Format: binary */
            image: Blob;
            /** @enum {string} */
            service: "KTP" | "SELFIE" | "LIVENESS" | "TRANSFER_PROOF" | "DOCUMENT";
            request_data: {
                [key: string]: unknown;
            };
            response_data: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status?: "pending" | "processing" | "completed" | "failed";
        };
        CreatedApiKey: {
            /** Format: int64 */
            apiKeyId: number;
            apiName: string;
            apiKey: string;
            permissions: string[];
            ips: string[];
            /** @description A password reset suspended it; an edit reactivates it. Beyond the interface. */
            suspended: boolean;
            /** @description From when the key may withdraw: a day after it was created or edited without the code of an authenticator that counts. Null if it need not wait. Beyond the interface. */
            withdrawsFrom: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            secretKey: string;
        };
        DailyCount: {
            /** Format: date */
            date: string;
            /** Format: int64 */
            total: number;
        };
        DeleteMessagesRequest: {
            messageIds: number[];
        };
        DeletedMessages: {
            /** Format: int64 */
            deletedCount: number;
        };
        Deposit: {
            /** Format: int64 */
            id: number;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            status: string;
            /** Format: date-time */
            createdAt: string;
        };
        DepositFee: {
            /** @enum {string} */
            method: "VA" | "QRIS" | "ORDER" | "MANUAL" | "COIN";
            symbol: string | null;
            fee: components["schemas"]["Decimal"];
            rate: components["schemas"]["Decimal"];
        };
        DictionaryEntry: {
            /** Format: int64 */
            id: number;
            type: string;
            value: string;
            label: string;
            isChinese: boolean;
        };
        DisbursementBank: {
            bankCode: string;
            bankName: string;
            maxAmountTransfer: components["schemas"]["Decimal"];
        };
        Done: {
            /** @constant */
            success: true;
            message: string;
        };
        EditApiKeyRequest: {
            apiKeyId: string | number;
            apiKey: string;
            secretKey?: string;
            permissions: ("read" | "trade" | "withdraw")[];
            ips?: string[];
            /** @description A code of `email/otp-code` with the purpose of the action, unless the user has an authenticator app that counts. */
            emailOtpCode?: string;
            /** @description The code of the authenticator app, for users who have one. */
            twoFACode?: string;
        };
        EditBankAccountRequest: {
            bankId: string | number;
            bankName: string;
            account: string;
            bankOwner: string;
            address: string;
            userBankAddressId: number;
        };
        ErrorExplanation: {
            key: string;
            /** Format: int64 */
            status: number;
            title: string;
            cause: string;
            action: string;
            text: components["schemas"]["ErrorTranslation"];
        };
        ErrorTranslation: {
            en: string;
            id: string;
        };
        ExchangeInfo: {
            readonly symbols: components["schemas"]["VenueSymbol"][];
        };
        ExchangeRate: {
            /** @enum {string} */
            base: "USD" | "IDR" | "USDT" | "BTC" | "ETH" | "XRP" | "SOL" | "TRX";
            /** @enum {string} */
            symbol: "USD" | "IDR" | "USDT" | "BTC" | "ETH" | "XRP" | "SOL" | "TRX";
            rate: components["schemas"]["Decimal"];
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            ageSeconds: number;
            stale: boolean;
        };
        FeeRate: {
            category: string;
            /** @description In percent of the received amount. */
            buyFee: components["schemas"]["Decimal"];
            /** @description In percent of the received amount. */
            sellFee: components["schemas"]["Decimal"];
        };
        Fees: {
            withdrawals: components["schemas"]["WithdrawalFee"][];
            deposits: components["schemas"]["DepositFee"][];
            trading: components["schemas"]["TradingFee"][];
            taxes: components["schemas"]["TaxRate"][];
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
        FillPage: {
            data: components["schemas"]["Fill"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            totalData: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        LiabilityBranch: {
            symbol: string;
            /** @description Of the leaf, frozen money included. */
            balance: components["schemas"]["Decimal"];
            /**
             * Format: int64
             * @description Of the leaf; its bits say on which side a sibling is.
             */
            index: number;
            /** @description From the leaf up to the root. */
            siblings: components["schemas"]["LiabilitySibling"][];
        };
        LiabilityProof: {
            /** Format: int64 */
            id: number;
            /**
             * Format: date-time
             * @description The time of the balances.
             */
            takenAt: string;
            /** @description Assets that users own. */
            assets: components["schemas"]["AssetLiabilities"][];
        };
        LiabilitySibling: {
            hash: string;
            sum: components["schemas"]["Decimal"];
        };
        Listing: {
            /** @enum {string} */
            state: "announced" | "trading" | "sell-only" | "withdraw-only" | "delisted";
            /** Format: date-time */
            since: string;
            /** @description The next planned state; null if there is none. */
            next: components["schemas"]["NextListing"] | null;
        };
        LoginRequest: {
            /** Format: email */
            email: string;
            password: string;
            otpCode?: string;
            /** @description In place of the code of a lost authenticator; each works once. */
            recoveryCode?: string;
            captchaToken?: string;
            "g-recaptcha-response"?: string;
            "h-captcha-response"?: string;
            "cf-turnstile-response"?: string;
        };
        MessageList: {
            data: components["schemas"]["Message"][];
            /** Format: int64 */
            totalCount: number;
            /** Format: int64 */
            totalReadCount: number;
            /** Format: int64 */
            totalUnreadCount: number;
        };
        Move: {
            id: string;
            /** @enum {string} */
            action: "DEPOSIT" | "WITHDRAWAL" | "HOLD" | "RELEASE" | "TRADE" | "FEE" | "TAX" | "ADJUSTMENT";
            /** @description The order of a trade; else null. */
            orderNo: string | null;
            symbol: string;
            /** @enum {string} */
            account: "available" | "locked";
            amount: components["schemas"]["Decimal"];
            balanceAfter: components["schemas"]["Decimal"];
            /** Format: date-time */
            createdAt: string;
        };
        MovePage: {
            data: components["schemas"]["Move"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            totalData: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        Network: {
            network: string;
            /** Format: int64 */
            chainId: number;
            depositActive: boolean;
            withdrawActive: boolean;
            withdrawalFee: components["schemas"]["Decimal"];
            minWithdrawal: components["schemas"]["Decimal"];
            maxWithdrawal: components["schemas"]["Decimal"];
        };
        News: {
            /** Format: int64 */
            id: number;
            slug: string;
            /** @enum {string} */
            lang: "id" | "en";
            title: string;
            summary: string;
            image: string | null;
            category: components["schemas"]["NewsCategory"];
            readonly tags: string[];
            /** Format: date-time */
            publishedAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        NewsArticle: {
            /** Format: int64 */
            id: number;
            slug: string;
            /** @enum {string} */
            lang: "id" | "en";
            title: string;
            summary: string;
            image: string | null;
            category: components["schemas"]["NewsCategory"];
            readonly tags: string[];
            /** Format: date-time */
            publishedAt: string;
            /** Format: date-time */
            updatedAt: string;
            body: string;
        };
        NewsCategory: {
            /** Format: int64 */
            id: number;
            slug: string;
            name: string;
        };
        NextListing: {
            /** @enum {string} */
            state: "announced" | "trading" | "sell-only" | "withdraw-only" | "delisted";
            /** Format: date-time */
            from: string;
        };
        OpenCoinAddressRequest: {
            symbol: string;
            network: string;
        };
        OpenPaydOrderRequest: {
            /** @description Whole rupiah, from 1 to 999999999999. */
            amount: string;
            /** @enum {string} */
            paymentMethod: "VC" | "BC" | "M2" | "M1" | "VA" | "I1" | "B1" | "BT" | "A1" | "AG" | "NC" | "BR" | "S1" | "DM" | "BV" | "FT" | "IR" | "OV" | "OL" | "DA" | "SA" | "SL" | "SP" | "LA" | "LF" | "NQ" | "GQ" | "DQ" | "DN" | "AT";
        };
        OpenQrisCodeRequest: {
            /** @description Whole rupiah, from 1 to 10000000. */
            amount: string;
        };
        OpenVirtualAccountRequest: {
            /** @enum {string} */
            bankCode: "BCA" | "BNI" | "BRI" | "MANDIRI" | "PERMATA" | "BSI" | "CIMB" | "BJB" | "SAHABAT_SAMPOERNA" | "BNC" | "MUAMALAT" | "BSS";
        };
        OrderPage: {
            data: components["schemas"]["Order"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            totalData: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        OwnLiabilityProof: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            takenAt: string;
            /** @description Of the caller's leaves in this proof; keep it secret. */
            nonce: string;
            /** @description One of each asset that the caller owned. */
            branches: components["schemas"]["LiabilityBranch"][];
        };
        Pair: {
            txPair: string;
            symbol: string;
            baseAsset: string;
            quoteAsset: string;
            category: string;
            priceTick: components["schemas"]["Decimal"];
            volumeStep: components["schemas"]["Decimal"];
            minVolume: components["schemas"]["Decimal"];
            maxVolume: components["schemas"]["Decimal"];
            maxMarketVolume: components["schemas"]["Decimal"];
            minAmount: components["schemas"]["Decimal"];
            maxAmount: components["schemas"]["Decimal"];
            buyFee: components["schemas"]["Decimal"];
            sellFee: components["schemas"]["Decimal"];
            /** @description The sides that are traded now. */
            readonly openSides: ("BUY" | "SELL")[];
            listing: components["schemas"]["Listing"];
        };
        PairCategory: {
            /** Format: int64 */
            id: number;
            code: string;
            name: string;
            readonly pairs: components["schemas"]["PricedPair"][];
        };
        PairPrice: {
            txPair: string;
            symbol: string;
            baseAsset: string;
            quoteAsset: string;
            price: components["schemas"]["Decimal"];
            bid: components["schemas"]["Decimal"] | null;
            ask: components["schemas"]["Decimal"] | null;
        };
        PaydDeposit: {
            merchantOrderId: string;
            paymentUrl: string;
            vaNumber: string | null;
        };
        PaydVirtualAccount: {
            vaNumber: string;
            fee: components["schemas"]["Decimal"];
        };
        PaymentBank: {
            code: string;
            name: string;
            shortName: string;
        };
        PaymentInstruction: {
            channel: string;
            readonly steps: string[];
        };
        PaymentMethodTerms: {
            /** @enum {string} */
            type: "va" | "qris";
            symbol: string;
            fee: components["schemas"]["Decimal"];
            rate: components["schemas"]["Decimal"];
            minimum: components["schemas"]["Decimal"];
            maximum: components["schemas"]["Decimal"];
            readonly banks: components["schemas"]["PaymentBank"][];
        };
        PinState: {
            status_pin: boolean;
            pin_lock: boolean;
            biometrics_lock: boolean;
        };
        PricedPair: {
            txPair: string;
            base: string;
            quote: string;
            price: components["schemas"]["Decimal"] | null;
            updatedAt: string | null;
            ageSeconds: number | null;
            stale: boolean | null;
        };
        PublicTransaction: {
            /** @enum {string} */
            provider: "custody" | "payx" | "payd" | "venue";
            txId: string;
            /** @enum {string} */
            kind: "CASH_DEPOSIT" | "COIN_DEPOSIT" | "COIN_WITHDRAWAL" | "CASH_WITHDRAWAL";
            status: string;
            symbol: string;
            amount: components["schemas"]["Decimal"];
            hash: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        QrCode: {
            /** Format: int64 */
            id: number;
            externalId: string;
            amount: components["schemas"]["Decimal"];
            qrString: string | null;
            status: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        QrCodePage: {
            data: components["schemas"]["QrCode"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        ReadField: {
            value: string | null;
            confidence?: number;
        };
        ReadIdCardRequest: {
            userId: string | number;
            nationality: string | number;
            /** Format: binary */
            ktp_image: Blob;
        };
        RecoveryCodes: {
            /** @description Shown once. Each works once in place of a code of the app. */
            readonly codes: string[];
        };
        RecoveryCodesLeft: {
            /** Format: int64 */
            left: number;
        };
        RefreshTokenRequest: {
            refreshToken: string;
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
        RegisterPushTokenRequest: {
            user_id: number;
            fcm_token: string;
        };
        RegisterRequest: {
            /** Format: email */
            email: string;
            password: string;
            password_confirmation: string;
            language?: string;
            /** @enum {string} */
            currency?: "IDR" | "USD";
        };
        RegisterWithLivenessRequest: {
            userId: string | number;
            nationality: string | number;
            /** Format: binary */
            face1: Blob;
            /** Format: binary */
            face2: Blob;
            phone: string;
            /** Format: email */
            email: string;
            /** Format: binary */
            selfie: Blob;
            /** Format: binary */
            ktp: Blob;
        };
        RemoveApiKeyRequest: {
            apiKeyId: string | number;
            apiKey: string;
        };
        RenewRecoveryCodesRequest: {
            otpCode: string;
        };
        RequestEmailOtpRequest: {
            /** Format: email */
            email: string;
            /**
             * @description What the code may be used for, and nothing else. Without it: to create an API key or to withdraw. Beyond the interface.
             * @enum {string}
             */
            purpose?: "api-key" | "authenticator";
        };
        RequestPasswordResetRequest: {
            /** Format: email */
            email: string;
        };
        RequestPhoneOtpRequest: {
            phone: string;
            countryCode: string;
            dialCode: string | number;
            captchaToken?: string;
            "g-recaptcha-response"?: string;
            "h-captcha-response"?: string;
            "cf-turnstile-response"?: string;
        };
        ResetPasswordRequest: {
            token: string;
            email: string;
            password: string;
            password_confirmation: string;
        };
        SaveAddressRequest: {
            symbol: string;
            network: string;
            label: string;
            address: string;
            tag?: string;
        };
        SavedAddress: {
            /** Format: int64 */
            id: number;
            symbol: string;
            network: string;
            label: string;
            address: string;
            tag: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Session: {
            /** Format: int64 */
            id: number;
            device: string | null;
            ip: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            current: boolean;
        };
        SetBiometricsRequest: {
            /**
             * Format: int64
             * @enum {integer}
             */
            biometrics_lock: 0 | 1;
            password?: string;
        };
        SetCurrencyRequest: {
            /** @enum {string} */
            currency: "IDR" | "USD";
        };
        SetLanguageRequest: {
            language: string;
        };
        Setting: {
            key: string;
            value: string;
        };
        ShowPinStatusRequest: {
            /** Format: email */
            email: string;
        };
        SignIn: {
            /** @enum {string} */
            outcome: "signed-in" | "wrong-password" | "wrong-code" | "suspended";
            device: string | null;
            ip: string | null;
            /** Format: date-time */
            at: string;
        };
        SubmitInquiryRequest: {
            subject: string;
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
            phone: string;
            message: string;
            captchaToken?: string;
            "g-recaptcha-response"?: string;
            "h-captcha-response"?: string;
            "cf-turnstile-response"?: string;
        };
        SuspendAccountRequest: {
            password: string;
            otpCode?: string;
            reason?: string;
        };
        TaxCertification: {
            /** Format: int64 */
            id: number;
            name: string;
            address: string;
            city: string;
            country: string;
            birthDate: string;
            birthPlace: string;
            residences: components["schemas"]["TaxResidence"][];
            explanation: string | null;
            /** Format: date-time */
            certifiedAt: string;
        };
        TaxCertificationState: {
            /** @description The day in Jakarta from which orders and deposits require it; null: never. */
            requiredFrom: string | null;
            /** @description Whether orders and deposits are refused now. */
            isMissing: boolean;
            certification: components["schemas"]["TaxCertification"] | null;
            /** @description What the form begins with. Null until an identity card was read. */
            card: components["schemas"]["CardForCertification"] | null;
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
        TaxPayer: {
            name: string;
            address: string;
            /** @description NIK or NPWP. */
            taxNumber: string;
        };
        TaxRate: {
            /** @enum {string} */
            kind: "PPH" | "PPN";
            /**
             * @description FEE: the value-added tax that every fee includes.
             * @enum {string}
             */
            side: "BUY" | "SELL" | "FEE";
            /**
             * @description What pairs are quoted in: rupiah, another fiat currency or a coin.
             * @enum {string}
             */
            pairClass: "rupiah" | "fiat" | "coin" | "any";
            /** @description In percent. */
            rate: components["schemas"]["Decimal"];
            /** @description The part of the value that the rate applies to. */
            base: string;
            /** Format: date */
            validFrom: string;
            rule: string;
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
        TaxResidence: {
            country: string;
            /** @description Masked but for its last characters. */
            taxNumber: string | null;
            noNumber: ("not-issued" | "not-required") | null;
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
        TaxedTradePage: {
            data: components["schemas"]["TaxedTrade"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            totalData: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        TestOrderRequest: {
            /** @enum {string} */
            side: "BUY" | "SELL";
            /** @enum {string} */
            type: "LIMIT" | "MARKET";
            txPair: string;
            /** @description A decimal number above 0, in whole units of its asset. */
            volume: string;
            /** @description A decimal number above 0, in whole units of its asset. */
            price?: string;
        };
        ToggleWatchedRequest: {
            txPair: string;
        };
        Tokens: {
            xToken: components["schemas"]["AccessToken"];
            refreshToken: string;
        };
        TradingAccount: {
            balances: components["schemas"]["Balance"][];
            feeRates: components["schemas"]["FeeRate"][];
            permissions: components["schemas"]["TradingPermissions"];
        };
        TradingConfig: {
            readonly sides: string[];
            readonly orderTypes: string[];
            readonly intervals: string[];
            readonly pairs: components["schemas"]["Pair"][];
        };
        TradingFee: {
            category: string;
            /** @enum {string} */
            side: "BUY" | "SELL";
            rate: components["schemas"]["Decimal"];
        };
        TradingPermissions: {
            canTrade: boolean;
            canWithdraw: boolean;
            canDeposit: boolean;
        };
        TransferDigit: {
            /** Format: int64 */
            digit: number;
        };
        TransferPage: {
            data: components["schemas"]["Transfer"][];
            /** Format: int64 */
            currentPage: number;
            /** Format: int64 */
            totalData: number;
            /** Format: int64 */
            perPage: number;
            nextPage: number | null;
        };
        TwofaSecret: {
            /** @description The secret in base32, to be typed into an app. */
            secret2FA: string;
            /** @description The same as an `otpauth` URL. */
            otpauthUrl: string;
            /** @description The address as a picture to scan: a PNG in a data URL. Beyond the interface. */
            qrCode: string;
        };
        UnbindTwofaRequest: {
            otpCode?: string;
            /** @description In place of the code of a lost authenticator. Beyond the interface. */
            recoveryCode?: string;
        };
        UpdatePinRequest: {
            password?: string;
            pin?: string;
            pin_confirmation?: string;
            /**
             * Format: int64
             * @enum {integer}
             */
            pin_lock?: 0 | 1;
        };
        UpdateVisionVerificationRequest: {
            response_data: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status?: "pending" | "processing" | "completed" | "failed";
        };
        User: {
            /** Format: int64 */
            id: number;
            email: string;
            emailVerified: boolean;
            phone: string | null;
            language: string;
            currency: string;
            bind2FA: boolean;
            /** @description Until when an app that was bound without password or mailed code does not count alone: step-up requires a mailed code besides. Null if it counts, or none is bound. */
            provisional2FAUntil: string | null;
            identityStatus: string;
            /** @description Whether the password is on a list of leaked ones. Until the user chooses another one, operators review each withdrawal. Beyond the interface. */
            passwordLeaked: boolean;
            pin: components["schemas"]["PinState"];
            /** Format: date-time */
            createdAt: string;
        };
        ValidatePinRequest: {
            pin: string;
        };
        VenueSymbol: {
            txPair: string;
            symbol: string;
            status: string;
            baseAsset: string;
            quoteAsset: string;
            readonly orderTypes: string[];
            readonly filters: {
                [key: string]: string | boolean;
            }[];
        };
        VenueTime: {
            /** Format: int64 */
            serverTime: number;
            /** Format: date-time */
            time: string;
        };
        VirtualAccount: {
            /** Format: int64 */
            id: number;
            bankCode: string;
            accountNumber: string | null;
            name: string;
            status: string;
            /** Format: date-time */
            createdAt: string;
        };
        VirtualAccountTerms: {
            code: string;
            name: string;
            shortName: string;
            /** @enum {string} */
            lang: "id" | "en";
            symbol: string;
            fee: components["schemas"]["Decimal"];
            rate: components["schemas"]["Decimal"];
            minimum: components["schemas"]["Decimal"];
            maximum: components["schemas"]["Decimal"];
            readonly instructions: components["schemas"]["PaymentInstruction"][];
        };
        VisionPagination: {
            /** Format: int64 */
            current_page: number;
            /** Format: int64 */
            per_page: number;
            /** Format: int64 */
            total: number;
            next_page: number | null;
        };
        VisionStatistics: {
            /** Format: int64 */
            total: number;
            by_service: {
                [key: string]: number;
            };
            by_status: {
                [key: string]: number;
            };
            by_service_and_status: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** @description Days in Jakarta, oldest first, today included. */
            last_30_days: components["schemas"]["DailyCount"][];
        };
        VisionVerification: {
            requestId: string;
            /** @enum {string} */
            service: "KTP" | "SELFIE" | "LIVENESS" | "TRANSFER_PROOF" | "DOCUMENT";
            /** @description Valid for five minutes. */
            image_url: string;
            request_data: Record<string, never> | unknown[];
            response_data: Record<string, never> | unknown[];
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WalletStatus: {
            /** @enum {string} */
            withdrawal_status: "active" | "inactive";
            /** @enum {string} */
            deposit_status: "active" | "inactive";
        };
        WalletWorth: {
            currency: string;
            total: components["schemas"]["Decimal"] | null;
            totalBtc: components["schemas"]["Decimal"] | null;
            unpriced: string[];
            unpricedBtc: string[];
            assets: components["schemas"]["AssetWorth"][];
        };
        WatchedPair: {
            txPair: string;
        };
        WithdrawCoinRequest: {
            symbol: string;
            /** @description A decimal number above 0, in whole units of its asset. */
            amount: string;
            toAddress: string;
            network: string;
            otpCode: string;
            twoFACode: string;
            memoType?: string;
            fromAddress?: string;
            destination_tag?: string | number;
            netki?: string;
            residentialName: string;
            residentialAddress?: string;
            /** Format: binary */
            residentialIdCard?: Blob;
        };
        WithdrawFiatRequest: {
            /** @description Whole rupiah, from 1 to 999999999999999. */
            amount: string;
            /** @enum {string} */
            paymentMethod: "payx";
            bankAccount: number;
            otpCode: string;
            twoFACode: string;
        };
        Withdrawal: {
            request_id: string;
            status: string;
            amount: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
        };
        WithdrawalFee: {
            symbol: string;
            network: string | null;
            chainId: number | null;
            fee: components["schemas"]["Decimal"];
            minimum: components["schemas"]["Decimal"];
            maximum: components["schemas"]["Decimal"];
            active: boolean;
        };
    };
    responses: never;
    parameters: {
        /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
        ApiKeySignature: string;
        /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
        ApiKeySignatureVersion: "2";
        /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
        ApiKeyTimestamp: string;
        /** @description The key that this device received at an earlier sign-in to the account. */
        DeviceKey: string;
        /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The key of this device: store it secretly for this account, and send it with each sign-in. */
        DeviceKey: string;
        /** @description `true` if this is the repeated first response under the key. */
        IdempotentReplayed: string;
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
    bindPhone: {
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
                 *       "phone": "081234567891",
                 *       "countryCode": "ID",
                 *       "dialCode": "62",
                 *       "otpCode": "511673"
                 *     }
                 */
                "application/json": components["schemas"]["BindPhoneRequest"];
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
                     *       "message": "api.mobile_verified",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.mobile_verified";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    showTwofaSecret: {
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
                     *       "message": "api.twofa_secret_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "secret2FA": "EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM",
                     *         "otpauthUrl": "otpauth://totp/Tukar:sari@example.com?secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&issuer=Tukar",
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
                        message: "api.twofa_secret_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TwofaSecret"];
                    };
                };
            };
        };
    };
    bindTwofa: {
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
                 *       "otpCode": "239171"
                 *     }
                 */
                "application/json": components["schemas"]["BindTwofaRequest"];
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
    showRecoveryCodes: {
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
                     *       "message": "api.recovery_codes_counted",
                     *       "result": true,
                     *       "data": {
                     *         "left": 7
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.recovery_codes_counted";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["RecoveryCodesLeft"];
                    };
                };
            };
        };
    };
    renewRecoveryCodes: {
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
                 *       "otpCode": "618798"
                 *     }
                 */
                "application/json": components["schemas"]["RenewRecoveryCodesRequest"];
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
                     *       "message": "api.recovery_codes_made",
                     *       "result": true,
                     *       "data": {
                     *         "codes": [
                     *           "YOK7-IXES-RCNF-3RJB"
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
                        message: "api.recovery_codes_made";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    unbindTwofa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "otpCode": "211256"
                 *     }
                 */
                "application/json": components["schemas"]["UnbindTwofaRequest"];
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
                     *       "message": "api.twofa_unbinded",
                     *       "result": true,
                     *       "data": {
                     *         "id": 8,
                     *         "email": "sari@example.com",
                     *         "emailVerified": true,
                     *         "phone": null,
                     *         "language": "en",
                     *         "currency": "IDR",
                     *         "bind2FA": false,
                     *         "identityStatus": "none",
                     *         "pin": {
                     *           "status_pin": false,
                     *           "pin_lock": false,
                     *           "biometrics_lock": false
                     *         },
                     *         "createdAt": "2026-11-23T18:20:23.315Z",
                     *         "provisional2FAUntil": null,
                     *         "passwordLeaked": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.twofa_unbinded";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    setLanguage: {
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
                 *       "language": "id"
                 *     }
                 */
                "application/json": components["schemas"]["SetLanguageRequest"];
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
                     *       "message": "api.language_updated_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.language_updated_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    setCurrency: {
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
                 *       "currency": "USD"
                 *     }
                 */
                "application/json": components["schemas"]["SetCurrencyRequest"];
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
                     *       "message": "api.currency_updated_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.currency_updated_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    suspendAccount: {
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
                 *       "password": "Correct-Horse-9",
                 *       "otpCode": "049726"
                 *     }
                 */
                "application/json": components["schemas"]["SuspendAccountRequest"];
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
    showMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.profile_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 2,
                     *         "email": "sari@example.com",
                     *         "emailVerified": true,
                     *         "phone": "+6281200000001",
                     *         "language": "en",
                     *         "currency": "IDR",
                     *         "bind2FA": true,
                     *         "identityStatus": "success",
                     *         "passwordLeaked": false,
                     *         "pin": {
                     *           "status_pin": true,
                     *           "pin_lock": true,
                     *           "biometrics_lock": true
                     *         },
                     *         "createdAt": "2026-11-27T15:36:17.422Z",
                     *         "provisional2FAUntil": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.profile_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    showApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sortBy?: "createdAt" | "updatedAt" | "apiName";
                sort?: "asc" | "desc";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.list_api_key_successful",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "apiKeyId": 34,
                     *             "apiName": "c",
                     *             "apiKey": "xak_Mn_O********rakQ",
                     *             "permissions": [
                     *               "read"
                     *             ],
                     *             "ips": [],
                     *             "suspended": false,
                     *             "createdAt": "2026-11-23T18:22:05.931Z",
                     *             "updatedAt": "2026-11-23T18:22:05.931Z",
                     *             "withdrawsFrom": "2026-11-28T08:00:00.000Z"
                     *           }
                     *         ],
                     *         "totalCount": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.list_api_key_successful";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ApiKeyList"];
                    };
                };
            };
        };
    };
    editApiKey: {
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
                 *       "apiKeyId": 27,
                 *       "apiKey": "xak_9tmsEmRNIhtmopCTetURKV7f0fw",
                 *       "permissions": [
                 *         "trade"
                 *       ],
                 *       "emailOtpCode": "625412"
                 *     }
                 */
                "application/json": components["schemas"]["EditApiKeyRequest"];
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
                     *       "message": "api.edit_api_key_successful",
                     *       "result": true,
                     *       "data": {
                     *         "apiKeyId": 27,
                     *         "apiName": "bot",
                     *         "apiKey": "xak_u6iAfK0nuRvCHzTypawCzt3c3a8",
                     *         "permissions": [
                     *           "trade"
                     *         ],
                     *         "ips": [
                     *           "203.0.113.7"
                     *         ],
                     *         "suspended": false,
                     *         "createdAt": "2026-11-23T18:22:03.061Z",
                     *         "updatedAt": "2026-11-23T18:22:03.087Z",
                     *         "secretKey": "0d005da4b4087cb738b7fab13d8ec501d482f0a609cd32c5fbe35f163f0651f4",
                     *         "withdrawsFrom": "2026-11-28T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.edit_api_key_successful";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
        };
    };
    createApiKey: {
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
                 *       "apiName": "bot",
                 *       "permissions": [
                 *         "read"
                 *       ],
                 *       "emailOtpCode": "094548",
                 *       "ips": [
                 *         "203.0.113.7"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
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
                     *       "message": "api.generate_key_successful",
                     *       "result": true,
                     *       "data": {
                     *         "apiKeyId": 1,
                     *         "apiName": "bot",
                     *         "apiKey": "xak_w1QhPJwtD8nxADWdARWNC_Bu_Ps",
                     *         "permissions": [
                     *           "read"
                     *         ],
                     *         "ips": [
                     *           "203.0.113.7"
                     *         ],
                     *         "suspended": false,
                     *         "createdAt": "2026-11-23T18:23:29.819Z",
                     *         "updatedAt": "2026-11-23T18:23:29.819Z",
                     *         "secretKey": "10479d2f53631e746dc1a5684e2f1f97008271387755cc5d36d2155c1aed8825",
                     *         "withdrawsFrom": "2026-11-28T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.generate_key_successful";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
        };
    };
    removeApiKey: {
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
                 *       "apiKeyId": 25,
                 *       "apiKey": "xak_C98IXWAyXcKLONxceldavc_Cp-0"
                 *     }
                 */
                "application/json": components["schemas"]["RemoveApiKeyRequest"];
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
                     *       "message": "api.delete_api_key_successful",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.delete_api_key_successful";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listBankAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.user_banks_retrieved_successfully",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "userBankAddressId": 1,
                     *           "bankId": "014",
                     *           "bankName": "Bank Contoh",
                     *           "account": "0081234567",
                     *           "bankOwner": "Siti Contoh",
                     *           "address": "Jalan Contoh 1, Jakarta"
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
                        message: "api.user_banks_retrieved_successfully";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["BankAccount"][];
                    };
                };
            };
        };
    };
    editBankAccount: {
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
                 *       "userBankAddressId": 1,
                 *       "bankId": "014",
                 *       "bankName": "BCA",
                 *       "account": "0081234567",
                 *       "bankOwner": "SITI RAHAYU",
                 *       "address": "Jalan Lain 2"
                 *     }
                 */
                "application/json": components["schemas"]["EditBankAccountRequest"];
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
                     *       "message": "api.bank_updated_successfully",
                     *       "result": true,
                     *       "data": {
                     *         "userBankAddressId": 1,
                     *         "bankId": "014",
                     *         "bankName": "BCA",
                     *         "account": "0081234567",
                     *         "bankOwner": "SITI RAHAYU",
                     *         "address": "Jalan Lain 2"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.bank_updated_successfully";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["BankAccount"];
                    };
                };
            };
        };
    };
    addBankAccount: {
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
                 *       "bankId": "014",
                 *       "bankName": "BCA",
                 *       "account": "123456",
                 *       "bankOwner": "SITI RAHAYU",
                 *       "address": "Jalan Contoh 1, Jakarta"
                 *     }
                 */
                "application/json": components["schemas"]["AddBankAccountRequest"];
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
                     *       "message": "api.bank_added_successfully",
                     *       "result": true,
                     *       "data": {
                     *         "userBankAddressId": 1,
                     *         "bankId": "014",
                     *         "bankName": "BCA",
                     *         "account": "123456",
                     *         "bankOwner": "SITI RAHAYU",
                     *         "address": "Jalan Contoh 1, Jakarta"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.bank_added_successfully";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["BankAccount"];
                    };
                };
            };
        };
    };
    checkBankOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "bankOwner": "Budi Santoso"
                 *     }
                 */
                "application/json": components["schemas"]["CheckBankOwnerRequest"];
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
                     *       "message": "api.bank_owner_checked",
                     *       "result": true,
                     *       "data": {
                     *         "provenName": "SITI RAHAYU",
                     *         "isSame": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.bank_owner_checked";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CheckedBankOwner"];
                    };
                };
            };
        };
    };
    deleteBankAccount: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.bank_deleted_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.bank_deleted_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listSavedAddresses: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.saved_addresses_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "symbol": "BTC",
                     *           "network": "BTC",
                     *           "label": "My ledger",
                     *           "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                     *           "tag": null,
                     *           "createdAt": "2026-11-27T19:11:56.492Z"
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
                        message: "api.saved_addresses_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SavedAddress"][];
                    };
                };
            };
        };
    };
    saveAddress: {
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
                 *       "symbol": "BTC",
                 *       "network": "BTC",
                 *       "label": "My ledger",
                 *       "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
                 *     }
                 */
                "application/json": components["schemas"]["SaveAddressRequest"];
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
                     *       "message": "api.address_saved",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.address_saved";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    deleteSavedAddress: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.saved_address_deleted",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.saved_address_deleted";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listCoins: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.coins_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "symbol": "IDR",
                     *           "name": "Rupiah",
                     *           "kind": "FIAT",
                     *           "scale": 2,
                     *           "price": "1",
                     *           "active": true,
                     *           "listing": {
                     *             "state": "trading",
                     *             "since": "2026-11-27T07:36:05.042Z",
                     *             "next": null
                     *           },
                     *           "withdrawalFee": "5000",
                     *           "dailyWithdrawalLimit": null,
                     *           "available": "0",
                     *           "locked": "0",
                     *           "balance": "0",
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
                        message: "api.coins_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Coin"][];
                    };
                };
            };
        };
    };
    showWorth: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.wallet_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "currency": "IDR",
                     *         "total": "1600000000",
                     *         "totalBtc": "1",
                     *         "unpriced": [
                     *           "ETH"
                     *         ],
                     *         "unpricedBtc": [
                     *           "ETH"
                     *         ],
                     *         "assets": [
                     *           {
                     *             "symbol": "BTC",
                     *             "balance": "1",
                     *             "price": "1600000000",
                     *             "priceAt": "2026-11-23T18:37:19.863Z",
                     *             "priceAgeSeconds": 0,
                     *             "worth": "1600000000",
                     *             "worthBtc": "1"
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
                        message: "api.wallet_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WalletWorth"];
                    };
                };
            };
        };
    };
    checkAddress: {
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
                 *       "address": "no address at all",
                 *       "chain_id": 1
                 *     }
                 */
                "application/json": components["schemas"]["CheckAddressRequest"];
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
                     *       "message": "api.wallet_address_checked",
                     *       "result": true,
                     *       "data": {
                     *         "address": "no address at all",
                     *         "chain_id": 1,
                     *         "exists": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.wallet_address_checked";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CheckedAddress"];
                    };
                };
            };
        };
    };
    listMoves: {
        parameters: {
            query?: {
                symbol?: string;
                action?: "DEPOSIT" | "WITHDRAWAL" | "HOLD" | "RELEASE" | "TRADE" | "FEE" | "TAX" | "ADJUSTMENT";
                holds?: boolean | string;
                per_page?: number;
                page?: number;
                sortBy?: "createdAt";
                sort?: "asc" | "desc";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.transaction_histories_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": "7-0-available",
                     *             "action": "DEPOSIT",
                     *             "orderNo": null,
                     *             "symbol": "IDR",
                     *             "account": "available",
                     *             "amount": "3",
                     *             "balanceAfter": "6",
                     *             "createdAt": "2026-11-27T19:20:13.011Z"
                     *           }
                     *         ],
                     *         "currentPage": 2,
                     *         "totalData": 5,
                     *         "perPage": 2,
                     *         "nextPage": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.transaction_histories_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["MovePage"];
                    };
                };
            };
        };
    };
    listTransfers: {
        parameters: {
            query?: {
                currencyType?: "FIAT" | "COIN";
                direction?: "DEPOSIT" | "WITHDRAWAL";
                symbol?: string;
                startDate?: string;
                endDate?: string;
                startTime?: number;
                endTime?: number;
                per_page?: number;
                page?: number;
                sortBy?: "createdAt";
                sort?: "asc" | "desc";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.deposit_withdraw_histories_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": "COIN_DEPOSIT-2",
                     *             "type": "COIN_DEPOSIT",
                     *             "symbol": "ETH",
                     *             "amount": "1.5",
                     *             "fee": "0",
                     *             "status": "PENDING",
                     *             "network": "ETH",
                     *             "address": "0xours",
                     *             "txHash": "0xhash",
                     *             "reviewReasons": [],
                     *             "reversedAt": null,
                     *             "createdAt": "2025-03-01T02:00:00.000Z",
                     *             "updatedAt": "2025-03-01T02:00:00.000Z"
                     *           }
                     *         ],
                     *         "currentPage": 1,
                     *         "totalData": 3,
                     *         "perPage": 20,
                     *         "nextPage": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.deposit_withdraw_histories_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TransferPage"];
                    };
                };
            };
        };
    };
    listTransfersV1: {
        parameters: {
            query?: {
                currencyType?: "FIAT" | "COIN";
                direction?: "DEPOSIT" | "WITHDRAWAL";
                symbol?: string;
                startDate?: string;
                endDate?: string;
                startTime?: number;
                endTime?: number;
                per_page?: number;
                page?: number;
                sortBy?: "createdAt";
                sort?: "asc" | "desc";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.deposit_withdraw_histories_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": "COIN_DEPOSIT-6",
                     *             "type": "COIN_DEPOSIT",
                     *             "symbol": "ETH",
                     *             "amount": "1.5",
                     *             "fee": "0",
                     *             "status": "PENDING",
                     *             "network": "ETH",
                     *             "address": "0xours",
                     *             "txHash": "0xhash",
                     *             "reviewReasons": [],
                     *             "reversedAt": null,
                     *             "createdAt": "2025-03-01T02:00:00.000Z",
                     *             "updatedAt": "2025-03-01T02:00:00.000Z"
                     *           }
                     *         ],
                     *         "currentPage": 4,
                     *         "totalData": 22,
                     *         "perPage": 3,
                     *         "nextPage": 5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.deposit_withdraw_histories_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TransferPage"];
                    };
                };
            };
        };
    };
    listTaxes: {
        parameters: {
            query?: {
                pair?: string;
                side?: "BUY" | "SELL";
                year?: number;
                month?: number;
                per_page?: number;
                page?: number;
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.tax_histories_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 232143,
                     *             "txPair": "BTC_IDR",
                     *             "side": "SELL",
                     *             "orderNo": "6",
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
                     *         "currentPage": 1,
                     *         "totalData": 7,
                     *         "perPage": 2,
                     *         "nextPage": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.tax_histories_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TaxedTradePage"];
                    };
                };
            };
        };
    };
    reportTaxes: {
        parameters: {
            query?: {
                pair?: string;
                side?: "BUY" | "SELL";
                year?: number;
                month?: number;
                format?: "json" | "pdf" | "csv";
                lang?: "id" | "en";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.tax_report_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "pair": null,
                     *         "side": null,
                     *         "year": 2025,
                     *         "month": 9,
                     *         "madeAt": "2026-11-27T23:07:53.714Z",
                     *         "slip": {
                     *           "number": "TUKAR-202509-49",
                     *           "collector": {
                     *             "name": "PT Tukar (sample)",
                     *             "address": "Jalan Contoh 1, Jakarta",
                     *             "npwp": "0000000000000000"
                     *           },
                     *           "payer": {
                     *             "name": "AGUS WIJAYA",
                     *             "address": "JL. MERDEKA NO. 17, 001/002, GAMBIR, GAMBIR, DKI JAKARTA, JAKARTA PUSAT",
                     *             "taxNumber": "3173010101901005"
                     *           }
                     *         },
                     *         "corrections": [],
                     *         "rows": [
                     *           {
                     *             "id": 232123,
                     *             "txPair": "BTC_IDR",
                     *             "side": "SELL",
                     *             "orderNo": "TK-21",
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
                     *             "status": "cancelled",
                     *             "correction": "TUKAR-K-2",
                     *             "rightValueIdr": "0",
                     *             "rightTaxIdr": "0",
                     *             "tradedAt": "2025-09-01T05:00:00.000Z"
                     *           }
                     *         ],
                     *         "totals": [
                     *           {
                     *             "taxType": "PPH",
                     *             "side": "SELL",
                     *             "trades": 2,
                     *             "value": "3200000",
                     *             "valueAsset": "IDR",
                     *             "tax": "6720",
                     *             "taxAsset": "IDR",
                     *             "valueIdr": "3200000",
                     *             "taxIdr": "6720"
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
    showAccountStatement: {
        parameters: {
            query: {
                startDate: string;
                endDate: string;
                format?: "pdf" | "csv";
                lang?: "id" | "en";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                    "application/pdf": Blob;
                    "text/csv": unknown;
                };
            };
        };
    };
    listLiabilities: {
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
                     *           "id": 1,
                     *           "takenAt": "2026-11-28T02:20:10.511Z",
                     *           "assets": [
                     *             {
                     *               "symbol": "IDR",
                     *               "decimals": 2,
                     *               "total": "1",
                     *               "root": "93bfb257f5d78b73ad3e135d86e93447f4fe4f78dba41d4f916326b814756a35",
                     *               "height": 10
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
                        message: "api.liabilities_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["LiabilityProof"][];
                    };
                };
            };
        };
    };
    showOwnProof: {
        parameters: {
            query?: {
                id?: number;
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.proof_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "takenAt": "2026-11-28T02:20:10.511Z",
                     *         "nonce": "33416cfdb8af3f2a497a253f3030c6d1c63190fe4452569e2439a65f71edcc0a",
                     *         "branches": [
                     *           {
                     *             "symbol": "IDR",
                     *             "balance": "1",
                     *             "index": 226,
                     *             "siblings": [
                     *               {
                     *                 "hash": "a49dd87dbe2fee5a7f60e4ca3b61393b88a737ecdbaf2fb22aaa376a6441a9f7",
                     *                 "sum": "0"
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
                        message: "api.proof_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OwnLiabilityProof"];
                    };
                };
            };
        };
    };
    showPinStatus: {
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
                 *       "email": "sari@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ShowPinStatusRequest"];
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
                     *       "message": "api.pin_status_success",
                     *       "result": true,
                     *       "data": {
                     *         "status_pin": true,
                     *         "pin_lock": true,
                     *         "biometrics_lock": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.pin_status_success";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PinState"];
                    };
                };
            };
        };
    };
    createPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pin": "048213",
                 *       "pin_confirmation": "048213"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePinRequest"];
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
                     *       "message": "api.pin_created",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.pin_created";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    validatePin: {
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
                 *       "pin": "593027"
                 *     }
                 */
                "application/json": components["schemas"]["ValidatePinRequest"];
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
                     *       "result": true
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
                    };
                };
            };
        };
    };
    updatePin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "Correct-Horse-9",
                 *       "pin": "593027",
                 *       "pin_confirmation": "593027",
                 *       "pin_lock": 0
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePinRequest"];
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
                     *       "message": "api.pin_update_success",
                     *       "result": true,
                     *       "data": []
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.pin_update_success";
                        /** @constant */
                        result: true;
                        readonly data: unknown[];
                    };
                };
            };
        };
    };
    setBiometrics: {
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
                 *       "biometrics_lock": 0,
                 *       "password": "Correct-Horse-9"
                 *     }
                 */
                "application/json": components["schemas"]["SetBiometricsRequest"];
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
                     *       "message": "api.biometric_update_success",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @enum {string} */
                        message: "api.biometric_update_success" | "api.biometric_created";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    requestEmailOtp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The key that this device received at an earlier sign-in to the account. */
                "X-Device-Key"?: components["parameters"]["DeviceKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "sari@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestEmailOtpRequest"];
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
                     *       "message": "api.email_otp_sent",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.email_otp_sent";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    requestPhoneOtp: {
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
                 *       "captchaToken": "pass-text-12078-3",
                 *       "phone": "0812-3456-7890",
                 *       "countryCode": "ID",
                 *       "dialCode": "62"
                 *     }
                 */
                "application/json": components["schemas"]["RequestPhoneOtpRequest"];
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
                     *       "message": "api.phone_otp_sent",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.phone_otp_sent";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                type?: "ALL" | "READ" | "UNREAD";
                limit?: number;
                offset?: number;
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.user_messages_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 2,
                     *             "kind": "deposit-completed",
                     *             "title": "Deposit received",
                     *             "body": "Body of message:10205:4",
                     *             "data": {
                     *               "fee": "0",
                     *               "amount": "1",
                     *               "symbol": "IDR",
                     *               "credited": "1",
                     *               "reference": "test"
                     *             },
                     *             "read": true,
                     *             "readAt": "2026-11-23T18:29:50.338Z",
                     *             "createdAt": "2026-11-23T18:29:50.315Z"
                     *           }
                     *         ],
                     *         "totalCount": 2,
                     *         "totalReadCount": 2,
                     *         "totalUnreadCount": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_messages_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["MessageList"];
                    };
                };
            };
        };
    };
    readMessages: {
        parameters: {
            query?: {
                type?: "all";
                "userMessageIds[]"?: number[];
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
                     *       "message": "api.user_messages_have_been_read",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_messages_have_been_read";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    readAllMessages: {
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
                     *       "message": "api.user_messages_have_been_read_all",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_messages_have_been_read_all";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    deleteMessages: {
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
                 *       "messageIds": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeleteMessagesRequest"];
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
                     *       "message": "api.user_messages_deleted",
                     *       "result": true,
                     *       "data": {
                     *         "deletedCount": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.user_messages_deleted";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["DeletedMessages"];
                    };
                };
            };
        };
    };
    registerPushToken: {
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
                 *       "user_id": 1,
                 *       "fcm_token": "phone"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterPushTokenRequest"];
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
                     *       "success": true,
                     *       "message": "FCM token saved"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    clearPushTokens: {
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
                 *       "user_id": 1
                 *     }
                 */
                "application/json": components["schemas"]["ClearPushTokensRequest"];
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
                     *       "success": true,
                     *       "message": "FCM tokens cleared"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    submitInquiry: {
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
                 *       "subject": "A deposit",
                 *       "firstName": "Sri",
                 *       "lastName": "Rahayu",
                 *       "email": "sri@example.com",
                 *       "phone": "0812000001",
                 *       "message": "Where is my deposit?",
                 *       "captchaToken": "pass-1928-17"
                 *     }
                 */
                "application/json": components["schemas"]["SubmitInquiryRequest"];
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
                     *       "message": "api.inquiry_submit_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.inquiry_submit_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    readIdCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ReadIdCardRequest"];
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
                     *       "message": "api.idp_ocr_success",
                     *       "result": true,
                     *       "data": {
                     *         "status": "SUCCESS",
                     *         "reason": "File Successfully Read",
                     *         "qualities": {
                     *           "is_blurred": false,
                     *           "is_bright": false,
                     *           "is_copy": false,
                     *           "is_cropped": false,
                     *           "is_dark": false,
                     *           "is_flash": false,
                     *           "is_ktp": true,
                     *           "is_rotated": false,
                     *           "is_taken_from_screen": false
                     *         },
                     *         "read": {
                     *           "nik": {
                     *             "value": "3173010101901001",
                     *             "confidence": 99
                     *           },
                     *           "nama": {
                     *             "value": "AGUS WIJAYA",
                     *             "confidence": 98
                     *           },
                     *           "tempatLahir": {
                     *             "value": "JAKARTA",
                     *             "confidence": 98
                     *           },
                     *           "tanggalLahir": {
                     *             "value": "01-01-1990",
                     *             "confidence": 98
                     *           },
                     *           "jenisKelamin": {
                     *             "value": "LAKI-LAKI",
                     *             "confidence": 98
                     *           },
                     *           "golonganDarah": {
                     *             "value": "O",
                     *             "confidence": 91
                     *           },
                     *           "alamat": {
                     *             "value": "JL. MERDEKA NO. 17",
                     *             "confidence": 98
                     *           },
                     *           "rtRw": {
                     *             "value": "001/002",
                     *             "confidence": 98
                     *           },
                     *           "kelurahanDesa": {
                     *             "value": "GAMBIR",
                     *             "confidence": 98
                     *           },
                     *           "kecamatan": {
                     *             "value": "GAMBIR",
                     *             "confidence": 98
                     *           },
                     *           "kotaKabupaten": {
                     *             "value": "JAKARTA PUSAT",
                     *             "confidence": 98
                     *           },
                     *           "provinsi": {
                     *             "value": "DKI JAKARTA",
                     *             "confidence": 98
                     *           },
                     *           "agama": {
                     *             "value": "ISLAM",
                     *             "confidence": 98
                     *           },
                     *           "statusPerkawinan": {
                     *             "value": "BELUM KAWIN",
                     *             "confidence": 98
                     *           },
                     *           "pekerjaan": {
                     *             "value": "KARYAWAN SWASTA",
                     *             "confidence": 98
                     *           },
                     *           "kewarganegaraan": {
                     *             "value": "WNI",
                     *             "confidence": 98
                     *           },
                     *           "berlakuHingga": {
                     *             "value": "SEUMUR HIDUP",
                     *             "confidence": 98
                     *           }
                     *         },
                     *         "image_ocr_url": "https://api.example.com/api/files/4e833bc52ba4c78e0daa717d1a2fc565?expires=1795458317&signature=72AkNY54y5CnSezGYomWy-zPywIvZkhTTHh99HtpQ2Y"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.idp_ocr_success";
                        /** @constant */
                        result: true;
                        data: {
                            status: string;
                            /** @default  */
                            reason: string;
                            qualities?: {
                                [key: string]: boolean;
                            };
                            /** @default {} */
                            read: {
                                [key: string]: components["schemas"]["ReadField"];
                            };
                            /**
                             * Format: uri
                             * @description The URL of the stored image, valid for 5 minutes.
                             */
                            image_ocr_url: string;
                        };
                    };
                };
            };
        };
    };
    registerWithLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["RegisterWithLivenessRequest"];
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
                     *       "message": "api.idp_liveness_register_success",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.idp_liveness_register_success";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    showCertification: {
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
                     *       "message": "api.tax_certification_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "requiredFrom": null,
                     *         "isMissing": false,
                     *         "certification": null,
                     *         "card": {
                     *           "name": "AGUS WIJAYA",
                     *           "address": "JL. MERDEKA NO. 17, 001/002, GAMBIR, GAMBIR, DKI JAKARTA",
                     *           "city": "JAKARTA PUSAT",
                     *           "birthDate": "1990-01-01",
                     *           "birthPlace": "JAKARTA"
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
                        message: "api.tax_certification_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TaxCertificationState"];
                    };
                };
            };
        };
    };
    certifyResidence: {
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
                 *       "name": "AGUS WIJAYA",
                 *       "address": "JL. MERDEKA NO. 17, 001/002, GAMBIR, GAMBIR, DKI JAKARTA",
                 *       "city": "JAKARTA PUSAT",
                 *       "birthDate": "1990-01-01",
                 *       "birthPlace": "JAKARTA",
                 *       "country": "ID",
                 *       "residences": [
                 *         {
                 *           "country": "ID",
                 *           "taxNumber": "3173010101901001"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CertifyResidenceRequest"];
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
                     *       "message": "api.tax_certification_stored",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "name": "AGUS WIJAYA",
                     *         "address": "JL. MERDEKA NO. 17, 001/002, GAMBIR, GAMBIR, DKI JAKARTA",
                     *         "city": "JAKARTA PUSAT",
                     *         "country": "ID",
                     *         "birthDate": "1990-01-01",
                     *         "birthPlace": "JAKARTA",
                     *         "residences": [
                     *           {
                     *             "country": "ID",
                     *             "taxNumber": "••••••••••••1001",
                     *             "noNumber": null
                     *           }
                     *         ],
                     *         "explanation": null,
                     *         "certifiedAt": "2026-11-27T19:07:33.753Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.tax_certification_stored";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TaxCertification"];
                    };
                };
            };
        };
    };
    createVisionVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateVisionVerificationRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Verification created",
                     *       "data": {
                     *         "requestId": "33ba34713d962cde1665b09a107a43c6",
                     *         "service": "KTP",
                     *         "image_url": "https://api.example.com/api/files/df94aa2ce79bfc3890f98971d85d0b4a?expires=1795458446&signature=ESl5S7Ih-TH3tVumLyYSnXTrsc3gmRPtf3hHo8Q2HLI",
                     *         "request_data": {
                     *           "mode": "fast",
                     *           "tries": [
                     *             1
                     *           ]
                     *         },
                     *         "response_data": {
                     *           "score": 0.87
                     *         },
                     *         "status": "processing",
                     *         "created_at": "2026-11-23T18:22:26.681Z",
                     *         "updated_at": "2026-11-23T18:22:26.681Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        message: "Verification created";
                        data: components["schemas"]["VisionVerification"];
                    };
                };
            };
        };
    };
    showVisionVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
            path: {
                requestId: string;
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
                     *       "success": true,
                     *       "message": "Verification retrieved",
                     *       "data": {
                     *         "requestId": "72e954cbb2f9ebbcd061a8c4d19dd515",
                     *         "service": "KTP",
                     *         "image_url": "https://api.example.com/api/files/ff075c448b39994138204c42f0ab0147?expires=1795459058&signature=tSqeZX81aPKtKtQyujV5kic1MPFxbUnMHxworWXbMbM",
                     *         "request_data": {
                     *           "mode": "fast"
                     *         },
                     *         "response_data": [
                     *           "completed"
                     *         ],
                     *         "status": "completed",
                     *         "created_at": "2026-11-23T18:32:38.742Z",
                     *         "updated_at": "2026-11-23T18:32:38.891Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        message: "Verification retrieved";
                        data: components["schemas"]["VisionVerification"];
                    };
                };
            };
        };
    };
    updateVisionVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response_data": {
                 *         "a": 2
                 *       },
                 *       "status": "completed"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateVisionVerificationRequest"];
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
                     *       "success": true,
                     *       "message": "Verification updated",
                     *       "data": {
                     *         "requestId": "a04590ee2ed3182cf2f4ff835ed49577",
                     *         "service": "KTP",
                     *         "image_url": "https://api.example.com/api/files/1d83e6fe0adcbe45561d718f3f917680?expires=1795459055&signature=xWE8oIGRDH4HZoCQD4UcB1m0VA3kVFl7lAu0s8f0rn8",
                     *         "request_data": {
                     *           "mode": "fast"
                     *         },
                     *         "response_data": {
                     *           "a": 2
                     *         },
                     *         "status": "completed",
                     *         "created_at": "2026-11-23T18:32:35.404Z",
                     *         "updated_at": "2026-11-23T18:32:35.429Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        message: "Verification updated";
                        data: components["schemas"]["VisionVerification"];
                    };
                };
            };
        };
    };
    listVisionVerifications: {
        parameters: {
            query?: {
                per_page?: number;
                page?: number;
                service?: "KTP" | "SELFIE" | "LIVENESS" | "TRANSFER_PROOF" | "DOCUMENT";
                status?: "pending" | "processing" | "completed" | "failed";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "success": true,
                     *       "message": "Verifications retrieved",
                     *       "data": [
                     *         {
                     *           "requestId": "d8f5bdcca83ebf65860a4f24ccade504",
                     *           "service": "KTP",
                     *           "image_url": "https://api.example.com/api/files/15794d96425fe160e5f61b5daf6dc869?expires=1795458959&signature=E9-0Jf3sMg6BBjic1xwuHeGoMujWSAFX542msRpS698",
                     *           "request_data": {
                     *             "mode": "fast"
                     *           },
                     *           "response_data": [],
                     *           "status": "pending",
                     *           "created_at": "2026-11-23T18:30:59.166Z",
                     *           "updated_at": "2026-11-23T18:30:59.166Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "current_page": 2,
                     *         "per_page": 2,
                     *         "total": 5,
                     *         "next_page": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        message: "Verifications retrieved";
                        data: components["schemas"]["VisionVerification"][];
                        pagination: components["schemas"]["VisionPagination"];
                    };
                };
            };
        };
    };
    showVisionStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "success": true,
                     *       "message": "Statistics retrieved",
                     *       "data": {
                     *         "total": 4,
                     *         "by_service": {
                     *           "KTP": 2,
                     *           "SELFIE": 2,
                     *           "LIVENESS": 0,
                     *           "TRANSFER_PROOF": 0,
                     *           "DOCUMENT": 0
                     *         },
                     *         "by_status": {
                     *           "pending": 2,
                     *           "processing": 0,
                     *           "completed": 1,
                     *           "failed": 1
                     *         },
                     *         "by_service_and_status": {
                     *           "KTP": {
                     *             "pending": 1,
                     *             "processing": 0,
                     *             "completed": 1,
                     *             "failed": 0
                     *           },
                     *           "SELFIE": {
                     *             "pending": 1,
                     *             "processing": 0,
                     *             "completed": 0,
                     *             "failed": 1
                     *           },
                     *           "LIVENESS": {
                     *             "pending": 0,
                     *             "processing": 0,
                     *             "completed": 0,
                     *             "failed": 0
                     *           },
                     *           "TRANSFER_PROOF": {
                     *             "pending": 0,
                     *             "processing": 0,
                     *             "completed": 0,
                     *             "failed": 0
                     *           },
                     *           "DOCUMENT": {
                     *             "pending": 0,
                     *             "processing": 0,
                     *             "completed": 0,
                     *             "failed": 0
                     *           }
                     *         },
                     *         "last_30_days": [
                     *           {
                     *             "date": "2026-10-26",
                     *             "total": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        message: "Statistics retrieved";
                        data: components["schemas"]["VisionStatistics"];
                    };
                };
            };
        };
    };
    register: {
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
                 *       "password": "Correct-Horse-9",
                 *       "password_confirmation": "Correct-Horse-9"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterRequest"];
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
                     *       "message": "auth.registered",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.registered";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
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
                     *       "message": "auth.email_verified",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.email_verified";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    resendVerification: {
        parameters: {
            query: {
                email: string;
            };
            header?: {
                /** @description The key that this device received at an earlier sign-in to the account. */
                "X-Device-Key"?: components["parameters"]["DeviceKey"];
            };
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
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "auth.resend_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.resend_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The key that this device received at an earlier sign-in to the account. */
                "X-Device-Key"?: components["parameters"]["DeviceKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "sari@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
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
                     *       "message": "passwords.sent",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "passwords.sent";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /** @description The key that this device received at an earlier sign-in to the account. */
                "X-Device-Key"?: components["parameters"]["DeviceKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "sari@example.com",
                 *       "password": "Passw0rd!"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Device-Key": components["headers"]["DeviceKey"];
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
                     *         "xToken": {
                     *           "token": "xat_PUkCE6Crz7JrYI714VdXTIfX2P4hTeloGWv0ofG_ChQ",
                     *           "expiresAt": "2026-11-27T15:52:21.860Z"
                     *         },
                     *         "refreshToken": "xrt_A1QjKV_PEF8aCCoTcPq4QMFgj426jOztVlne1O0ozEc"
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
                        data: components["schemas"]["Tokens"];
                    };
                };
            };
        };
    };
    refreshToken: {
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
                 *       "refreshToken": "xrt_gdLH32uRnpwCRtrk0s5AVjkvder1X4gi3Nywf3v6p9k"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshTokenRequest"];
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
                     *       "message": "auth.token_refreshed",
                     *       "result": true,
                     *       "data": {
                     *         "xToken": {
                     *           "token": "xat_qUSOzcTKSoblrMbIJ0-424HF0ol_XLTzMT2MpCW8zsQ",
                     *           "expiresAt": "2026-11-23T18:35:38.874Z"
                     *         },
                     *         "refreshToken": "xrt_f3DLPPGyqt1cBZWSCyby4EWcoQQuHEF7EBmoxdSdwJk"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.token_refreshed";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Tokens"];
                    };
                };
            };
        };
    };
    logout: {
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
    listSessions: {
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
                     *       "message": "auth.sessions_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 2,
                     *           "device": "Stranger 2.0 (Linux)",
                     *           "ip": "203.0.113.7",
                     *           "createdAt": "2026-11-23T18:24:44.629Z",
                     *           "lastUsedAt": "2026-11-23T18:24:44.629Z",
                     *           "current": true
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
                        message: "auth.sessions_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Session"][];
                    };
                };
            };
        };
    };
    endOtherSessions: {
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
                     *       "message": "auth.other_sessions_ended",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.other_sessions_ended";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    listSignIns: {
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
                     *       "message": "auth.sign_ins_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "outcome": "signed-in",
                     *           "device": "node",
                     *           "ip": "203.0.113.7",
                     *           "at": "2026-11-27T19:20:17.102Z"
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
                        message: "auth.sign_ins_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["SignIn"][];
                    };
                };
            };
        };
    };
    endSession: {
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
                     *       "message": "auth.session_ended",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.session_ended";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    endMailedSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
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
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "auth.session_ended",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.session_ended";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    undoChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                change: string;
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
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "auth.change_undone",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "auth.change_undone";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    freezeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account: string;
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
    resetPassword: {
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
                 *       "password": "Fresh-Horse-10",
                 *       "password_confirmation": "Fresh-Horse-10",
                 *       "token": "9ER7QL-qNYgo4dDfbfHmIY8axMMWoHsIoC5LWiMc7r8",
                 *       "email": "yRS_vWXfaR0WYQj1EVkEIQ2ryNxVC5Z3QakQvfo94juF3BC8qX-aCMNeSDRYSe1uZcx-K9o"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordRequest"];
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
    listNews: {
        parameters: {
            query?: {
                category_id?: number;
                category?: string;
                limit?: number;
                offset?: number;
                sortBy?: "publishedAt" | "title" | "id";
                sort?: "asc" | "desc";
                lang?: "id" | "en";
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
                     *       "message": "api.news_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "slug": "new-pair",
                     *           "lang": "id",
                     *           "title": "Title id",
                     *           "summary": "Summary id",
                     *           "image": "https://cdn.test/a.png",
                     *           "category": {
                     *             "id": 1,
                     *             "slug": "market",
                     *             "name": "market (id)"
                     *           },
                     *           "tags": [
                     *             "listing"
                     *           ],
                     *           "publishedAt": "2026-11-23T18:29:28.457Z",
                     *           "updatedAt": "2026-11-23T18:29:28.457Z"
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
                        message: "api.news_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["News"][];
                    };
                };
            };
        };
    };
    listNewsCategories: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sort_by?: "position" | "name" | "id";
                sort?: "asc" | "desc";
                lang?: "id" | "en";
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
                     *       "message": "api.news_categories_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "slug": "b",
                     *           "name": "b (id)"
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
                        message: "api.news_categories_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["NewsCategory"][];
                    };
                };
            };
        };
    };
    showNews: {
        parameters: {
            query?: {
                lang?: "id" | "en";
            };
            header?: never;
            path: {
                slug: string;
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
                     *       "message": "api.news_item_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "slug": "new-pair",
                     *         "lang": "id",
                     *         "title": "Title id",
                     *         "summary": "Summary id",
                     *         "image": "https://cdn.test/a.png",
                     *         "category": {
                     *           "id": 1,
                     *           "slug": "market",
                     *           "name": "market (id)"
                     *         },
                     *         "tags": [
                     *           "listing"
                     *         ],
                     *         "publishedAt": "2026-11-23T18:29:29.777Z",
                     *         "updatedAt": "2026-11-23T18:29:29.777Z",
                     *         "body": "<p>Aman</p>"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.news_item_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["NewsArticle"];
                    };
                };
            };
        };
    };
    listNewsByTag: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                lang?: "id" | "en";
            };
            header?: never;
            path: {
                tag: string;
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
                     *       "message": "api.news_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 3,
                     *           "slug": "shown",
                     *           "lang": "id",
                     *           "title": "shown (id)",
                     *           "summary": "Summary of shown (id)",
                     *           "image": null,
                     *           "category": {
                     *             "id": 1,
                     *             "slug": "market",
                     *             "name": "market (id)"
                     *           },
                     *           "tags": [
                     *             "x"
                     *           ],
                     *           "publishedAt": "2026-11-23T18:30:37.295Z",
                     *           "updatedAt": "2026-11-23T18:30:37.295Z"
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
                        message: "api.news_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["News"][];
                    };
                };
            };
        };
    };
    listBanners: {
        parameters: {
            query?: {
                lang?: "id" | "en";
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
                     *       "message": "api.banners_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "title": "Promo en",
                     *           "image": "https://cdn.test/a.png",
                     *           "link": "https://app.test/promo",
                     *           "status": "ACTIVE",
                     *           "position": 3
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
                        message: "api.banners_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["Banner"][];
                    };
                };
            };
        };
    };
    listCountries: {
        parameters: {
            query?: {
                lang?: "id" | "en";
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
                     *       "message": "api.countries_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 4,
                     *           "iso2": "AF",
                     *           "iso3": "AFG",
                     *           "name": "Afganistan",
                     *           "dialCode": "+93"
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
                        message: "api.countries_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["Country"][];
                    };
                };
            };
        };
    };
    listBanks: {
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
                     *       "message": "api.banks_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 61,
                     *           "code": "061",
                     *           "name": "Bank ANZ Indonesia",
                     *           "shortName": "ANZ",
                     *           "kind": "BANK",
                     *           "virtualAccount": false,
                     *           "payout": false,
                     *           "accountMinDigits": null,
                     *           "accountMaxDigits": null
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
                        message: "api.banks_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["Bank"][];
                    };
                };
            };
        };
    };
    showAsset: {
        parameters: {
            query?: {
                lang?: "id" | "en";
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
                     *       "message": "api.asset_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "symbol": "BTC",
                     *         "name": "Bitcoin",
                     *         "kind": "COIN",
                     *         "scale": 8,
                     *         "active": true,
                     *         "about": "Bitcoin adalah aset kripto pertama: buku besar yang dijaga bersama oleh semua pesertanya, dengan paling banyak 21 juta bitcoin.",
                     *         "website": "https://bitcoin.org",
                     *         "whitepaper": "https://bitcoin.org/bitcoin.pdf",
                     *         "explorer": "https://mempool.space",
                     *         "since": 2009,
                     *         "networks": [
                     *           {
                     *             "network": "BTC",
                     *             "chainId": 0,
                     *             "depositActive": true,
                     *             "withdrawActive": true,
                     *             "withdrawalFee": "0.0002",
                     *             "minWithdrawal": "0.0005",
                     *             "maxWithdrawal": "100"
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
                        message: "api.asset_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["AssetInformation"];
                    };
                };
            };
        };
    };
    showSetting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
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
                     *       "message": "api.setting_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "key": "deposit.va_fee_idr",
                     *         "value": "4440"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.setting_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Setting"];
                    };
                };
            };
        };
    };
    listSettings: {
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
                     *           "value": "1.0.0"
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
                        readonly data: components["schemas"]["Setting"][];
                    };
                };
            };
        };
    };
    showSettings: {
        parameters: {
            query: {
                keys: string;
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
                     *       "message": "api.settings_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "key": "deposit.qris_fee_ppm",
                     *           "value": "7000"
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
                        readonly data: components["schemas"]["Setting"][];
                    };
                };
            };
        };
    };
    showExchangeRate: {
        parameters: {
            query?: {
                base?: "USD" | "IDR" | "USDT" | "BTC" | "ETH" | "XRP" | "SOL" | "TRX";
                symbol?: "USD" | "IDR" | "USDT" | "BTC" | "ETH" | "XRP" | "SOL" | "TRX";
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
                     *       "message": "api.exchange_rate_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "base": "IDR",
                     *         "symbol": "IDR",
                     *         "rate": "1",
                     *         "updatedAt": "2026-11-23T18:35:44.481Z",
                     *         "ageSeconds": 1,
                     *         "stale": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.exchange_rate_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ExchangeRate"];
                    };
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: {
                lang?: "id" | "en";
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
                     *       "message": "api.price_categories_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "code": "RUPIAH",
                     *           "name": "Coins in rupiah",
                     *           "pairs": [
                     *             {
                     *               "txPair": "BTC_IDR",
                     *               "base": "BTC",
                     *               "quote": "IDR",
                     *               "price": "1640000000",
                     *               "updatedAt": "2026-11-23T18:35:59.672Z",
                     *               "ageSeconds": 0,
                     *               "stale": false
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
                        message: "api.price_categories_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["PairCategory"][];
                    };
                };
            };
        };
    };
    listFees: {
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
                     *       "message": "api.fees_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "withdrawals": [
                     *           {
                     *             "symbol": "IDR",
                     *             "network": null,
                     *             "chainId": null,
                     *             "fee": "5000",
                     *             "minimum": "50000",
                     *             "maximum": "250000000",
                     *             "active": true
                     *           }
                     *         ],
                     *         "deposits": [
                     *           {
                     *             "method": "VA",
                     *             "symbol": "IDR",
                     *             "fee": "4440",
                     *             "rate": "0"
                     *           }
                     *         ],
                     *         "trading": [
                     *           {
                     *             "category": "RUPIAH",
                     *             "side": "BUY",
                     *             "rate": "0.1"
                     *           }
                     *         ],
                     *         "taxes": [
                     *           {
                     *             "kind": "PPH",
                     *             "side": "SELL",
                     *             "pairClass": "rupiah",
                     *             "rate": "0.1",
                     *             "base": "1/1",
                     *             "validFrom": "2022-05-01",
                     *             "rule": "PMK 68/2022"
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
                        message: "api.fees_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Fees"];
                    };
                };
            };
        };
    };
    showTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "custody" | "payx" | "payd" | "venue";
                txId: string;
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
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.transaction_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "provider": "custody",
                     *         "txId": "c0ffee-1",
                     *         "kind": "COIN_DEPOSIT",
                     *         "status": "PENDING",
                     *         "symbol": "BTC",
                     *         "amount": "0.12345678",
                     *         "hash": "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16",
                     *         "createdAt": "2026-11-23T18:35:50.886Z",
                     *         "updatedAt": "2026-11-23T18:35:50.886Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.transaction_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PublicTransaction"];
                    };
                };
            };
        };
    };
    showCashOrderPrice: {
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
                     *       "message": "api.price_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "txPair": "USDT_IDR",
                     *         "base": "USDT",
                     *         "quote": "IDR",
                     *         "price": "16400",
                     *         "updatedAt": "2026-11-23T18:32:35.604Z",
                     *         "ageSeconds": 200,
                     *         "stale": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.price_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CashOrderPrice"];
                    };
                };
            };
        };
    };
    showPaymentMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: "va" | "qris";
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
                     *       "message": "api.payment_method_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "type": "va",
                     *         "symbol": "IDR",
                     *         "fee": "4440",
                     *         "rate": "0",
                     *         "minimum": "10000",
                     *         "maximum": "50000000",
                     *         "banks": [
                     *           {
                     *             "code": "BCA",
                     *             "name": "Bank Central Asia",
                     *             "shortName": "BCA"
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
                        message: "api.payment_method_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PaymentMethodTerms"];
                    };
                };
            };
        };
    };
    showVirtualAccountMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: "BCA" | "BNI" | "BRI" | "MANDIRI" | "PERMATA" | "BSI" | "CIMB" | "BJB" | "MUAMALAT" | "BNC" | "SAHABAT_SAMPOERNA";
                lang: "id" | "en";
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
                     *       "message": "api.payment_method_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "code": "BCA",
                     *         "name": "Bank Central Asia",
                     *         "shortName": "BCA",
                     *         "lang": "en",
                     *         "symbol": "IDR",
                     *         "fee": "4440",
                     *         "rate": "0",
                     *         "minimum": "10000",
                     *         "maximum": "50000000",
                     *         "instructions": [
                     *           {
                     *             "channel": "ATM",
                     *             "steps": [
                     *               "Insert the card"
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
                        message: "api.payment_method_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["VirtualAccountTerms"];
                    };
                };
            };
        };
    };
    listDisbursementBanks: {
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
                     *       "message": "api.disbursement_banks_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "bankCode": "014",
                     *           "bankName": "Bank BCA",
                     *           "maxAmountTransfer": "1"
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
                        message: "api.disbursement_banks_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["DisbursementBank"][];
                    };
                };
            };
        };
    };
    showWalletStatus: {
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
                     *       "message": "api.wallet_status_success",
                     *       "result": true,
                     *       "data": {
                     *         "withdrawal_status": "active",
                     *         "deposit_status": "active"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.wallet_status_success";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WalletStatus"];
                    };
                };
            };
        };
    };
    listDictionary: {
        parameters: {
            query: {
                type: string;
                sortBy?: "position" | "label" | "value" | "id";
                sort?: "asc" | "desc";
                lang?: "id" | "en";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.dicts_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 43,
                     *           "type": "gender",
                     *           "value": "MALE",
                     *           "label": "Male",
                     *           "isChinese": false
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
                        message: "api.dicts_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["DictionaryEntry"][];
                    };
                };
            };
        };
    };
    listWatched: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.collection_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "txPair": "BTC_IDR"
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
                        message: "api.collection_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["WatchedPair"][];
                    };
                };
            };
        };
    };
    toggleWatched: {
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
                 *       "txPair": "BTC_IDR"
                 *     }
                 */
                "application/json": components["schemas"]["ToggleWatchedRequest"];
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
                     *       "message": "cancel ok!",
                     *       "result": true,
                     *       "data": []
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @enum {string} */
                        message: "collect ok!" | "cancel ok!";
                        /** @constant */
                        result: true;
                        data: unknown[];
                    };
                };
            };
        };
    };
    showExchangeInfo: {
        parameters: {
            query?: {
                symbol?: string;
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
                     *       "message": "api.exchange_info_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "symbols": [
                     *           {
                     *             "txPair": "BTC_IDR",
                     *             "symbol": "BTCIDR",
                     *             "status": "TRADING",
                     *             "baseAsset": "BTC",
                     *             "quoteAsset": "IDR",
                     *             "orderTypes": [
                     *               "LIMIT"
                     *             ],
                     *             "filters": [
                     *               {
                     *                 "filterType": "PRICE_FILTER",
                     *                 "minPrice": "1.00",
                     *                 "maxPrice": "100000000000.00",
                     *                 "tickSize": "1.00"
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
                        message: "api.exchange_info_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ExchangeInfo"];
                    };
                };
            };
        };
    };
    showConfig: {
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
                     *       "message": "api.exchange_config_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "sides": [
                     *           "BUY"
                     *         ],
                     *         "orderTypes": [
                     *           "LIMIT"
                     *         ],
                     *         "intervals": [
                     *           "1s"
                     *         ],
                     *         "pairs": [
                     *           {
                     *             "txPair": "BTC_IDR",
                     *             "symbol": "BTCIDR",
                     *             "baseAsset": "BTC",
                     *             "quoteAsset": "IDR",
                     *             "category": "RUPIAH",
                     *             "priceTick": "1",
                     *             "volumeStep": "0.00001",
                     *             "minVolume": "0.00001",
                     *             "maxVolume": "3",
                     *             "maxMarketVolume": "0.5174",
                     *             "minAmount": "20000",
                     *             "maxAmount": "9000000000",
                     *             "buyFee": "0.1",
                     *             "sellFee": "0.1",
                     *             "openSides": [
                     *               "BUY"
                     *             ],
                     *             "listing": {
                     *               "state": "trading",
                     *               "since": "2026-11-27T07:36:52.839Z",
                     *               "next": null
                     *             }
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
                        message: "api.exchange_config_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TradingConfig"];
                    };
                };
            };
        };
    };
    showTime: {
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
                     *       "message": "api.exchange_time_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "serverTime": 1795458567057,
                     *         "time": "2026-11-23T18:29:27.057Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.exchange_time_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["VenueTime"];
                    };
                };
            };
        };
    };
    listSymbols: {
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
                     *       "message": "api.exchange_symbols_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "txPair": "BTC_IDR",
                     *           "symbol": "BTCIDR",
                     *           "baseAsset": "BTC",
                     *           "quoteAsset": "IDR",
                     *           "price": "1640000000",
                     *           "bid": "1639999999",
                     *           "ask": "1640000001"
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
                        message: "api.exchange_symbols_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["PairPrice"][];
                    };
                };
            };
        };
    };
    showDepth: {
        parameters: {
            query: {
                symbol: string;
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
                     *       "message": "api.exchange_depth_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "txPair": "BTC_IDR",
                     *         "bids": [
                     *           {
                     *             "price": "1639999999",
                     *             "volume": "0.5174"
                     *           }
                     *         ],
                     *         "asks": [
                     *           {
                     *             "price": "1640000001",
                     *             "volume": "0.5174"
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
                        message: "api.exchange_depth_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["MarketDepth"];
                    };
                };
            };
        };
    };
    showTrades: {
        parameters: {
            query: {
                symbol: string;
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
                     *       "message": "api.exchange_trades_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "txPair": "BTC_IDR",
                     *         "trades": [
                     *           {
                     *             "id": "1795806711800",
                     *             "price": "1640000000",
                     *             "volume": "0.02",
                     *             "side": "BUY",
                     *             "time": "2026-11-27T19:11:51.930Z"
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
                        message: "api.exchange_trades_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["MarketTrades"];
                    };
                };
            };
        };
    };
    showHistory: {
        parameters: {
            query?: {
                symbol?: string;
                interval?: "1s" | "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "3d" | "1w" | "1M";
                startTime?: number;
                endTime?: number;
                limit?: number;
                txPair?: string;
                side?: "BUY" | "SELL";
                order_no?: string;
                orderNo?: string;
                per_page?: number;
                page?: number;
                sortBy?: "createdAt";
                sort?: "asc" | "desc";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.exchange_history_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "tradeId": "7",
                     *             "order_no": "TK-1-0",
                     *             "txPair": "BTC_IDR",
                     *             "side": "BUY",
                     *             "price": "1600000000",
                     *             "volume": "0.001",
                     *             "amount": "1600000",
                     *             "fee": "0.000001",
                     *             "feeAsset": "BTC",
                     *             "tax": "0",
                     *             "createdAt": "2026-03-01T00:01:00.000Z"
                     *           }
                     *         ],
                     *         "currentPage": 1,
                     *         "totalData": 7,
                     *         "perPage": 2,
                     *         "nextPage": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.exchange_history_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Candle"][] | components["schemas"]["FillPage"];
                    };
                };
            };
        };
    };
    testOrder: {
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
                 *       "side": "BUY",
                 *       "type": "LIMIT",
                 *       "txPair": "BTC_IDR",
                 *       "volume": "0.01",
                 *       "price": "1600000000"
                 *     }
                 */
                "application/json": components["schemas"]["TestOrderRequest"];
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
                     *       "message": "api.order_test_success",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_test_success";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "BUY",
                 *       "type": "LIMIT",
                 *       "txPair": "BTC_IDR",
                 *       "volume": "0.01",
                 *       "price": "1600000000"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.order_create_success",
                     *       "result": true,
                     *       "data": "{\"order_no\":\"TK-01a21bef89caff23ac259042000d00f8\",\"status\":\"CREATE\"}"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_create_success";
                        /** @constant */
                        result: true;
                        /** @description JSON in a text: `{"order_no": "…", "status": "CREATE"}`. */
                        data: string;
                    };
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.order_cancel_success",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_cancel_success";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    deleteOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
            path: {
                exchangeOrderId: string;
                userId: number;
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
                     *       "message": "api.order_cancel_success",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_cancel_success";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    cancelPairOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "txPair": "USDT_IDR"
                 *     }
                 */
                "application/json": components["schemas"]["CancelPairOrdersRequest"];
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
                     *       "message": "api.order_all_cancel_success",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "order_no": "TK-01a209a8b0ce1e149e232cda738c09a8",
                     *           "status": "CANCEL"
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
                        message: "api.order_all_cancel_success";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CanceledOrder"][];
                    };
                };
            };
        };
    };
    cancelAllOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.order_all_cancel_success",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "order_no": "TK-01a209a8b08f2d2931171086339e09db",
                     *           "status": "CANCEL"
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
                        message: "api.order_all_cancel_success";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CanceledOrder"][];
                    };
                };
            };
        };
    };
    listOwnOrders: {
        parameters: {
            query?: {
                order_no?: string;
                txPair?: string;
                side?: "BUY" | "SELL";
                startTime?: number;
                endTime?: number;
                per_page?: number;
                page?: number;
                sortBy?: "createdAt";
                sort?: "asc" | "desc";
                status?: "CREATE" | "DONE" | "CANCEL";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.order_histories_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "order_no": "TK-01a21cfa866b0b785bd58bb7d34937ad",
                     *             "exchangeOrderId": "1795782490775",
                     *             "txPair": "BTC_IDR",
                     *             "side": "BUY",
                     *             "type": "LIMIT",
                     *             "price": "1600000000",
                     *             "volume": "0.03",
                     *             "amount": "48000000",
                     *             "executedVolume": "0.02",
                     *             "executedAmount": "30000000",
                     *             "averagePrice": "1500000000",
                     *             "fee": "0.00002",
                     *             "feeAsset": "BTC",
                     *             "tax": "0",
                     *             "status": "CREATE",
                     *             "reason": null,
                     *             "createdAt": "2026-11-27T12:28:30.187Z",
                     *             "updatedAt": "2026-11-27T12:28:30.225Z"
                     *           }
                     *         ],
                     *         "currentPage": 1,
                     *         "totalData": 1,
                     *         "perPage": 20,
                     *         "nextPage": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.order_histories_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OrderPage"];
                    };
                };
            };
        };
    };
    listOpenOrders: {
        parameters: {
            query?: {
                order_no?: string;
                txPair?: string;
                side?: "BUY" | "SELL";
                startTime?: number;
                endTime?: number;
                per_page?: number;
                page?: number;
                sortBy?: "createdAt";
                sort?: "asc" | "desc";
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.open_orders_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "order_no": "TK-32-6",
                     *             "exchangeOrderId": null,
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
                     *             "createdAt": "2026-03-01T00:06:00.000Z",
                     *             "updatedAt": "2026-03-01T00:06:00.000Z"
                     *           }
                     *         ],
                     *         "currentPage": 1,
                     *         "totalData": 7,
                     *         "perPage": 3,
                     *         "nextPage": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.open_orders_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["OrderPage"];
                    };
                };
            };
        };
    };
    showAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.account_info_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "balances": [
                     *           {
                     *             "symbol": "IDR",
                     *             "available": "0",
                     *             "locked": "0",
                     *             "total": "0"
                     *           }
                     *         ],
                     *         "feeRates": [
                     *           {
                     *             "category": "RUPIAH",
                     *             "buyFee": "0.1",
                     *             "sellFee": "0.1"
                     *           }
                     *         ],
                     *         "permissions": {
                     *           "canTrade": true,
                     *           "canWithdraw": true,
                     *           "canDeposit": true
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
                        message: "api.account_info_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TradingAccount"];
                    };
                };
            };
        };
    };
    listVirtualAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.virtual_accounts_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "bankCode": "BCA",
                     *           "accountNumber": "1076664244567590",
                     *           "name": "trader-15710-22",
                     *           "status": "ACTIVE",
                     *           "createdAt": "2026-11-23T18:21:14.847Z"
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
                        message: "api.virtual_accounts_retrieved";
                        /** @constant */
                        result: true;
                        readonly data: components["schemas"]["VirtualAccount"][];
                    };
                };
            };
        };
    };
    openVirtualAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bankCode": "BCA"
                 *     }
                 */
                "application/json": components["schemas"]["OpenVirtualAccountRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.virtual_account_created",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "bankCode": "BCA",
                     *         "accountNumber": "1076684245604561",
                     *         "name": "trader-12078-1",
                     *         "status": "PENDING",
                     *         "createdAt": "2026-11-27T09:14:32.474Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.virtual_account_created";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["VirtualAccount"];
                    };
                };
            };
        };
    };
    listQrisCodes: {
        parameters: {
            query?: {
                per_page?: number;
                page?: number;
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.qris_codes_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "data": [
                     *           {
                     *             "id": 3,
                     *             "externalId": "qr-1-e057e53554129cdf4d38",
                     *             "amount": "3000",
                     *             "qrString": "00020101021251370014ID.CO.QRIS.WWW0215ID1019839523805520460515303360540430005802ID5905TUKAR6007JAKARTA6216051261937293490363045965",
                     *             "status": "ACTIVE",
                     *             "expiresAt": "2026-11-25T18:26:57.899Z",
                     *             "createdAt": "2026-11-23T18:26:57.899Z"
                     *           }
                     *         ],
                     *         "currentPage": 1,
                     *         "perPage": 2,
                     *         "nextPage": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.qris_codes_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["QrCodePage"];
                    };
                };
            };
        };
    };
    openQrisCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "1"
                 *     }
                 */
                "application/json": components["schemas"]["OpenQrisCodeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.qris_code_created",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "externalId": "qr-1-eb57e55f667a85fd659e",
                     *         "amount": "1",
                     *         "qrString": "00020101021251370014ID.CO.QRIS.WWW0215ID1074591939798520460515303360540115802ID5905TUKAR6007JAKARTA621605122463216613226304972B",
                     *         "status": "ACTIVE",
                     *         "expiresAt": "2026-11-25T18:26:47.465Z",
                     *         "createdAt": "2026-11-23T18:26:47.465Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.qris_code_created";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["QrCode"];
                    };
                };
            };
        };
    };
    openPaydOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "5000",
                 *       "paymentMethod": "BC"
                 *     }
                 */
                "application/json": components["schemas"]["OpenPaydOrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.payd_order_created",
                     *       "result": true,
                     *       "data": {
                     *         "merchantOrderId": "TD3121CDEFD28F8317D5434437",
                     *         "paymentUrl": "https://pay.payd.test/topup?reference=D0001284E1DDCCECCBC3B",
                     *         "vaNumber": "8680417466540065"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.payd_order_created";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PaydDeposit"];
                    };
                };
            };
        };
    };
    showPaydNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *       "message": "api.payd_virtual_account_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "vaNumber": "8680050000000001",
                     *         "fee": "4440"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.payd_virtual_account_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["PaydVirtualAccount"];
                    };
                };
            };
        };
    };
    claimCashDeposit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ClaimCashDepositRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.cash_deposit_successful",
                     *       "result": true,
                     *       "data": {
                     *         "id": 1,
                     *         "symbol": "IDR",
                     *         "amount": "250000",
                     *         "status": "PENDING",
                     *         "createdAt": "2026-11-23T18:23:44.968Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.cash_deposit_successful";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Deposit"];
                    };
                };
            };
        };
    };
    openCoinAddress: {
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
                 *       "symbol": "XRP",
                 *       "network": "XRP"
                 *     }
                 */
                "application/json": components["schemas"]["OpenCoinAddressRequest"];
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
                     *       "message": "api.coin_address_retrieved",
                     *       "result": true,
                     *       "data": {
                     *         "symbol": "XRP",
                     *         "network": "XRP",
                     *         "address": "rwjvTvbd4iVhHDrndskFHRdavJtY6THU36",
                     *         "legacyAddress": null,
                     *         "tag": "160690184"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.coin_address_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["CoinAddress"];
                    };
                };
            };
        };
    };
    giveDepositDigit: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.manual_deposit_digits_success",
                     *       "result": true,
                     *       "data": {
                     *         "digit": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.manual_deposit_digits_success";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["TransferDigit"];
                    };
                };
            };
        };
    };
    requestWithdrawOtp: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdraw_code_sent_successfully",
                     *       "result": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdraw_code_sent_successfully";
                        /** @constant */
                        result: true;
                    };
                };
            };
        };
    };
    withdrawCoin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "BTC",
                 *       "amount": "0.005",
                 *       "toAddress": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
                 *       "network": "BTC",
                 *       "residentialName": "Siti Rahayu",
                 *       "otpCode": "8814",
                 *       "twoFACode": "239171"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["WithdrawCoinRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdraw_apply_successful",
                     *       "result": true,
                     *       "data": {
                     *         "request_id": "wd-694cab7b5023e1f968f2af82a52334d8",
                     *         "status": "PROCESSING",
                     *         "amount": "0.005",
                     *         "fee": "0.0002"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdraw_apply_successful";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Withdrawal"];
                    };
                };
            };
        };
    };
    withdrawFiat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request returns its first success again, for 24 hours. A refusal without effect leaves the key free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "60000",
                 *       "paymentMethod": "payx",
                 *       "bankAccount": 1,
                 *       "otpCode": "7990",
                 *       "twoFACode": "164044"
                 *     }
                 */
                "application/json": components["schemas"]["WithdrawFiatRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "title": "OK",
                     *       "message": "api.withdraw_apply_successful",
                     *       "result": true,
                     *       "data": {
                     *         "request_id": "wd-344a7275ea25fb143383297af693c043",
                     *         "status": "PROCESSING",
                     *         "amount": "60000",
                     *         "fee": "5000"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        /** @constant */
                        title: "OK";
                        /** @constant */
                        message: "api.withdraw_apply_successful";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["Withdrawal"];
                    };
                };
            };
        };
    };
    showFile: {
        parameters: {
            query: {
                expires: string;
            };
            header?: never;
            path: {
                name: string;
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
                    "image/*": Blob;
                };
            };
        };
    };
    showPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
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
                    "image/*": Blob;
                };
            };
        };
    };
    openStream: {
        parameters: {
            query?: {
                symbols?: string;
            };
            header?: {
                /** @description With an API key: the current time in milliseconds since 1970, within 5 seconds of ours. */
                "X-API-TIMESTAMP"?: components["parameters"]["ApiKeyTimestamp"];
                /** @description With an API key: hex HMAC-SHA256, keyed with the text of `secretKey`, over the timestamp, the method, the path with its query and the body as sent. Each is accepted once. */
                "X-API-SIGNATURE"?: components["parameters"]["ApiKeySignature"];
                /** @description With `2`, a line feed follows the timestamp, the method and the path in the signed text; use it in new programs. Without this header, nothing separates the four parts. */
                "X-API-SIGNATURE-VERSION"?: components["parameters"]["ApiKeySignatureVersion"];
            };
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
                     *     event: balance
                     *     data: {"symbol":"IDR","available":"1500000","locked":"0","balance":"1500000"}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    openMarketStream: {
        parameters: {
            query: {
                symbols: string;
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
                     * @example event: ticker
                     *     data: {"txPair":"BTC_IDR","price":"1600000000","bid":"1599900000","ask":"1600100000","change":"16000000","changePercent":"1.01","high":"1610000000","low":"1580000000","volume":"12.5","quoteVolume":"20000000000","time":"2026-01-31T05:00:00.000Z","ageMs":120,"stale":false}
                     *
                     *     event: candle
                     *     data: {"txPair":"BTC_IDR","interval":"1m","openTime":1769835600000,"open":"1599800000","high":"1600100000","low":"1599700000","close":"1600000000","volume":"0.02","closeTime":1769835659999,"quoteVolume":"31998000","trades":3,"closed":false}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    listErrors: {
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
                     *       "message": "api.errors_retrieved",
                     *       "result": true,
                     *       "data": [
                     *         {
                     *           "key": "api.already_decided",
                     *           "status": 400,
                     *           "title": "Bad Request",
                     *           "cause": "An operator already decided this, perhaps just now.",
                     *           "action": "Read it again; it names the decision and the operator.",
                     *           "text": {
                     *             "en": "This was already decided.",
                     *             "id": "Hal ini sudah diputuskan."
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
                        message: "api.errors_retrieved";
                        /** @constant */
                        result: true;
                        data: components["schemas"]["ErrorExplanation"][];
                    };
                };
            };
        };
    };
}
export interface streams {
    "/api/stream": {
        start: components["schemas"]["StreamStart"];
        order: components["schemas"]["Order"];
        deposit: components["schemas"]["Transfer"];
        withdrawal: components["schemas"]["Transfer"];
        balance: components["schemas"]["CoinBalance"];
        message: components["schemas"]["Message"];
        ticker: components["schemas"]["MarketTicker"];
        depth: components["schemas"]["MarketDepth"];
        trades: components["schemas"]["MarketTrades"];
        candle: components["schemas"]["MarketCandle"];
    };
    "/api/stream/market": {
        ticker: components["schemas"]["MarketTicker"];
        depth: components["schemas"]["MarketDepth"];
        trades: components["schemas"]["MarketTrades"];
        candle: components["schemas"]["MarketCandle"];
    };
}
export const idempotentOperations: ReadonlySet<string> = new Set([
    "POST /api/deposit/cash",
    "POST /api/exchange/venue/order",
    "POST /api/payd/deposits",
    "POST /api/payx/qris",
    "POST /api/payx/virtual-accounts",
    "POST /api/withdraw/withdraw-coin",
    "POST /api/withdraw/withdraw-fiat",
]);
