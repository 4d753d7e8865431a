import type { Database } from '../../src/core/database/database.ts'
import { house } from '../../src/core/ledger/accounts.ts'
import type { Posting } from '../../src/core/ledger/post.rules.ts'
import {
  type FeeVats,
  postWithVats,
  readFeeVats,
  readReturnedVat,
  type TakenFee,
} from '../../src/core/taxes/fee-vats.ts'

type Fee = Pick<TakenFee, 'key' | 'fee'>

/** Moves a fee to the house and back as little as the tests of its tax need. */
const posting = ({ key, fee }: Fee, isReturned: boolean): Posting => {
  const [from, to] = isReturned ? (['fees', 'venue'] as const) : (['venue', 'fees'] as const)
  return { key, action: 'DEPOSIT', moves: [{ from: house(from), to: house(to), amount: fee }] }
}

const booked = (
  db: Database,
  posted: Posting,
  read: (tx: Parameters<typeof readFeeVats>[0]) => Promise<FeeVats>,
) =>
  db.inTransaction(async (tx) => {
    await postWithVats(tx, [posted], await read(tx))
  })

/** Takes a fee as a deposit or a withdrawal does, with the tax in it. */
export const takeFee = (db: Database, taken: TakenFee) =>
  booked(db, posting(taken, false), (tx) => readFeeVats(tx, [taken]))

/** Gives back a fee or a part of it, with the tax in it. */
export const returnFee = (db: Database, back: Parameters<typeof readReturnedVat>[1]) =>
  booked(db, posting(back, true), (tx) => readReturnedVat(tx, back))
