import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/database.ts'

/** A provider's list as last fetched, with its age by the database's clock. */
export type ProviderList<Item> = Readonly<{
  items: readonly Item[]
  fetchedAt: Date
  ageMs: number
}>

/** Finds a stored list; null if there is none or it no longer parses. */
export async function findProviderList<Item>(
  db: Pick<Database, 'read'>,
  provider: string,
  list: string,
  item: z.ZodType<Item>,
): Promise<ProviderList<Item> | null> {
  const row = await db.read
    .selectFrom('provider_lists')
    .where('provider', '=', provider)
    .where('list', '=', list)
    .select(['items', 'fetched_at as fetchedAt'])
    .select(ageMs.as('ageMs'))
    .executeTakeFirst()
  const items = z.array(item).safeParse(row?.items)
  return row === undefined || !items.success ? null : { ...row, items: items.data }
}

const ageMs = sql<number>`
  greatest(0, extract(epoch from clock_timestamp() - fetched_at) * 1000)::bigint`

/** Stores a list, replacing the one before. */
export async function keepProviderList(
  db: Pick<Database, 'read'>,
  provider: string,
  list: string,
  items: readonly unknown[],
): Promise<void> {
  const json = sql<unknown>`${JSON.stringify(items)}::jsonb`
  const fetched_at = sql<Date>`clock_timestamp()`
  await db.read
    .insertInto('provider_lists')
    .values({ provider, list, items: json, fetched_at })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'list']).doUpdateSet({ items: json, fetched_at }),
    )
    .execute()
}
