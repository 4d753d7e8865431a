import { sql } from 'kysely'
import { eventually, type Tukar } from '../harness.ts'
import { sendCustody, transactionOf } from './custody.ts'
import { leaderOf, paidInto, reportPayx } from './payx.ts'
import { expectOk } from './trader.ts'

type Change = Parameters<typeof transactionOf>[0]

let made = 0

/** Rupiah paid into an unknown account; returns the item's number. */
export async function makeCashSuspense(tukar: Tukar, amount: unknown = 250_000): Promise<number> {
  made += 1
  await leaderOf(tukar)
  const payment = `lost-${process.pid}-${made}`
  const unknown = { accountNumber: `10766000${made}`, bankCode: 'BCA' }
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(unknown, payment, amount)))
  return itemOf(tukar, `payx:${payment}`)
}

/** A bitcoin sent to an unknown address; `again` reports it once more, perhaps changed. */
export async function makeCoinSuspense(
  tukar: Tukar,
): Promise<Readonly<{ id: number; again: (change?: Change) => Promise<unknown> }>> {
  made += 1
  await leaderOf(tukar)
  const id = `lost-coin-${process.pid}-${made}`
  const place = { destinationAddress: `bc1qnobody${made}`, assetId: 'BTC', txHash: `hash-${id}` }
  const again = (change: Change = {}) =>
    sendCustody(tukar, transactionOf({ id, ...place, ...change }))
  await again()
  return { id: await itemOf(tukar, `${id}:0`), again }
}

/** Makes custody hold something for us that is not one of our assets. */
export async function makeStrangeSuspense(tukar: Tukar): Promise<number> {
  made += 1
  await leaderOf(tukar)
  const id = `strange-${process.pid}-${made}`
  await sendCustody(tukar, transactionOf({ id, assetId: 'MEME', txHash: `hash-${id}` }))
  return itemOf(tukar, `${id}:0`)
}

const itemOf = ({ service }: Tukar, reference: string): Promise<number> =>
  eventually(`${reference} in suspense`, async () => {
    const { rows } = await sql<{ id: number }>`
      select id from suspense_items where reference = ${reference}`.execute(service.ctx.db.read)
    return rows[0]?.id
  })
