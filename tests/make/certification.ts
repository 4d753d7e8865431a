import { sql } from 'kysely'
import { unsealCard } from '../../src/app/identity-records/identity-card.ts'
import { fieldsIn } from '../../src/providers/idp/ktp.ts'
import type { Answer, Tukar } from '../harness.ts'
import type { Trader } from './trader.ts'

type Residence = Readonly<{ country: string; taxNumber: string }>
type Facts = Readonly<{ residences: readonly Residence[] }>

/** Returns the number of the card that the trader had read last. */
async function numberOf({ service }: Tukar, { id }: Trader): Promise<string> {
  const { rows } = await sql<{ transaction: string; sealed: string }>`
    select transaction_id as transaction, sealed_response as sealed from identity_histories
    where user_id = ${id} and service = 'OCR' order by id desc limit 1`.execute(service.ctx.db.read)
  const [card] = rows
  if (card === undefined) throw new Error('the trader has no card')
  return fieldsIn(unsealCard(service.ctx, card.transaction, card.sealed))?.nik ?? ''
}

/** Certifies that a trader is resident in Indonesia, with the card's own data and `fields`. */
export async function certify(
  tukar: Tukar,
  trader: Trader,
  residencesOf: (facts: Facts) => readonly Residence[] = ({ residences }) => residences,
  fields: object = {},
  number?: string,
): Promise<Answer> {
  const path = '/api/users/tax-certification'
  const { token } = trader
  const { card } = (await tukar.call('GET', path, { token })).body.data
  const taxNumber = number ?? (await numberOf(tukar, trader))
  const residences = residencesOf({ residences: [{ country: 'ID', taxNumber }] })
  const body = { ...card, country: 'ID', residences, ...fields }
  return tukar.call('POST', path, { token, body })
}

/** Sets the day from which users need a certification; by default a day that has come. */
export const needCertification = ({ service }: Tukar, day = '2020-01-01') =>
  sql`update settings set value = ${day} where key = 'tax.certification_from'`.execute(
    service.ctx.db.read,
  )
