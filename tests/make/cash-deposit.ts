import { type Answer, send, type Tukar } from '../harness.ts'
import { filePart, formOf, textPart } from './forms.ts'
import { pngWith } from './picture.ts'
import { expectOk, type Trader } from './trader.ts'

/** The fields of a claim; one that is null is left out. */
export type ClaimFields = Readonly<Record<string, string | Uint8Array | null>>

let made = 0

/** A user's form, with a new captcha token and a new picture each time. */
export function claimFields(): ClaimFields {
  made += 1
  return {
    amount: '250000',
    payment: pngWith({ seed: 1_000 + made }),
    fullName: 'Sri Rahayu',
    email: 'sri@example.com',
    phone: '0812-3456-7890',
    countryCode: 'ID',
    dialCode: '+62',
    bankName: 'SRI RAHAYU',
    bankNo: '0012345678',
    bankCompany: 'Bank BCA',
    captchaToken: `pass-claim-${process.pid}-${made}`,
  }
}

export function claimCash(
  tukar: Pick<Tukar, 'url'>,
  { token }: Pick<Trader, 'token'>,
  fields: ClaimFields = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const parts = Object.entries({ ...claimFields(), ...fields }).flatMap(([name, value]) => {
    if (value === null) return []
    return [typeof value === 'string' ? textPart(name, value) : filePart(name, value)]
  })
  const { contentType, body } = formOf(...parts)
  return send(tukar.url, 'POST', '/api/deposit/cash', {
    raw: new Uint8Array(body),
    headers: { 'content-type': contentType, ...headers },
    token,
  })
}

/** Makes a claimed transfer that waits for an operator; returns its number. */
export async function makeClaim(
  tukar: Tukar,
  trader: Trader,
  fields: ClaimFields = {},
): Promise<number> {
  const answer = await claimCash(tukar, trader, fields)
  expectOk(answer)
  return answer.body.data.id
}
