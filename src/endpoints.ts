import { accountEndpoints } from './app/account/routes.ts'
import { apiKeyEndpoints } from './app/api-keys/routes.ts'
import { dropBankAccounts } from './app/bank-accounts/bank-accounts.sql.ts'
import { bankAccountEndpoints } from './app/bank-accounts/routes.ts'
import { contentEndpoints, dictionaryEndpoints, referenceEndpoints } from './app/content/routes.ts'
import { depositOperatorEndpoints } from './app/deposits/operator-routes.ts'
import { depositEndpoints } from './app/deposits/routes.ts'
import { fileEndpoints } from './app/files/routes.ts'
import { dropIdentity } from './app/identity/drop-identity.ts'
import { identityEndpoints } from './app/identity/routes.ts'
import { messageChanges } from './app/messaging/list-messages.ts'
import { messagingEndpoints } from './app/messaging/routes.ts'
import { dropPin } from './app/pin/pins.sql.ts'
import { pinEndpoints } from './app/pin/routes.ts'
import { proofOperatorEndpoints } from './app/proofs/operator-routes.ts'
import { proofEndpoints } from './app/proofs/routes.ts'
import { savedAddressEndpoints } from './app/saved-addresses/routes.ts'
import { dropSavedAddresses } from './app/saved-addresses/saved-addresses.sql.ts'
import { sessionEndpoints } from './app/session/routes.ts'
import { streamEndpoints } from './app/stream/routes.ts'
import { marketFeed } from './app/trading/live/market-feed.ts'
import { marketStreamEndpoints } from './app/trading/live-routes.ts'
import { tradingOperatorEndpoints } from './app/trading/operator-routes.ts'
import { fillItems } from './app/trading/orders/list-trades.ts'
import { orderChanges, orderItems } from './app/trading/orders/shown-order.ts'
import { tradingEndpoints } from './app/trading/routes.ts'
import { walletOperatorEndpoints } from './app/wallet/operator-routes.ts'
import { walletEndpoints } from './app/wallet/routes.ts'
import { balanceChanges, transferChanges, transferItems } from './app/wallet/wallet-changes.ts'
import { watchlistEndpoints } from './app/watchlist/routes.ts'
import { withdrawalOperatorEndpoints } from './app/withdrawals/operator-routes.ts'
import { withdrawalEndpoints } from './app/withdrawals/routes.ts'
import { operatorEndpoints } from './backoffice/accounts/routes.ts'
import { approvalOperatorEndpoints } from './backoffice/approvals/routes.ts'
import { bookEndpoints } from './backoffice/books/routes.ts'
import { carfEndpoints } from './backoffice/carf/routes.ts'
import { contentOperatorEndpoints } from './backoffice/content/operator-routes.ts'
import { referenceListEndpoints } from './backoffice/content/reference-list-routes.ts'
import { referenceOperatorEndpoints } from './backoffice/content/reference-operator-routes.ts'
import { taxOperatorEndpoints } from './backoffice/content/tax-operator-routes.ts'
import { eventEndpoints } from './backoffice/events/routes.ts'
import { identityOperatorEndpoints } from './backoffice/identities/operator-routes.ts'
import { inquiryOperatorEndpoints } from './backoffice/inquiries/operator-routes.ts'
import { overviewEndpoints } from './backoffice/overview/routes.ts'
import { reconciliationOperatorEndpoints } from './backoffice/reconciliation/routes.ts'
import { breakItems } from './backoffice/reconciliation/show-breaks.ts'
import { reportEndpoints } from './backoffice/reports/routes.ts'
import { searchEndpoints } from './backoffice/search/routes.ts'
import { userEndpoints } from './backoffice/users/routes.ts'
import { watchEndpoints } from './backoffice/watch/routes.ts'
import { custodyCallbacks, custodyEvents } from './callbacks/custody/routes.ts'
import { paydCallbacks, paydEvents } from './callbacks/payd/routes.ts'
import { payxCallbacks, payxEvents } from './callbacks/payx/routes.ts'
import { reportQueueCallbacks } from './callbacks/report-queue/routes.ts'
import { venueCallbacks, venueEvents } from './callbacks/venue/routes.ts'
import type { EventSource } from './core/facts/event-source.ts'
import type { AnyCallback } from './core/inbox/callback.ts'
import { endCertification } from './core/users/certifications.sql.ts'
import type { Endpoint } from './platform/http/endpoint/endpoint.ts'
import { errorEndpoints } from './platform/http/errors/routes.ts'

/** The rooms whose items are in events. */
export const eventSources: readonly EventSource[] = [
  transferItems,
  orderItems,
  fillItems,
  breakItems,
]

/** Every endpoint, in the order of the specification's sections, then our own. */
export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...apiKeyEndpoints,
  ...bankAccountEndpoints,
  ...savedAddressEndpoints,
  ...walletEndpoints,
  ...proofEndpoints,
  ...pinEndpoints,
  ...messagingEndpoints,
  ...identityEndpoints,
  ...sessionEndpoints([
    dropBankAccounts,
    dropSavedAddresses,
    dropPin,
    dropIdentity,
    endCertification,
  ]),
  ...contentEndpoints,
  ...referenceEndpoints,
  ...dictionaryEndpoints,
  ...watchlistEndpoints,
  ...tradingEndpoints,
  ...depositEndpoints,
  ...withdrawalEndpoints,
  ...fileEndpoints,
  ...streamEndpoints([orderChanges, transferChanges, balanceChanges, messageChanges], marketFeed),
  ...marketStreamEndpoints(),
  ...operatorEndpoints,
  ...userEndpoints,
  ...walletOperatorEndpoints,
  ...bookEndpoints,
  ...watchEndpoints,
  ...eventEndpoints(eventSources),
  ...identityOperatorEndpoints,
  ...contentOperatorEndpoints,
  ...inquiryOperatorEndpoints,
  ...reportEndpoints,
  ...searchEndpoints,
  ...carfEndpoints,
  ...referenceListEndpoints,
  ...referenceOperatorEndpoints,
  ...taxOperatorEndpoints,
  ...approvalOperatorEndpoints,
  ...depositOperatorEndpoints,
  ...withdrawalOperatorEndpoints,
  ...tradingOperatorEndpoints,
  ...reconciliationOperatorEndpoints,
  ...proofOperatorEndpoints,
  ...overviewEndpoints,
  ...custodyCallbacks,
  ...venueCallbacks,
  ...paydCallbacks,
  ...payxCallbacks,
  ...reportQueueCallbacks,
  ...errorEndpoints,
]

/** Every kind of event that the inbox may contain, by its source. */
export const events: ReadonlyMap<string, AnyCallback> = new Map(
  [...custodyEvents, ...venueEvents, ...paydEvents, ...payxEvents].map((event) => [
    event.source,
    event,
  ]),
)
