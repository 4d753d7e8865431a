import { sql } from 'kysely'
import { integerOf } from '../../base/values/integers.ts'
import { idr, type Money, perMillion, type Rate, whole } from '../../base/values/money.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { fitsKind } from './setting-kind.rules.ts'

/** Reads a required setting; throws if it is missing, so that no caller assumes a default. */
async function readSetting(db: Reader, key: string): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .where('key', '=', key)
    .select('value')
    .executeTakeFirst()
  if (row === undefined) throw new Error(`the setting ${key} is missing`)
  return row.value
}

const wholeRupiah = /^(?:0|[1-9][0-9]{0,14})$/

/** Reads a setting in whole rupiah; throws if its value is anything else. */
export const readRupiah = async (db: Reader, key: string): Promise<Money> =>
  rupiahOf(key, await readSetting(db, key))

/** Reads a setting that is `true` or `false`; throws if its value is anything else. */
export const readFlag = async (db: Reader, key: string): Promise<boolean> =>
  flagOf(key, await readSetting(db, key))

/** Reads a setting in whole hours, at most a year. */
export const readHours = async (db: Reader, key: string): Promise<number> =>
  hoursOf(key, await readSetting(db, key))

export const readCount = async (db: Reader, key: string): Promise<number> =>
  countOf(key, await readSetting(db, key))

/** Reads a setting in whole seconds, at most a year. */
export const readSeconds = async (db: Reader, key: string): Promise<number> =>
  secondsOf(key, await readSetting(db, key))

function rupiahOf(key: string, value: string): Money {
  if (!wholeRupiah.test(value))
    throw new Error(`the setting ${key} is not an amount of whole rupiah`)
  return whole(idr, BigInt(value))
}

function flagOf(key: string, value: string): boolean {
  if (value === 'true') return true
  if (value === 'false') return false
  throw new Error(`the setting ${key} is neither true nor false`)
}

function countOf(key: string, value: string): number {
  if (!/^(?:0|[1-9][0-9]{0,7})$/.test(value)) throw new Error(`the setting ${key} is not a count`)
  return integerOf(value)
}

function secondsOf(key: string, value: string): number {
  const seconds = /^(?:0|[1-9][0-9]{0,7})$/.test(value) ? integerOf(value) : null
  if (seconds === null || seconds > 31_622_400) {
    throw new Error(`the setting ${key} is not a number of seconds`)
  }
  return seconds
}

function hoursOf(key: string, value: string): number {
  const hours = /^(?:0|[1-9][0-9]{0,3})$/.test(value) ? integerOf(value) : null
  if (hours === null || hours > 8_760)
    throw new Error(`the setting ${key} is not a number of hours`)
  return hours
}

function countriesOf(key: string, value: string): ReadonlySet<string> {
  if (!fitsKind('countries', value))
    throw new Error(`the setting ${key} is not a list of countries`)
  return new Set(value.split(','))
}

export const readHosts = async (db: Reader, key: string): Promise<ReadonlySet<string>> =>
  new Set((await readSetting(db, key)).split(','))

/** Reads settings that are texts, in the order of their keys; throws if one is missing. */
export const readTexts = (db: Reader, keys: readonly string[]): Promise<readonly string[]> =>
  Promise.all(keys.map((key) => readSetting(db, key)))

/** Several settings read at one moment; each accessor throws if its value is invalid. */
export type SettingsRead = Readonly<{
  rupiah: (key: string) => Money
  flag: (key: string) => boolean
  count: (key: string) => number
  hours: (key: string) => number
  seconds: (key: string) => number
  ppm: (key: string) => bigint
  /** ISO 3166 codes of two letters. */
  countries: (key: string) => ReadonlySet<string>
}>

/** Reads all settings of these keys, in one statement. */
export async function readSettings(db: Reader, keys: readonly string[]): Promise<SettingsRead> {
  const rows = await readRows(db, { key: 'text', value: 'text' })`
    select key, value from settings where key = any(${keys})`
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const valueAt = (key: string): string => {
    const value = values.get(key)
    if (value === undefined) throw new Error(`the setting ${key} is missing`)
    return value
  }
  return {
    rupiah: (key) => rupiahOf(key, valueAt(key)),
    flag: (key) => flagOf(key, valueAt(key)),
    count: (key) => countOf(key, valueAt(key)),
    hours: (key) => hoursOf(key, valueAt(key)),
    seconds: (key) => secondsOf(key, valueAt(key)),
    ppm: (key) => ppmOf(key, valueAt(key)),
    countries: (key) => countriesOf(key, valueAt(key)),
  }
}

export type PublicSetting = Readonly<{ key: string; value: string }>

export const listPublicSettings = (db: Pick<Database, 'read'>): Promise<readonly PublicSetting[]> =>
  db.read
    .selectFrom('settings')
    .where('is_public', '=', true)
    .select(['key', 'value'])
    .orderBy('key')
    .execute()

/** Returns those of these exact keys that are public settings. */
export const findPublicSettings = (
  db: Pick<Database, 'read'>,
  keys: readonly string[],
): Promise<readonly PublicSetting[]> =>
  db.read
    .selectFrom('settings')
    .where('is_public', '=', true)
    .where('key', 'in', [...keys])
    .select(['key', 'value'])
    .execute()

/** Reads a setting in parts per million, at most 1,000,000. */
export const readPartsPerMillion = async (db: Reader, key: string): Promise<Rate> =>
  perMillion(ppmOf(key, await readSetting(db, key)))

function ppmOf(key: string, value: string): bigint {
  const ppm = /^(?:0|[1-9][0-9]{0,6})$/.test(value) ? BigInt(value) : null
  if (ppm === null || ppm > 1_000_000n) {
    throw new Error(`the setting ${key} is not a number of parts per million`)
  }
  return ppm
}

export type StoredSetting = Readonly<{
  key: string
  value: string
  /** The kind, which decides the valid values. */
  kind: string
  isPublic: boolean
}>

const stored = ['key', 'value', 'kind', 'is_public as isPublic'] as const

export const readStoredSettings = (db: Pick<Database, 'read'>): Promise<readonly StoredSetting[]> =>
  db.read.selectFrom('settings').select(stored).orderBy('key').execute()

export async function lockSetting(tx: Tx, key: string): Promise<StoredSetting | null> {
  const row = await tx
    .selectFrom('settings')
    .where('key', '=', key)
    .select(stored)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function writeSetting(tx: Tx, key: string, value: string): Promise<void> {
  const updated_at = sql<Date>`now()`
  await tx.updateTable('settings').set({ value, updated_at }).where('key', '=', key).execute()
}
