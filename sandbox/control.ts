import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Changes } from './changes.ts'
import type { Emulator, Frame, Operator } from './emulator.ts'
import { callbackFaults, Fault, requestFaults } from './faults.ts'
import { requireOwnOrigin } from './own-origin.ts'
import { createTrader } from './panel/create-trader.ts'
import { keptItems } from './recent.ts'
import { Refused, read } from './refused.ts'
import { hours } from './schedule.ts'

const limit = z.coerce.number().int().min(1).max(keptItems).optional()
const MessageFilter = z.object({
  to: z.string().optional(),
  search: z.string().optional(),
  channel: z.string().optional(),
  limit,
})
const CallbackFilter = z.object({ provider: z.string().optional(), limit })
const StateFilter = z.object({ provider: z.string().optional(), limit })
const Id = z.object({ id: z.string() })
const Service = z.strictObject({ url: z.url({ protocol: /^https?$/ }) })
const Clock = z.strictObject({
  timeScale: z.number().min(0.01).max(1_000_000).optional(),
  advanceMs: z
    .int()
    .min(0)
    .max(hours(24 * 365))
    .optional(),
})

export type Controlled = Readonly<{
  frame: Frame
  emulators: readonly Emulator[]
  /** Every provider of the fault dial. */
  providers: readonly string[]
  operators: readonly Operator[]
  /** The service's public interface; null: at the URL for callbacks. */
  publicUrl: string | null
  /** Whether every provider is emulated. */
  isWhole: boolean
  /** The settings with which a node uses this sandbox, by the names of environment variables. */
  environment: () => Readonly<Record<string, string>>
}>

/** The parts of the control API that are not specific to one provider. */
export function mountControl(api: FastifyInstance, controlled: Controlled): void {
  const { frame, emulators, providers, operators } = controlled
  const { callbacks, changes, clock, dial, messages } = frame

  api.addHook('onRequest', requireOwnOrigin)
  mountFaults(api, controlled)
  mountEnvironment(api, controlled)
  mountTraders(api, controlled)

  api.get('/messages', (request) => messages.list(read(MessageFilter, request.query)))
  api.delete('/messages', () => {
    messages.clear()
    return { cleared: true }
  })

  api.get('/callbacks', (request) => callbacks.list(read(CallbackFilter, request.query)))
  api.post('/callbacks/:id/resend', async (request) => {
    const attempt = await callbacks.resend(read(Id, request.params).id)
    if (attempt === null) throw new Refused(404, 'NOT_FOUND', 'no such callback')
    return attempt
  })

  api.get('/service', () => {
    const url = callbacks.serviceUrl()
    return { url, publicUrl: controlled.publicUrl ?? url }
  })
  api.post('/service', (request) => {
    const { url } = read(Service, request.body)
    callbacks.setServiceUrl(url)
    return { url }
  })

  const time = () => ({ timeScale: clock.scale(), pending: clock.pending() })
  api.get('/clock', time)
  api.post('/clock', (request) => {
    const { timeScale, advanceMs } = read(Clock, request.body)
    if (timeScale !== undefined) clock.setScale(timeScale)
    if (advanceMs !== undefined) clock.advance(advanceMs)
    return time()
  })

  api.get('/providers', () => ({ providers, requestFaults, callbackFaults }))
  api.get('/operator', () => operators[0] ?? { email: null })
  api.get('/operators', () => operators)

  api.get('/changes', (_request, reply) => followChanges(changes, reply))
  api.get('/state', (request) => stateOf(emulators, read(StateFilter, request.query)))
  api.post('/reset', async () => {
    clock.clear()
    const cleared = callbacks.clear()
    dial.clear()
    messages.clear()
    for (const emulator of emulators) emulator.reset()
    await cleared
    return { reset: true }
  })

  for (const emulator of emulators) emulator.control(api)
}

function mountFaults(api: FastifyInstance, { frame: { dial }, providers }: Controlled): void {
  api.get('/faults', () => dial.all())
  api.post('/faults', (request) => {
    const fault = read(Fault, request.body)
    if (!providers.includes(fault.provider)) {
      throw new Refused(400, 'INVALID', `provider: one of ${providers.join(', ')}`)
    }
    return { ...fault, id: dial.set(fault) }
  })
  api.delete('/faults', () => {
    dial.clear()
    return { cleared: true }
  })
  api.delete('/faults/:id', (request) => {
    if (dial.clearOne(read(Id, request.params).id)) return { cleared: true }
    throw new Refused(404, 'NOT_FOUND', 'no such fault is set')
  })
}

/** A node that joins emulates nothing itself, so no provider may be missing. */
function mountEnvironment(api: FastifyInstance, { isWhole, environment }: Controlled): void {
  api.get('/environment', (_request, reply) => {
    if (!isWhole) throw new Refused(409, 'MIXED', 'not every provider is emulated')
    return reply.header('cache-control', 'no-store').send(environment())
  })
}

/** A new trader goes through all providers, so none of them may be a real one. */
function mountTraders(api: FastifyInstance, { frame, publicUrl, isWhole }: Controlled): void {
  api.post('/traders', async () => {
    if (!isWhole) throw new Refused(409, 'MIXED', 'not every provider is emulated')
    const url = publicUrl ?? frame.callbacks.serviceUrl()
    if (url === null) throw new Refused(409, 'NO_SERVICE', 'the service has no address yet')
    return createTrader({ url, sandboxUrl: api.listeningOrigin })
  })
}

/** The state of one emulator or of all; of each list the newest `limit`, oldest first. */
function stateOf(emulators: readonly Emulator[], filter: z.output<typeof StateFilter>): object {
  const { provider, limit: most = keptItems } = filter
  const wanted = emulators.filter(({ name }) => provider === undefined || name === provider)
  return Object.assign({}, ...wanted.map((one) => newestIn(one.state(), most)))
}

function newestIn(part: object, most: number): object {
  const newest = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(-most)
    return isRecord(value) ? newestIn(value, most) : value
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, newest(value)]))
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

const heartbeatMs = 15_000
const reconnectMs = 1_000

/** Sends the topics that change as Server-Sent Events, until the page leaves. */
function followChanges(changes: Changes, reply: FastifyReply): FastifyReply {
  const { raw } = reply
  const ignore = changes.listen((topics) => raw.write(`data: ${JSON.stringify(topics)}\n\n`))
  if (ignore === null) throw new Refused(503, 'BUSY', 'too many pages follow the changes')
  reply.hijack()
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  raw.write(`retry: ${reconnectMs}\n\n`)
  const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
  raw.once('close', () => {
    clearInterval(heartbeat)
    ignore()
  })
  return reply
}
