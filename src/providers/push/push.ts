import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import { type OAuthTokens, oauthTokens } from '../oauth-tokens.ts'
import { type Answer, outbound, type Rejected, type Tools } from '../outbound.ts'
import type { PushSettings } from './push-settings.ts'

const pushLimits = {
  messageBytes: 4_096,
  tokenLifeSeconds: 3_600,
  renewBeforeMs: 60_000,
} as const

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** OAuth2 access tokens for a service account, which authenticates with a signed assertion. */
function accessTokens(config: PushSettings, tools: Tools): OAuthTokens {
  const key = createPrivateKey(config.privateKey)

  function assertion(): string {
    const nowSeconds = Math.floor(tools.clock.now().getTime() / 1_000)
    const claims = {
      iss: config.clientEmail,
      scope,
      aud: config.tokenUrl,
      iat: nowSeconds,
      exp: nowSeconds + pushLimits.tokenLifeSeconds,
    }
    const unsigned = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
  }

  return oauthTokens(
    {
      name: 'push-token',
      url: config.tokenUrl,
      form: () => ({ grant_type: grantType, assertion: assertion() }),
      renewBeforeMs: pushLimits.renewBeforeMs,
    },
    tools,
  )
}

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

export type PushMessage = Readonly<{
  /** The device's registration token. */
  token: string
  title: string
  body: string
  data: Readonly<Record<string, string>>
}>

/** The device is gone or belongs to another project: the caller must delete its token. */
export type DeadToken = Readonly<{ kind: 'dead-token'; code: string }>

export type PushAnswer = Answer<Readonly<{ name: string }>> | DeadToken

export type Push = Readonly<{ send: (message: PushMessage) => Promise<PushAnswer> }>

const Sent = z.object({ name: z.string() })

const fcmError = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const Detail = z.looseObject({
  '@type': z.string(),
  errorCode: z.string().optional(),
  fieldViolations: z.array(z.looseObject({ field: z.string().default('') })).default([]),
})

/**
 * The messaging service's own code takes precedence over the general status around it, unless a
 * field other than the token is at fault: that code then says nothing about the device.
 */
const refusal = z
  .object({
    error: z.object({
      status: z.string(),
      message: z.string(),
      details: z.array(Detail).max(100).default([]),
    }),
  })
  .transform(({ error }) => {
    const fields = error.details.flatMap(({ fieldViolations }) => fieldViolations)
    const isOfDevice = fields.every(({ field }) => field === 'message.token')
    const own = isOfDevice
      ? error.details.find((detail) => detail['@type'] === fcmError)?.errorCode
      : undefined
    return { code: own === undefined ? error.status : `${ownCode}${own}`, message: error.message }
  })

/** Distinguishes `INVALID_ARGUMENT` for a bad token from that for a malformed message. */
const ownCode = 'FCM_'
const unauthenticated = 'UNAUTHENTICATED'
const deadCodes: ReadonlySet<string> = new Set([
  'FCM_UNREGISTERED',
  'FCM_SENDER_ID_MISMATCH',
  'FCM_INVALID_ARGUMENT',
])

export function connectPush(config: PushSettings, tools: Tools): Push {
  const ask = outbound('push', config.baseUrl, tools)
  const tokens = accessTokens(config, tools)

  async function sendOnce(body: unknown): Promise<PushAnswer> {
    const access = await tokens.get()
    if (access.kind !== 'accepted') return access
    const answer = await ask({
      method: 'POST',
      path: ['v1', 'projects', config.projectId, 'messages:send'],
      headers: { authorization: `Bearer ${access.value}` },
      json: body,
      answer: Sent,
      refusal,
    })
    if (answer.kind !== 'rejected') return answer
    if (answer.code === unauthenticated) tokens.forget(access.value)
    return deadCodes.has(answer.code) ? { kind: 'dead-token', code: bare(answer) } : named(answer)
  }

  return {
    async send({ token, title, body, data }) {
      const message = { token, notification: { title, body }, data }
      if (Buffer.byteLength(JSON.stringify(message)) > pushLimits.messageBytes) return tooLarge
      const answer = await sendOnce({ message })
      // An access token can be revoked before its expiry: nothing was sent, so a new token may
      // retry.
      const refused = answer.kind === 'rejected' && answer.code === unauthenticated
      return refused ? sendOnce({ message }) : answer
    },
  }
}

const bare = ({ code }: Rejected): string => code.replace(ownCode, '')
const named = (answer: Rejected): Rejected => ({ ...answer, code: bare(answer) })

const tooLarge: Rejected = {
  kind: 'rejected',
  code: 'MESSAGE_TOO_LARGE',
  message: 'a push message is at most 4,096 bytes',
  status: 413,
}
