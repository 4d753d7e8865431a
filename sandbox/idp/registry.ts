import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Frame } from '../emulator.ts'
import { keptItems, type Recent, recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { seconds } from '../schedule.ts'

const lifeSeconds = 300
/** Two pictures of ten megabytes in base64, and the other fields. */
const bodyLimit = 28 * 1024 * 1024
const silence = seconds(30)

const TokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().min(1),
  client_secret: z.string(),
  scope: z.literal('openid'),
})

const Kyc = z.object({
  partnerTrxId: z.string().min(1).max(36),
  mobile: z.string().regex(/^\+[0-9]{6,15}$/),
  email: z.email(),
  govId: z.string().regex(/^[0-9]{16}$/),
  fullName: z.string().min(1),
  dob: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  selfiePhoto: z.string().min(1),
  idCardPhoto: z.string().min(1),
  consent: z.object({ consentGiven: z.literal(true), consentedAt: z.iso.datetime() }),
})

const EventId = z.object({ eventId: z.string() })
const Decision = z.strictObject({ status: z.enum(['IN_PROGRESS', 'SUCCESS', 'FAILED']) })
const PartnerTrxId = z.object({ partnerTrxId: z.string() })

export type Registration = Readonly<{
  partnerTrxId: string
  eventId: string
  govId: string
  mobile: string
  status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
}>

export type Registry = Readonly<{ frame: Frame; events: Recent<Registration> }>

export const newRegistry = (frame: Frame): Registry => ({
  frame,
  events: frame.saved.list('idp.registrations'),
})

/** Mounts the registry's own API, below `/idp/registry`, with its own tokens. */
export function mountRegistry(
  api: FastifyInstance,
  registry: Registry,
  noted: (path: string, trxId: string, nik: string | null, outcome: string) => void,
): void {
  const { frame, events } = registry
  const tokens = recent<number>(keptItems)

  api.post('/registry/token', (request) => {
    const asked = read(TokenRequest, request.body, 'invalid_request')
    if (!authorized(asked.client_secret, frame.secrets.idpClientSecret)) {
      throw new Refused(401, 'invalid_client', 'Invalid client credentials')
    }
    const token = randomBytes(24).toString('base64url')
    tokens.put(token, Date.now() + lifeSeconds * 1_000)
    return { access_token: token, expires_in: lifeSeconds, token_type: 'Bearer', scope: 'openid' }
  })

  function refuseStrangers(authorization: string | undefined): void {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? ''
    if ((tokens.get(token) ?? 0) <= Date.now()) throw new Refused(401, '1001', 'Unauthorized')
  }

  api.post('/registry/kyc', { bodyLimit }, (request, reply) => {
    refuseStrangers(request.headers.authorization)
    const asked = read(Kyc, request.body, '1002')
    const { partnerTrxId, govId, mobile } = asked
    const known = events.get(partnerTrxId)
    const steered = steeringOf(govId, mobile)
    if (known === undefined && steered === '0004') {
      noted('/registry/kyc', partnerTrxId, govId, 'rejected')
      throw new Refused(422, '1003', 'The data does not match the population register')
    }
    const status = steered === '0003' ? 'IN_PROGRESS' : 'SUCCESS'
    const eventId = randomBytes(12).toString('hex')
    const event = known ?? { partnerTrxId, eventId, govId, mobile, status }
    events.put(partnerTrxId, event)
    noted('/registry/kyc', partnerTrxId, govId, event.status)
    if (known !== undefined || steered !== '0005') return reply.send(entered(event))
    const { socket } = request.raw
    reply.hijack()
    frame.clock.after(silence, () => socket.destroy())
    return reply
  })

  api.get('/registry/kyc/:eventId/status', (request) => {
    refuseStrangers(request.headers.authorization)
    const { eventId } = read(EventId, request.params)
    const event = events.all().find((one) => one.eventId === eventId)
    if (event === undefined) throw new Refused(404, '1004', 'No such event')
    noted('/registry/kyc/status', event.partnerTrxId, event.govId, event.status)
    return { data: { eventId, status: event.status } }
  })
}

/** Changes a registration, for the control API. */
export function decide({ events }: Registry, params: unknown, body: unknown): Registration {
  const { partnerTrxId } = read(PartnerTrxId, params)
  const event = events.get(partnerTrxId)
  if (event === undefined) throw new Refused(404, 'NOT_FOUND', 'no such registration')
  const moved = { ...event, ...read(Decision, body) }
  events.put(partnerTrxId, moved)
  return moved
}

const steered = /000[345]$/

function steeringOf(govId: string, mobile: string): string {
  return steered.exec(govId)?.[0] ?? steered.exec(mobile)?.[0] ?? ''
}

const entered = ({ eventId, status }: Registration) => ({
  data: {
    eventId,
    fields: [
      { field: 'fullName', score: 10 },
      { field: 'dob', score: 10 },
      { field: 'selfiePhoto', score: 9.2 },
    ],
    certificateIssued: status === 'SUCCESS',
  },
})
