/**
 * The acts of operators that are not guarded, each with the reason. Every other act takes an
 * operator's code and the agreement of an independent second operator, by a proposal
 * (`src/backoffice/content/proposals`) or a decision (`decide.ts`).
 */
type Acts = ReadonlyMap<string, string>

/** What one operator does without a code. */
export const openActs: Acts = new Map([
  ['operator.logout', 'ends a session of their own'],
  ['operator.disable', 'stops an operator; nothing may delay it'],
  ['user.suspend', 'stops an account; nothing may delay it'],
  ['phone.blacklist', 'stops a phone; nothing may delay it'],
  ['phone.lift', 'lets a phone register again; no money moves and no account opens'],
  ['proposal.withdraw', 'ends a change before it takes effect'],
  ['carf-report.request', 'adds up figures; no file leaves before two operators release it'],
  ['carf-report.discard', 'ends a report before its release'],
  ['recovery.stop', 'ends the removal of an authenticator before it takes effect'],
  ['withdrawal.reject', "returns the frozen money to its owner's balance"],
  ['deposit.reject', 'credits nothing'],
  ['order.ask', 'asks the venue, and books what it reports'],
  ['order.cancel', "ends an order at the venue, and frees its owner's money"],
  ['inbox.replay', 'applies once what a provider reported'],
  ['inbox.replay-all', 'applies once what providers reported'],
  ['break.close', 'ends the comparison of one movement; no money moves, and no stop is lifted'],
  ['reconciliation.run', 'compares books'],
  ['liabilities.prove', 'publishes sums and hashes, as each night'],
  ['report.retry', 'sends a report again'],
  ['subscription.pause', 'stops the sending of events'],
  ['subscription.resume', 'sends what was agreed to be sent'],
  ['subscription.end', 'stops the sending of events'],
  ['subscription.test', 'sends an event without facts to an agreed address'],
  ['subscription.replay', 'sends again what was agreed to be sent'],
  ['event.resend', 'sends again what was agreed to be sent'],
  ['identity.query', 'asks a provider, and applies its result'],
  ['inquiry.answer', 'mails a text to the one person who asked'],
  ['inquiry.close', 'ends an inquiry'],
  ['price.state', 'shows a rate of the dollar; no money is valued by it'],
  ['country.switch', 'offers a country in lists; its phones get texts only by a guarded setting'],
  ['news.create', 'writes a draft, with links to allowed hosts only'],
  ['news.edit', 'shows texts, with links to allowed hosts only'],
  ['news.publish', 'shows texts, with links to allowed hosts only'],
  ['news.unpublish', 'hides a text'],
  ['news.delete', 'hides a text'],
  ['news-category.create', 'names a group of texts'],
  ['news-category.edit', 'names a group of texts'],
  ['news-category.delete', 'ends an empty group'],
  ['banner.create', 'shows a picture, with a link to an allowed host only'],
  ['banner.edit', 'shows a picture, with a link to an allowed host only'],
  ['banner.delete', 'hides a picture'],
  ['picture.upload', 'stores a picture that only a text or a banner shows'],
  ['dictionary-entry.create', 'names a choice of a form'],
  ['dictionary-entry.edit', 'names a choice of a form'],
  ['dictionary-entry.delete', 'ends a choice of a form'],
])

/** What one operator does with a code. */
export const codedActs: Acts = new Map([
  ['operator.change-password', 'concerns their own account; it also takes the password'],
  ['operator.offer-twofa', 'concerns their own account; it also takes the password'],
  ['subscription.rotate', 'replaces the secret of an agreed address; the former one signs on'],
  ['operator.bind-twofa', 'concerns their own account; the code is that of the new app'],
  [
    'operator.create',
    'no approval of the new operator counts before an independent admin confirms',
  ],
  ['operator.invite', 'the same'],
  ['operator.reset', 'the same'],
  ['operator.confirm', 'is the agreement of an independent admin to the invitation'],
  ['operator.attest', 'the same, for a quarter'],
  ['operator.change-role', 'alerts all operators; whether the person is independent stays'],
  ['operator.enable', 'alerts all operators; whether the person is independent stays'],
])

/** The parts of guarded acts that one operator does alone, and with which means. */
export const openParts: Acts = new Map([
  ['setting.edit', 'without a code: the settings that setting-bounds.rules.ts lists as open'],
  ['wallet-status.set', 'without a code: a stop'],
  ['pair.edit', 'without a code: closing a pair'],
  ['asset.edit', 'without a code: closing an asset'],
  ['network.edit', 'without a code: closing a network for deposits or withdrawals'],
  ['bank.switch', 'without a code: hiding a bank'],
  ['withdrawal.approve', 'with a code: below withdrawal.two_approvals_idr'],
  ['withdrawal.resolve', 'without: a retry, which asks first; with: what provider or books say'],
  ['deposit.approve', 'with a code: below deposit.two_approvals_idr, on a day'],
  ['user.restore', 'with a code: an account that the service did not suspend'],
  ['subscription.change', 'with a code: events without personal data'],
  ['subscription.create', 'with a code: events without personal data'],
])
