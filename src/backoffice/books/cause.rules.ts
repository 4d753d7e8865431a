import { sha256 } from '../../base/secrets/crypto.ts'

export const causeKinds = [
  'cash-deposit',
  'coin-deposit',
  'order',
  'fill',
  'withdrawal',
  'suspense',
  'unmatched-trade',
  'other',
] as const

export type CauseKind = (typeof causeKinds)[number]

/**
 * What a posting records. The id of a deposit is `payx:pay-1` or custody's id and output, that of
 * a fill its pair and trade.
 */
export type Cause = Readonly<{ kind: CauseKind; id: string }>

const prefixes: readonly (readonly [prefix: string, kind: CauseKind])[] = [
  ['deposit:', 'cash-deposit'],
  ['vat:deposit:', 'cash-deposit'],
  ['vat:withdrawal:', 'withdrawal'],
  ['vat:reversal:', 'withdrawal'],
  ['vat:late:', 'withdrawal'],
  ['vat:suspense:', 'suspense'],
  ['coin-deposit:', 'coin-deposit'],
  ['hold:order:', 'order'],
  ['release:order:', 'order'],
  ['hold:withdrawal:', 'withdrawal'],
  ['release:withdrawal:', 'withdrawal'],
  ['withdrawal:', 'withdrawal'],
  ['reversal:', 'withdrawal'],
  ['late:', 'withdrawal'],
  ['failed-cost:', 'withdrawal'],
  ['fill:', 'fill'],
  ['unmatched:', 'unmatched-trade'],
  ['suspense:', 'suspense'],
]

/** Reads the cause of a posting from its key. */
export function causeOf(key: string): Cause {
  for (const [prefix, kind] of prefixes) {
    if (key.startsWith(prefix)) return { kind, id: key.slice(prefix.length) }
  }
  return { kind: 'other', id: key }
}

/** The keys of all postings that a cause may have, except the fills of an order. */
export const postingKeysOf = ({ kind, id }: Cause): readonly string[] =>
  kind === 'other'
    ? [id]
    : prefixes.flatMap(([prefix, of]) => (of === kind ? [`${prefix}${id}`] : []))

const orderNotices = ['order-filled', 'order-canceled', 'order-expired']
const withdrawalNotices = [
  'withdrawal-accepted',
  'withdrawal-completed',
  'withdrawal-failed',
  'withdrawal-reversed',
]
const withdrawalAlerts = ['withdrawal-to-approve', 'analytics-check', 'account-suspended']
const depositAlerts = ['suspense', 'fee-exceeds', 'analytics-check']

export type NoticeKeys = Readonly<{
  messages: readonly string[]
  alerts: readonly string[]
  reports: readonly string[]
}>

/** The keys under which the notices about a cause are stored. */
export function noticeKeysOf({ kind, id }: Cause): NoticeKeys {
  switch (kind) {
    case 'cash-deposit':
      return keysOf([`deposit:${id}`], `deposit:${id}`, depositAlerts)
    case 'coin-deposit':
      return keysOf([`coin-deposit:${id}`], `coin-deposit:${id}`, depositAlerts)
    case 'order':
      return keysOf(withPrefixes(orderNotices, id), id, ['order-in-doubt'])
    case 'withdrawal':
      return keysOf(withPrefixes(withdrawalNotices, id), id, withdrawalAlerts)
    default:
      return { messages: [], alerts: [], reports: [] }
  }
}

const withPrefixes = (kinds: readonly string[], id: string) => kinds.map((kind) => `${kind}:${id}`)

const keysOf = (messages: readonly string[], id: string, alerts: readonly string[]) => ({
  messages,
  alerts: withPrefixes(alerts, id),
  reports: messages.flatMap((key) => ['A', 'B', 'C'].map((kind) => reportIdOf(kind, key))),
})

const reportIdOf = (kind: string, key: string): string =>
  `${kind}-${sha256(key).toString('hex').slice(0, 32)}`

const ownNames = /\b(?:wd-[a-z0-9-]{8,60}|TK-[A-Za-z0-9]{8,33})\b/g

/** Finds our own ids of withdrawals and orders in the body of a provider's event. */
export function causesNamedIn(body: string): readonly Cause[] {
  const names = new Set(body.match(ownNames) ?? [])
  return [...names].map((id) => ({ kind: id.startsWith('wd-') ? 'withdrawal' : 'order', id }))
}

/** Whether an event's key or body contains one of these names, as a whole word. */
export const mentions = (
  { key, body }: Readonly<{ key: string; body: string | null }>,
  names: readonly string[],
): boolean => names.some((name) => hasWord(key, name) || hasWord(body ?? '', name))

const letter = /[A-Za-z0-9]/

function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + word.length]]
    if (!letter.test(before) && !letter.test(after)) return true
  }
  return false
}

const trade = /^[0-9]{1,4}:[0-9]{1,19}:(?:BUY|SELL)$/
const shapes: Partial<Record<CauseKind, RegExp>> = {
  'cash-deposit': /^[a-z]+:./,
  'coin-deposit': /^.+:[0-9]{1,9}$/,
  fill: trade,
  'unmatched-trade': trade,
  suspense: /^[0-9]{1,15}$/,
}

/** Whether an id has the form of its kind. */
export const isCause = ({ kind, id }: Cause): boolean => shapes[kind]?.test(id) ?? true

/** Reads `order:TK-1`; null if it names no cause. */
export function parseCause(text: string): Cause | null {
  const [name = '', ...rest] = text.split(':')
  const kind = causeKinds.find((one) => one === name)
  const cause = kind === undefined ? null : { kind, id: rest.join(':') }
  return cause !== null && isCause(cause) ? cause : null
}

/** How a provider's callback of this source proves its sender. */
export function proofOf(source: string): 'token' | 'signature' | 'unknown' {
  if (source.startsWith('payx.')) return 'token'
  return /^(?:payd|custody|venue)\./.test(source) ? 'signature' : 'unknown'
}
