import type pg from 'pg'
import { z } from 'zod'
import { between } from './stage.ts'

/** A virtual account that payments go to, and its owner. */
type Account = Readonly<{ user: number; bankCode: string; number: string }>

/** A payment as payx reports it. */
export type Payment = Readonly<{ ref: string; account: Account; rupiah: number }>

export type PaymentStream = Readonly<{
  stream: Iterable<Payment>
  /** The payments taken so far. */
  made: readonly Payment[]
  close: () => void
}>

const users = 50
const banks = ['BCA', 'BNI', 'BRI', 'MANDIRI']

const Accounts = z.array(
  z.object({ user: z.coerce.number(), bankCode: z.string(), number: z.string() }),
)

/** Inserts users with a virtual account at each of four banks. */
export async function makeAccounts(client: pg.Client): Promise<readonly Account[]> {
  await client.query('update assets set supply_cap = 1e36')
  await client.query(`update settings set value = '1' where key = 'deposit.va_minimum_idr'`)
  // No list of payx confirms these payments.
  await client.query(
    `update settings set value = '999999999999' where key like 'payx.unconfirmed_%'`,
  )
  const { rows } = await client.query(
    `with owners as (
       insert into users (email, password_hash, email_verified_at, language, identity_status)
       select 'storm-' || n || '@tukar.test', 'no password', now(), 'en', 'success'
       from generate_series(1, $1::int) n returning id
     )
     insert into virtual_accounts
       (user_id, provider, bank_code, external_id, provider_id, account_number, name, status)
     select id, 'payx', bank, 'storm-' || id || bank, 'payx-' || id || bank,
            (8808000000 + id)::text, 'Storm', 'ACTIVE'
     from owners, unnest($2::text[]) bank
     returning user_id::text as user, bank_code as "bankCode", account_number as number`,
    [users, banks],
  )
  return Accounts.parse(rows)
}

/** Whole rupiah; sometimes an amount that equals its fee. */
function newPayment(accounts: readonly Account[], turn: number): Payment {
  const account = accounts[between(0, accounts.length)]
  if (account === undefined) throw new Error('payments need an account')
  const rupiah = turn % 50 === 0 ? between(1_000, 4_000) : between(10_000, 1_000_000)
  return { ref: `storm-payment-${turn}`, account, rupiah }
}

/** Yields payments until it is closed or `most` were taken. */
export function paymentStream(accounts: readonly Account[], most: number): PaymentStream {
  const made: Payment[] = []
  let open = true
  function* stream(): Generator<Payment, void> {
    while (open && made.length < most) {
      const payment = newPayment(accounts, made.length + 1)
      made.push(payment)
      yield payment
    }
  }
  return {
    made,
    stream: stream(),
    close: () => {
      open = false
    },
  }
}

export const newPayments = (accounts: readonly Account[], count: number): readonly Payment[] =>
  Array.from({ length: count }, (_, turn) => newPayment(accounts, turn + 1))

/** The callback's body. Every delivery of one payment has the same bytes. */
export const bodyOf = ({ ref, account, rupiah }: Payment): string =>
  JSON.stringify({
    id: `event-${ref}`,
    payment_id: ref,
    bank_code: account.bankCode,
    account_number: account.number,
    amount: rupiah,
  })
