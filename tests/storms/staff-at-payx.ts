import { sql } from 'kysely'
import { refundSource } from '../../src/app/deposits/suspended.rules.ts'
import { sandboxSecrets } from '../sandbox-providers.ts'
import { heldByBooks } from './held-by-books.ts'
import type { Pair } from './pair.ts'
import { payxAtFirst } from './providers.ts'
import { openDesks, payAccount } from './rupiah.ts'
import { between } from './stage.ts'
import type { Withdrawer } from './withdrawers.ts'

const paidRupiah = 100_000

/** Each user pays into a virtual account; returns the payments' ids. */
export async function payRupiahIn(
  pair: Pair,
  users: readonly Withdrawer[],
): Promise<readonly string[]> {
  const desks = await openDesks(pair, users)
  const ids = desks.map((_, at) => `console-payment-${at}`)
  for (const [at, desk] of desks.entries()) await payAccount(pair, desk, paidRupiah, ids[at])
  return ids
}

type AtPayx = Readonly<{ refunded: readonly bigint[]; paidOut: bigint }>

/** Staff return every second payment, in whole or in part, and pay out as often by hand. */
export async function actAtPayx(
  { providers, stage }: Pair,
  payments: readonly string[],
): Promise<AtPayx> {
  const refunded: bigint[] = []
  let paidOut = 0n
  for (const [at, paymentId] of payments.entries()) {
    stage.signal.throwIfAborted()
    const amount = between(10_000, paidRupiah + 1)
    if (at % 2 === 0) {
      await providers.control('POST', '/payx/refunds', { paymentId, amount })
      refunded.push(BigInt(amount))
    } else {
      await payOutByHand(providers, `by-hand-${at}`, amount)
      paidOut += BigInt(amount)
    }
    await stage.sleep(200)
  }
  return { refunded, paidOut }
}

async function payOutByHand(
  { url }: Pair['providers'],
  reference: string,
  amount: number,
): Promise<void> {
  const basic = Buffer.from(`${sandboxSecrets.payxSecretKey}:`).toString('base64')
  const answer = await fetch(`${url}/payx/v2/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/json',
      'idempotency-key': reference,
    },
    body: JSON.stringify({
      reference_id: reference,
      channel_code: 'ID_BCA',
      channel_properties: { account_number: '1234567890', account_holder_name: 'Supplier' },
      amount,
      currency: 'IDR',
      description: 'Rent',
    }),
  })
  if (!answer.ok) throw new Error(`a payout was answered ${answer.status} ${await answer.text()}`)
}

/** Refunds wait for operators; payouts that are not ours are a difference, to the rupiah. */
export async function judgePayx(
  { stage, db, providers }: Pair,
  { refunded, paidOut }: AtPayx,
): Promise<void> {
  const inSuspense = async () => {
    const { rows } = await sql<{ units: string }>`
      select units::text from suspense_items where source = ${refundSource}`.execute(db.read)
    return rows.map(({ units }) => BigInt(units) / 100n)
  }
  const inOrder = (amounts: readonly bigint[]) =>
    amounts.toSorted((a, b) => Number(a - b)).join(' ')
  await stage
    .until('the refunds', async () => (await inSuspense()).length >= refunded.length)
    .catch(() => undefined)
  const found = await inSuspense()
  stage.check(
    'each refund waits for operators, once and in its amount',
    inOrder(found) === inOrder(refunded),
    `${found.length} of ${refunded.length}`,
  )
  const { payx } = await providers.state()
  const returned = refunded.reduce((sum, amount) => sum + amount, 0n)
  const held = BigInt(payx.balance) - payxAtFirst + returned + paidOut
  const kept = await heldByBooks(db, 'payx', 1)
  stage.check(
    'payx holds what our books show, less what staff moved',
    held * 100n === kept,
    `${held} ${kept / 100n}`,
  )
}
