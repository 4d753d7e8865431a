import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame, Operator } from './emulator.ts'
import { Fault } from './faults.ts'
import { Refused, read } from './refused.ts'

const MessageFilter = z.object({ to: z.string().optional(), channel: z.string().optional() })
const CallbackFilter = z.object({ provider: z.string().optional() })
const Id = z.object({ id: z.string() })
const Service = z.strictObject({ url: z.url({ protocol: /^https?$/ }) })

/** The parts of the control API that are not specific to one provider. */
export function mountControl(
  api: FastifyInstance,
  frame: Frame,
  emulators: readonly Emulator[],
  operators: readonly Operator[],
): void {
  const { callbacks, dial, messages } = frame
  const providers = [...emulators.map(({ name }) => name), 'mail']

  api.get('/messages', (request) => messages.list(read(MessageFilter, request.query)))
  api.delete('/messages', () => {
    messages.clear()
    return { cleared: true }
  })

  api.get('/faults', () => dial.all())
  api.post('/faults', (request) => {
    const fault = read(Fault, request.body)
    if (!providers.includes(fault.provider)) {
      throw new Refused(400, 'INVALID', `provider: one of ${providers.join(', ')}`)
    }
    dial.set(fault)
    return fault
  })
  api.delete('/faults', () => {
    dial.clear()
    return { cleared: true }
  })

  api.get('/callbacks', (request) => callbacks.list(read(CallbackFilter, request.query).provider))
  api.post('/callbacks/:id/resend', async (request) => {
    const attempt = await callbacks.resend(read(Id, request.params).id)
    if (attempt === null) throw new Refused(404, 'NOT_FOUND', 'no such callback')
    return attempt
  })

  api.get('/service', () => ({ url: callbacks.serviceUrl() }))
  api.post('/service', (request) => {
    const { url } = read(Service, request.body)
    callbacks.setServiceUrl(url)
    return { url }
  })

  api.get('/operator', () => operators[0] ?? { email: null })
  api.get('/operators', () => operators)

  api.get('/state', () => Object.assign({}, ...emulators.map((emulator) => emulator.state())))
  api.post('/reset', () => {
    frame.clock.clear()
    callbacks.clear()
    dial.clear()
    messages.clear()
    for (const emulator of emulators) emulator.reset()
    return { reset: true }
  })

  for (const emulator of emulators) emulator.control(api)
}
