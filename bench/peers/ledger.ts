import type { Tx } from './tables.ts'

type Change = Readonly<{ userId: bigint; asset: string; available?: bigint; locked?: bigint }>

/** Adds to a balance, which it locks; the first of an asset makes the row. */
export async function add(tx: Tx, { userId, asset, available = 0n }: Omit<Change, 'locked'>) {
  return tx
    .insertInto('balances')
    .values({ user_id: userId, asset, available })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'asset']).doUpdateSet((old) => ({
        available: old('balances.available', '+', available),
      })),
    )
    .returning(['available', 'locked'])
    .executeTakeFirstOrThrow()
}

/** Changes a balance, which it locks; undefined if it would be below zero. */
export async function change(tx: Tx, { userId, asset, available = 0n, locked = 0n }: Change) {
  return tx
    .updateTable('balances')
    .set((old) => ({
      available: old('available', '+', available),
      locked: old('locked', '+', locked),
    }))
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .where('available', '>=', -available)
    .where('locked', '>=', -locked)
    .returning(['available', 'locked'])
    .executeTakeFirst()
}

type Entry = Readonly<{
  account: string
  asset: string
  amount: bigint
  userId?: bigint
  after?: bigint
}>

/** Records one fact with the entries of both sides. */
export async function post(tx: Tx, key: string, action: string, entries: readonly Entry[]) {
  const { id } = await tx
    .insertInto('postings')
    .values({ key, action })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = entries.map(({ account, asset, amount, userId, after }, line) => ({
    posting_id: id,
    line,
    account,
    user_id: userId ?? null,
    asset,
    amount,
    balance_after: after ?? null,
  }))
  await tx.insertInto('entries').values(rows).execute()
}
