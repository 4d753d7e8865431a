import { sql } from 'kysely'
import type { Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

export const pin = '048213'

type Asker = Pick<Trader, 'token'>

/** A call of the PIN room as a trader. */
export const callPin = (tukar: Tukar, { token }: Asker, of: string, body: unknown) =>
  tukar.call('POST', `/api/pin/${of}`, { token, body })

export const createPin = (tukar: Tukar, trader: Asker, digits: unknown = pin) =>
  callPin(tukar, trader, 'create', { pin: digits, pin_confirmation: digits })

export const validatePin = (tukar: Tukar, trader: Asker, digits: unknown = pin) =>
  callPin(tukar, trader, 'validate', { pin: digits })

/** Gives a trader a PIN. */
export async function makePin(tukar: Tukar, trader: Asker): Promise<void> {
  expectOk(await createPin(tukar, trader))
}

/** Resets the throttles, as if their windows had passed. */
export const passWindows = ({ service }: Tukar) =>
  sql`delete from counters`.execute(service.ctx.db.read)

export type PinRow = Readonly<{
  pin_hash: string | null
  pin_lock: number
  biometrics_lock: number
  wrong_in_a_row: number
}>

/** The stored row of a trader's PIN. */
export async function pinRow({ service }: Tukar, id: number): Promise<PinRow | undefined> {
  const found = await sql<PinRow>`
    select pin_hash, pin_lock, biometrics_lock, wrong_in_a_row from pins
    where id_user = ${id}`.execute(service.ctx.db.read)
  return found.rows[0]
}

/** Sets whether lowering a lock requires the password, as an operator does. */
export const requirePasswordToLower = ({ service }: Tukar, asked: boolean) =>
  sql`update settings set value = ${asked.toString()}
    where key = 'security.lowering_needs_password'`.execute(service.ctx.db.read)
