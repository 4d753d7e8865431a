import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Emulator } from './emulator.ts'
import type { Dial, RequestFault } from './faults.ts'

const silenceMs = 60_000
const latencyMs = 1_000

/**
 * Applies the fault dial to an emulator's API: some faults replace the work, `drop-response` and
 * `bad-json` do it and then spoil the response.
 */
export function strikeRequests(api: FastifyInstance, emulator: Emulator, dial: Dial): void {
  const struck = new WeakMap<FastifyRequest, RequestFault>()

  api.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request).slice(emulator.root.length) || '/'
    const strike = dial.strikeRequest({ provider: emulator.name, method: request.method, path })
    if (strike === null) return
    struck.set(request, strike.fault)
    switch (strike.fault) {
      case 'timeout':
        silence(request, reply, strike.delayMs ?? silenceMs)
        return
      case 'latency':
        await pause(strike.delayMs ?? latencyMs)
        return
      case 'error-500':
        return fail(emulator, reply, 500, 'Something unexpected happened')
      case 'error-429':
        return fail(emulator, reply.header('retry-after', '1'), 429, 'Too many requests')
      case 'drop-response':
      case 'bad-json':
        return
      default:
        return strike.fault satisfies never
    }
  })

  api.addHook('onSend', async (request, reply, payload) => {
    const fault = struck.get(request)
    if (fault === 'drop-response') request.raw.socket.destroy()
    if (fault !== 'bad-json' || typeof payload !== 'string') return payload
    reply.removeHeader('content-length')
    return payload.slice(0, Math.ceil(payload.length / 2)).padEnd(1, '{')
  })
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1).join()

function fail(emulator: Emulator, reply: FastifyReply, status: number, message: string) {
  const { body, headers = {} } = emulator.failure(status, message)
  return reply.code(status).headers(headers).send(body)
}

/** Accepts the request and sends nothing until the caller gives up, or for `ms`. */
function silence(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  reply.hijack()
  const { socket } = request.raw
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(timer))
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
