import pg from 'pg'
import { integerOf } from '../../../base/values/integers.ts'

const textArrayOid: number = 1009
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid)

const own = new Map<number, (text: string) => unknown>([
  [20, integerOf],
  [1016, (text) => textArray(text).map((item) => (item === null ? null : integerOf(item)))],
  // Amounts and calendar days stay text as PostgreSQL writes them, also in arrays.
  [1231, textArray],
  [1082, (text) => text],
  [1182, textArray],
])

/** Reads bigint as an exact number, and leaves amounts and calendar days as text. */
export const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) => (format === 'binary' ? undefined : own.get(oid)) ?? pg.types.getTypeParser(oid, format)
