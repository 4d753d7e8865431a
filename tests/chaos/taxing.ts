import { sql } from 'kysely'
import { monthAfter, monthStart } from '../../src/core/taxes/tax-months.rules.ts'
import { receiptOf } from '../make/tax-months.ts'
import { unitsIn } from '../storms/providers.ts'
import { ask } from '../storms/rupiah.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Actor, Game } from './cast.ts'
import { decideTogether, inTurn } from './proposing.ts'

const firstMonth = '2019-01'

type Sums = Readonly<{ items: number; tax: bigint; vat: bigint }>

/** Two operators close the next month of taxes, and may pay what is due of it. */
export const closeTaxes = (
  game: Game,
  id: number,
  { pays }: Readonly<{ pays: boolean }>,
): Promise<void> =>
  inTurn(game, 'taxes', async () => {
    const { taxes } = game
    const month = taxes.month === null ? firstMonth : monthAfter(taxes.month)
    let sums: Sums | null = null
    // The database may be down or frozen.
    await game.stage.until('an older month', async () => {
      sums = await moveInto(game, month).catch(() => null)
      return sums !== null
    })
    const must = addCorrections(sums ?? { items: 0, tax: 0n, vat: 0n }, taxes.open)
    const body = { month, reason: 'known' }
    const closed = await decideTogether(game, { id, name: 'a tax month' }, (client) =>
      client.post('/operator/api/tax-months', { body }),
    )
    if (closed?.state !== 'effective') return
    taxes.month = month
    taxes.open = { count: 0, sum: 0n }
    const is = await lastMonth(game, id)
    const seen = [is?.month, is?.items, is?.taxIdr, is?.vatIdr].join(' ')
    const wanted = [month, must.items, inRupiah(must.tax), inRupiah(must.vat)].join(' ')
    if (seen !== wanted) game.surprises.push(`the closed month is ${seen}, not ${wanted}`)
    if (pays && is !== undefined) await pay(game, id, is)
  })

const addCorrections = (
  { items, tax, vat }: Sums,
  open: Readonly<{ count: number; sum: bigint }>,
): Sums => ({ items: items + open.count, tax: tax - open.sum, vat })

function inRupiah(sen: bigint): string {
  const size = sen < 0n ? -sen : sen
  const fraction = (size % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  return `${sen < 0n ? '-' : ''}${size / 100n}${fraction === '' ? '' : `.${fraction}`}`
}

/** Makes the taxes that no closed month has as old as if they were of this month, and sums them. */
const moveInto = ({ db }: Game, month: string): Promise<Sums> =>
  db.inTransaction(async (tx) => {
    // The tables only grow, for everyone else.
    await sql`set local session_replication_role = replica`.execute(tx)
    const at = monthStart(month)
    const { rows } = await sql<Readonly<{ items: number; tax: string; vat: string }>>`
      with taxes as (
        update trade_taxes set traded_at = ${at} where traded_at > now() - interval '1 year'
        returning tax_idr as tax, 0 as vat
      ), fees as (
        update fills set traded_at = ${at} where traded_at > now() - interval '1 year'
        returning 0 as tax, vat_idr as vat
      ), others as (
        update fee_vats set charged_at = ${at} where charged_at > now() - interval '1 year'
        returning 0 as tax, vat_idr as vat
      )
      select count(*)::int as items, coalesce(sum(tax), 0)::text as tax,
        coalesce(sum(vat), 0)::text as vat
      from (select * from taxes union all select * from fees union all select * from others) a
    `.execute(tx)
    const [{ items = 0, tax = '0', vat = '0' } = {}] = rows
    return { items, tax: BigInt(tax), vat: BigInt(vat) }
  })

async function lastMonth(game: Game, first: number) {
  const params = { query: { limit: 1 } }
  const { data } = await untilAnswered(
    game,
    { name: 'read tax months', first, patience: null },
    (node) => consoleAt(node, game.operators[0]).get('/operator/api/tax-months', { params }),
  )
  return data?.data[0]
}

type Due = Readonly<{ month: string; taxDueIdr: string; vatDueIdr: string }>

async function pay(game: Game, id: number, { month, taxDueIdr, vatDueIdr }: Due): Promise<void> {
  const [tax, vat] = [unitsIn(taxDueIdr, 2), unitsIn(vatDueIdr, 2)]
  if (tax === 0n && vat === 0n) return count(game, 'propose a tax payment: nothing is due')
  const receipts = {
    ...(tax > 0n && { taxReceipt: receiptOf(month) }),
    ...(vat > 0n && { vatReceipt: receiptOf(month) }),
  }
  const params = { path: { month } }
  const body = { ...receipts, reason: 'known' }
  const paid = await decideTogether(game, { id, name: 'a tax payment' }, (client) =>
    client.post('/operator/api/tax-months/{month}/payment', { params, body }),
  )
  if (paid?.state !== 'effective') return
  game.taxes.paid.tax += tax
  game.taxes.paid.vat += vat
}

/** Two operators correct the tax of the user's newest sale whose tax is as it was. */
export const correctTax = (
  game: Game,
  actor: Actor,
  id: number,
  { percent }: Readonly<{ percent: number }>,
): Promise<void> =>
  inTurn(game, 'taxes', async () => {
    const { data: taxes } = await ask(game, actor.by, (app) => app.get('/api/users/history/tax'))
    const one = taxes.find(({ status }) => status === 'normal')
    if (one === undefined) return count(game, 'propose a tax correction: no tax')
    const tax = unitsIn(one.taxIdr, 2)
    const right = (tax * BigInt(percent)) / 100n
    if (right === tax || right > unitsIn(one.valueIdr, 2)) return
    const body = {
      taxId: one.id,
      valueIdr: one.valueIdr,
      taxIdr: inRupiah(right),
      reason: 'known',
    }
    const corrected = await decideTogether(game, { id, name: 'a tax correction' }, (client) =>
      client.post('/operator/api/tax-corrections', { body }),
    )
    if (corrected?.state !== 'effective') return
    actor.facts.corrections.push(tax - right)
    game.taxes.corrected += tax - right
    game.taxes.open = { count: game.taxes.open.count + 1, sum: game.taxes.open.sum + tax - right }
  })
