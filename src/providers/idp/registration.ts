import { z } from 'zod'
import { type OAuthTokens, oauthTokens } from '../oauth-tokens.ts'
import {
  type Answer,
  type OutboundCall,
  outbound,
  type Rejected,
  type Tools,
  type Unknown,
} from '../outbound.ts'
import { ownFault } from './glair-line.ts'
import { idpLimits } from './idp-limits.ts'
import type { IdpSettings } from './idp-settings.ts'
import type { KtpFields } from './ktp.ts'

/** The content of one registration; images are base64, as in the request. */
export type Registrant = Readonly<{
  /** At most 36 characters. */
  trxId: string
  fields: KtpFields
  /** E.164. */
  phone: string
  email: string
  selfie: string
  ktp: string
  consentedAt: Date
}>

export type Registered = Readonly<{
  status: 'registered' | 'pending' | 'rejected' | 'duplicate'
  /** The provider's id of the registration, if it has one. */
  accountId: string | null
  reason: string | null
  raw: unknown
}>

const eventId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)

const Entered = z.object({
  data: z.object({
    eventId,
    fields: z
      .array(z.object({ field: z.string().max(100), score: z.coerce.number().min(0).max(100) }))
      .max(50)
      .default([]),
    certificateIssued: z.boolean(),
  }),
})

const Status = z.object({
  data: z.object({
    status: z.enum(['SUCCESS', 'IN_PROGRESS', 'FAILED']),
    reason: z.string().max(500).optional(),
  }),
})

const refusal = z
  .object({
    errors: z.array(z.object({ code: z.string(), detail: z.string().optional() })).min(1),
  })
  .transform(({ errors: [first] }) => ({
    code: first?.code ?? 'REFUSED',
    message: first?.detail ?? '',
  }))

type Line = <Schema extends z.ZodType>(
  call: Omit<OutboundCall<Schema>, 'refusal' | 'headers'>,
) => Promise<Answer<z.output<Schema>>>

/** The registry: `POST /kyc`, then `GET /kyc/{eventId}/status` until it is decided. */
export function registry(config: IdpSettings, tools: Tools) {
  const ask = withToken(registryTokens(config, tools), outbound('idp', config.registryUrl, tools))

  async function findRegistration(accountId: string): Promise<Answer<Registered>> {
    const path = ['kyc', eventId.parse(accountId), 'status']
    const answer = await ask({ method: 'GET', path, answer: Status })
    if (answer.kind !== 'accepted') return answer
    const { status, reason = null } = answer.value.data
    const ours = { SUCCESS: 'registered', IN_PROGRESS: 'pending', FAILED: 'rejected' } as const
    return {
      kind: 'accepted',
      value: { status: ours[status], accountId, reason, raw: answer.value },
    }
  }

  async function registerAccount(registrant: Registrant): Promise<Answer<Registered>> {
    const json = bodyOf(registrant)
    const answer = await ask({ method: 'POST', path: ['kyc'], json, answer: Entered })
    if (answer.kind === 'rejected') return { kind: 'accepted', value: refused(answer) }
    if (answer.kind !== 'accepted') return answer
    const { eventId: accountId, certificateIssued } = answer.value.data
    const status = certificateIssued ? 'registered' : 'pending'
    return { kind: 'accepted', value: { status, accountId, reason: null, raw: answer.value } }
  }

  return { registerAccount, findRegistration }
}

/** A refusal is a result too: the registry examined the person and declined. */
const refused = ({ status, code, message }: Rejected): Registered => ({
  status: status === 409 ? 'duplicate' : 'rejected',
  accountId: null,
  reason: `${code} ${message}`.trim(),
  raw: { status, code, message },
})

/** Replaces a refused token once; if the new one is refused too, our credentials are wrong. */
function withToken(tokens: OAuthTokens, line: ReturnType<typeof outbound>): Line {
  return async (call) => {
    const token = await tokens.get()
    if (token.kind !== 'accepted') return withoutToken(token)
    const bearing = (value: string) => ({
      ...call,
      headers: { authorization: `Bearer ${value}` },
      refusal,
    })
    const answer = await line(bearing(token.value))
    if (answer.kind !== 'rejected' || answer.status !== 401) return ownFault(answer)
    tokens.forget(token.value)
    const renewed = await tokens.get()
    if (renewed.kind !== 'accepted') return withoutToken(renewed)
    return ownFault(await line(bearing(renewed.value)))
  }
}

/** A token that did not come is no refusal of our credentials. */
const withoutToken = (answer: Rejected | Unknown): Unknown =>
  answer.kind === 'unknown' ? answer : { kind: 'unknown', why: 'login-refused' }

function bodyOf({ trxId, fields, phone, email, selfie, ktp, consentedAt }: Registrant) {
  const [day = '', month = '', year = ''] = fields.birthDate.split('-')
  return {
    partnerTrxId: trxId,
    mobile: phone,
    email,
    govId: fields.nik,
    fullName: fields.name,
    dob: `${year}-${month}-${day}`,
    pob: fields.birthPlace,
    address: fields.address,
    village: fields.village,
    district: fields.district,
    city: fields.city,
    province: fields.province,
    selfiePhoto: selfie,
    idCardPhoto: ktp,
    consent: { consentGiven: true, consentedAt: consentedAt.toISOString() },
  }
}

/** OAuth2 tokens for our own client credentials. */
const registryTokens = (config: IdpSettings, tools: Tools): OAuthTokens =>
  oauthTokens(
    {
      name: 'idp-token',
      url: config.tokenUrl,
      form: () => ({
        grant_type: 'client_credentials',
        client_id: config.clientId,
        client_secret: config.clientSecret,
        scope: 'openid',
      }),
      renewBeforeMs: idpLimits.renewTokenBeforeMs,
    },
    tools,
  )
