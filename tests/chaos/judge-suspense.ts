import { sql } from 'kysely'
import { refundSource } from '../../src/app/deposits/suspended.rules.ts'
import { heldByBooks } from '../storms/held-by-books.ts'
import type { Check } from '../storms/judge-withdrawals.ts'
import type { Game, Refund, Unowned } from './cast.ts'
import { modelled } from './model.ts'
import { referenceOf } from './suspense.ts'

type Item = Readonly<{ source: string; reference: string; units: string; state: string }>

/** Compares suspense with what has no owner, and with what payx returned to payers. */
export async function judgeSuspense(game: Game, check: Check): Promise<void> {
  const { db, unowned, refunds } = game
  const { rows } = await sql<Item>`
    select source, reference, units::text,
      case state when 'proposed' then 'open' else state end as state
    from suspense_items`.execute(db.read)
  const must = [...unowned.map(itemOf), ...refunds.map(itemOfRefund)]
  const differences = [
    ...missing(must, rows).map((one) => ({ must: one })),
    ...missing(rows, must).map((one) => ({ is: one })),
  ]
  check('suspense has what has no owner and what was refunded, as operators decided', differences)
  for (const { symbol, id } of modelled) {
    const waiting = unowned.filter((one) => assetOf(one) === id && itemOf(one).state === 'open')
    const sum = waiting.reduce((total, one) => total + BigInt(itemOf(one).units), 0n)
    const is = -(await heldByBooks(db, 'suspense', id))
    const seen = { is: `${is}`, must: `${sum}` }
    check(`our books have the ${symbol} in suspense that wait`, is === sum ? [] : [seen])
  }
}

const assetOf = (one: Unowned): number => (one.what === 'coins' ? one.deposit.assetId : 1)

function itemOf(one: Unowned): Item {
  const { reference } = referenceOf(one)
  if (one.what === 'coins') {
    const state = one.fate === 'waiting' ? 'open' : one.fate
    return { source: 'custody COIN', reference, units: `${one.deposit.units}`, state }
  }
  const isOpen = one.fate === 'waiting' || one.refund?.isBooked === false
  return {
    source: 'payx VA',
    reference,
    units: `${one.rupiah * 100}`,
    state: isOpen ? 'open' : one.fate,
  }
}

const itemOfRefund = ({ id, rupiah, fate }: Refund): Item => ({
  source: refundSource,
  reference: `payx:${id}`,
  units: `${rupiah * 100}`,
  state: fate === 'waiting' || fate === 'refused' ? 'open' : fate,
})

/** The items that the other list lacks. */
function missing(items: readonly Item[], others: readonly Item[]): readonly Item[] {
  const textOf = ({ source, reference, units, state }: Item) =>
    [source, reference, units, state].join(' ')
  const there = new Set(others.map(textOf))
  return items.filter((one) => !there.has(textOf(one)))
}
