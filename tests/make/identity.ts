import { type Answer, eventually, type Tukar } from '../harness.ts'
import { filePart, formOf, textPart } from './forms.ts'
import { pngWith } from './picture.ts'
import { expectOk, makeTrader, type Trader } from './trader.ts'

let made = 0

/** A unique unused number without effect on the sandbox; or one with this ending. */
export function makeNik(ending?: string): string {
  made += 1
  return `317301010190${ending ?? (1_000 + (made % 9_000)).toString()}`
}

/** The picture of an identity card with this number; `printed` sets other fields of it. */
export const cardOf = (nik: string, printed = ''): Buffer =>
  pngWith({ seed: 7, comment: `${nik};${printed}` })

export type FormFields = Readonly<Record<string, string | Uint8Array | null>>

function sendFields(tukar: Tukar, token: string, to: string, fields: FormFields): Promise<Answer> {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null) return []
    return [typeof value === 'string' ? textPart(name, value) : filePart(name, value)]
  })
  const { contentType, body } = formOf(...parts)
  const raw = new Uint8Array(body)
  return tukar.call('POST', to, { token, raw, headers: { 'content-type': contentType } })
}

/** An app's form to read a card; null fields are omitted. */
export const readCard = (tukar: Tukar, { id, token }: Trader, fields: FormFields = {}) =>
  sendFields(tukar, token, '/api/idp/ocr', {
    userId: id.toString(),
    nationality: 'ID',
    ktp_image: cardOf(makeNik()),
    ...fields,
  })

/** An app's form to prove a face. */
export const proveFace = (tukar: Tukar, { id, token, email }: Trader, fields: FormFields = {}) =>
  sendFields(tukar, token, '/api/idp/liveness-register', {
    userId: id.toString(),
    nationality: 'Indonesia',
    face1: pngWith({ seed: 11 }),
    face2: pngWith({ seed: 12 }),
    phone: '081234567890',
    email,
    selfie: pngWith({ seed: 13 }),
    ktp: pngWith({ seed: 14 }),
    ...fields,
  })

export async function identityStatusOf(tukar: Tukar, { token }: Trader): Promise<string> {
  const me = await tukar.call('GET', '/api/users/me', { token })
  expectOk(me)
  return me.body.data.identityStatus
}

export const identityBecomes = (tukar: Tukar, trader: Trader, status: string) =>
  eventually(`the identity to be ${status}`, async () => {
    return (await identityStatusOf(tukar, trader)) === status
  })

/** A trader with a read card and the face of its owner. */
export async function makeProvenTrader(tukar: Tukar): Promise<Trader> {
  const trader = await makeTrader(tukar)
  await proveIdentity(tukar, trader)
  return trader
}

/** Runs the whole verification for a trader. */
async function proveIdentity(tukar: Tukar, trader: Trader): Promise<void> {
  expectOk(await readCard(tukar, trader))
  expectOk(await proveFace(tukar, trader))
  await identityBecomes(tukar, trader, 'success')
}

export type AskedOfIdp = Readonly<{
  path: string
  requestId: string | null
  nik: string | null
  outcome: string
}>

/** All requests to the emulated provider, in order. */
export async function idpRequests(tukar: Tukar): Promise<readonly AskedOfIdp[]> {
  return (await tukar.control('GET', '/state')).body.idp.requests
}
