import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'

const columns = [
  /** The numeric code of ISO 3166-1. */
  'id',
  'iso2',
  'iso3',
  /** In English. */
  'name',
  /** In Indonesian. */
  'name_id as nameId',
  'dial_code as dialCode',
] as const

/** Lists the active countries, by their English name. */
export const readCountries = (db: Pick<Database, 'read'>) =>
  db.read
    .selectFrom('countries')
    .where('active', '=', true)
    .select(columns)
    .orderBy(sql`name collate "C"`)
    .execute()

export type Country = Readonly<Awaited<ReturnType<typeof readCountries>>[number]>

/** Lists every country, inactive ones included, by its English name. */
export const listAllCountries = (
  db: Pick<Database, 'read'>,
): Promise<readonly (Country & Readonly<{ active: boolean }>)[]> =>
  db.read
    .selectFrom('countries')
    .select([...columns, 'active'])
    .orderBy(sql`name collate "C"`)
    .execute()

/** Finds an active country by its id, an ISO code of two or three letters, or a name. */
export async function findCountry(
  db: Pick<Database, 'read'>,
  idOrIsoOrName: string,
): Promise<Country | null> {
  const wanted = idOrIsoOrName.trim()
  const found = await db.read
    .selectFrom('countries')
    .where('active', '=', true)
    .where(namedBy(wanted))
    .select(columns)
    .executeTakeFirst()
  return found ?? null
}

/** Each kind of key has its own format, so a text matches at most one country. */
function namedBy(wanted: string) {
  if (/^[0-9]{1,3}$/.test(wanted)) return sql<boolean>`id = ${wanted}::smallint`
  if (/^[a-z]{2}$/i.test(wanted)) return sql<boolean>`iso2 = upper(${wanted})`
  if (/^[a-z]{3}$/i.test(wanted)) return sql<boolean>`iso3 = upper(${wanted})`
  return sql<boolean>`(lower(name) = lower(${wanted}) or lower(name_id) = lower(${wanted}))`
}

/** Enables or disables a country; returns its former state, or null if there is none. */
export async function writeCountryActive(
  tx: Tx,
  iso2: string,
  active: boolean,
): Promise<boolean | null> {
  const before = await tx
    .selectFrom('countries')
    .where('iso2', '=', iso2)
    .select('active')
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return null
  await tx.updateTable('countries').set({ active }).where('iso2', '=', iso2).execute()
  return before.active
}
