import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { TokenRequest, tokenIssuer } from './oauth.ts'

const maxMessageBytes = 4_096
const fcmError = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const badRequest = 'type.googleapis.com/google.rpc.BadRequest'

/** Words that data may not use as a key. */
const dataKey = /^(?!(?:from|message_type)$|google|gcm)/

const Project = z.object({ project: z.string() })
const SendRequest = z.strictObject({
  validate_only: z.boolean().optional(),
  message: z.strictObject({
    token: z.string().min(1),
    notification: z
      .strictObject({ title: z.string().optional(), body: z.string().optional() })
      .optional(),
    data: z.record(z.string().regex(dataKey, 'Invalid data payload key'), z.string()).optional(),
    android: z.looseObject({}).optional(),
    apns: z.looseObject({}).optional(),
  }),
})

/** Tokens with these prefixes fail; any other is delivered. */
const failing = [
  { prefix: 'dead', status: 404, code: 'UNREGISTERED', message: 'Requested entity was not found.' },
  { prefix: 'foreign', status: 403, code: 'SENDER_ID_MISMATCH', message: 'SenderId mismatch' },
  {
    prefix: 'malformed',
    status: 400,
    code: 'TOKEN',
    message: 'The registration token is not a valid FCM registration token',
  },
  {
    prefix: 'invalid',
    status: 400,
    code: 'INVALID_ARGUMENT',
    message: 'The registration token is not a valid FCM registration token',
  },
] as const

export function push(frame: Frame): Emulator {
  const tokens = tokenIssuer(frame.secrets.pushClientEmail, frame.secrets.pushPublicKey)
  return {
    name: 'push',
    root: '/push',
    mount: (api) => mountApi(api, frame, tokens),
    control(api) {
      api.post('/push/revoke-tokens', () => {
        tokens.revokeAll()
        return { revoked: true }
      })
    },
    failure,
    state: () => ({}),
    reset: tokens.revokeAll,
  }
}

function mountApi(
  api: FastifyInstance,
  frame: Frame,
  tokens: ReturnType<typeof tokenIssuer>,
): void {
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  api.post('/token', (request, reply) => {
    const asked = read(TokenRequest, request.body, 'invalid_request')
    try {
      return tokens.issue(asked, `http://${request.host}${request.url}`)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The token endpoint has the error format of OAuth2, not that of the messaging API.
      return reply.code(error.status).send({ error: error.code, error_description: error.message })
    }
  })

  api.post('/v1/projects/:project/messages::send', (request) => {
    if (!tokens.accepts(request.headers.authorization)) {
      throw new Refused(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    }
    const { message, validate_only } = read(SendRequest, request.body, 'FIELD')
    if (Buffer.byteLength(JSON.stringify(message)) > maxMessageBytes) {
      throw new Refused(400, 'FIELD', 'Message is too big')
    }
    const fault = failing.find(({ prefix }) => message.token.startsWith(prefix))
    if (fault !== undefined) throw new Refused(fault.status, fault.code, fault.message)
    if (validate_only !== true) {
      frame.messages.capture({
        channel: 'push',
        to: message.token,
        words: {
          subject: message.notification?.title ?? null,
          text: message.notification?.body ?? null,
          html: null,
        },
      })
    }
    const { project } = read(Project, request.params)
    return { name: `projects/${project}/messages/${randomUUID()}` }
  })
}

const statusNames = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
])

/** The field that a refusal names beside its code; most name none. */
const fieldOf = (code: string | undefined): string | null =>
  code === 'FIELD' ? 'message.data[0].key' : code === 'TOKEN' ? 'message.token' : null

function failure(status: number, message: string, code?: string) {
  const known = failing.some((fault) => fault.code === code)
  const field = fieldOf(code)
  const ofField = { '@type': badRequest, fieldViolations: [{ field, description: message }] }
  const errorCode = field === null ? code : 'INVALID_ARGUMENT'
  const details = [
    ...(field === null ? [] : [ofField]),
    ...(known || field !== null ? [{ '@type': fcmError, errorCode }] : []),
  ]
  const name = statusNames.get(status) ?? 'UNKNOWN'
  return { body: { error: { code: status, message, status: name, details } } }
}
