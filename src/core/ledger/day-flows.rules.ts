import type { Account } from './accounts.ts'
import { type Move, movesOf, type Posting } from './post.rules.ts'

export const flows = ['in', 'out', 'trade', 'fees'] as const

/**
 * What postings add to the totals of their day. `in` and `out` are the moves from and to the
 * providers that hold money, so their difference is what the ledger says they hold; `fees` is the
 * balance of that account; `trade` is the quote amount of the fills. `items` counts postings.
 */
export type DayFlow = Readonly<{
  flow: (typeof flows)[number]
  method: string
  assetId: Move['amount']['asset']['id']
  units: bigint
  items: number
}>

/** Sums the flows of postings by flow, method and asset. */
export function flowsOf(postings: readonly Posting[]): readonly DayFlow[] {
  const sums = new Map<string, DayFlow>()
  for (const posting of postings) {
    const counted = new Set<string>()
    for (const { flow, method, assetId, units } of flowsOfOne(posting)) {
      const key = `${flow} ${method} ${assetId}`
      const sum = sums.get(key)
      const items = (sum?.items ?? 0) + (counted.has(key) ? 0 : 1)
      counted.add(key)
      sums.set(key, { flow, method, assetId, units: (sum?.units ?? 0n) + units, items })
    }
  }
  return [...sums.values()]
}

const providers: ReadonlySet<Account['kind']> = new Set(['custody', 'payx', 'payd', 'bank'])

function flowsOfOne(posting: Posting): readonly Omit<DayFlow, 'items'>[] {
  const [about = ''] = posting.key.split(':', 1)
  const moved = movesOf(posting).flatMap(({ from, to, amount: { asset, units } }) => {
    const [isFrom, isTo] = [providers.has(from.kind), providers.has(to.kind)]
    const one = { assetId: asset.id, units }
    const found: Omit<DayFlow, 'items'>[] = []
    if (isFrom && !isTo) found.push({ ...one, flow: 'in', method: wayIn(posting, about, from) })
    if (isTo && !isFrom) found.push({ ...one, flow: 'out', method: wayOut(about, to) })
    const isIncome = to.kind === 'fees'
    if (isIncome !== (from.kind === 'fees')) {
      found.push({ ...one, units: isIncome ? units : -units, flow: 'fees', method: feeOf(about) })
    }
    return found
  })
  const { trade } = posting
  if (trade === undefined) return moved
  const { asset, units } = trade.amount
  return [...moved, { flow: 'trade', method: trade.side, assetId: asset.id, units }]
}

function wayIn({ paidBy }: Posting, about: string, { kind }: Account): string {
  if (about === 'coin-deposit') return 'coin'
  if (about === 'reversal') return 'returned'
  if (about !== 'deposit') return 'other'
  return kind === 'bank' ? 'claim' : (paidBy ?? 'other')
}

function wayOut(about: string, { kind }: Account): string {
  if (about === 'suspense') return 'returned'
  if (about !== 'withdrawal' && about !== 'late') return 'other'
  return kind === 'custody' ? 'coin' : 'payout'
}

const feesBy: ReadonlyMap<string, string> = new Map([
  ['fill', 'trade'],
  ['deposit', 'deposit'],
  ['withdrawal', 'withdrawal'],
  ['late', 'withdrawal'],
  ['failed-cost', 'withdrawal'],
  ['reversal', 'withdrawal'],
])

const feeOf = (about: string): string => feesBy.get(about) ?? 'other'
