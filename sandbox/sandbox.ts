import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callbackSender } from './callbacks.ts'
import { captcha } from './captcha/emulator.ts'
import { changes } from './changes.ts'
import { type Controlled, mountControl } from './control.ts'
import { custody } from './custody/emulator.ts'
import { type Emulator, type Frame, Operator, Secrets } from './emulator.ts'
import { environmentOf } from './environment.ts'
import { faultDial } from './faults.ts'
import { idp } from './idp/emulator.ts'
import { captureMail } from './mail/emulator.ts'
import { messageBox } from './messages.ts'
import { objectStore } from './object-store/emulator.ts'
import { mountPanel } from './panel/panel.ts'
import { payd } from './payd/emulator.ts'
import { payx } from './payx/emulator.ts'
import { push } from './push/emulator.ts'
import { Refused } from './refused.ts'
import { reportQueue } from './report-queue/emulator.ts'
import { saved } from './saved.ts'
import { schedule } from './schedule.ts'
import { sms } from './sms/emulator.ts'
import { strikeRequests } from './striking.ts'
import { venue } from './venue/emulator.ts'

/** As the fault dial names them. */
const EmulatorName = z.enum([
  'custody',
  'venue',
  'payx',
  'payd',
  'push',
  'sms',
  'captcha',
  'storage',
  'idp',
  'reports',
  'mail',
])

export type EmulatorName = z.output<typeof EmulatorName>

export const SandboxOptions = z.object({
  /** 0 selects any free port. */
  port: z.int().optional(),
  smtpPort: z.int().optional(),
  /** Seconds of provider time per real second. */
  timeScale: z.number().optional(),
  /** The URL for callbacks; may be set later by `setServiceUrl` or `POST /control/service`. */
  serviceUrl: z.string().optional(),
  /** The URL of the public interface, if it is not the one for callbacks. */
  publicUrl: z.string().optional(),
  secrets: Secrets,
  operators: z.array(Operator).readonly().optional(),
  /** The file that keeps the emulators' books across restarts; by default they are lost. */
  booksFile: z.string().optional(),
  /** The emulators to start; by default all. */
  only: z.array(EmulatorName).readonly().optional(),
})

export type SandboxOptions = Readonly<z.output<typeof SandboxOptions>>

export type Sandbox = Readonly<{
  url: string
  /** Empty without the emulator of mail. */
  smtpUrl: string
  setServiceUrl: (url: string) => void
  /** Saves the books, before it returns. */
  save: () => void
  close: () => Promise<void>
}>

/** Every emulated provider with an HTTP API. Mail uses SMTP and is separate. */
const providers = {
  custody,
  venue,
  payx,
  payd,
  push,
  sms,
  captcha,
  storage: objectStore,
  idp,
  reports: reportQueue,
} satisfies Record<Exclude<EmulatorName, 'mail'>, unknown>

const host = '127.0.0.1'
const bodyBytes = 1024 * 1024

/** Starts the emulators on the loopback interface only. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const frame = frameOf(options)
  const isWanted = (name: string) => options.only?.some((one) => one === name) !== false
  const isWhole = options.only === undefined || EmulatorName.options.every(isWanted)
  const operators = options.operators ?? []
  const addresses = { url: '', smtpUrl: '' }
  const emulators = Object.entries(providers).flatMap(([name, provider]) =>
    isWanted(name) ? [provider(frame)] : [],
  )
  const server = await serve({
    frame,
    emulators,
    providers: Object.keys({ ...providers, mail: null }).filter(isWanted),
    operators,
    publicUrl: options.publicUrl ?? null,
    isWhole,
    environment: () => environmentOf({ ...addresses, secrets: options.secrets, operators }),
  })
  const smtp = isWanted('mail') ? await captureMail(frame, host, options.smtpPort ?? 0) : null

  async function close(): Promise<void> {
    frame.saved.close()
    frame.clock.clear()
    frame.callbacks.close()
    frame.changes.close()
    await Promise.all([server.close(), smtp?.close()])
  }

  try {
    addresses.smtpUrl = smtp?.url ?? ''
    addresses.url = await server.listen({ host, port: options.port ?? 0 })
    return {
      ...addresses,
      setServiceUrl: frame.callbacks.setServiceUrl,
      save: frame.saved.save,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function frameOf({ secrets, timeScale = 60, serviceUrl, booksFile }: SandboxOptions): Frame {
  const kept = saved(booksFile ?? null)
  const changed = changes(kept.changed)
  const dial = faultDial(() => changed.report('faults'))
  const clock = schedule(timeScale, () => changed.report('state'))
  const callbacks = callbackSender({
    dial,
    clock,
    saved: kept,
    serviceUrl: serviceUrl ?? null,
    changed: () => changed.report('callbacks'),
  })
  const messages = messageBox(() => changed.report('messages'))
  return { secrets, clock, dial, callbacks, messages, changes: changed, saved: kept }
}

async function serve(controlled: Controlled): Promise<FastifyInstance> {
  const { frame, emulators } = controlled
  const routerOptions = { ignoreTrailingSlash: true }
  const server = Fastify({ bodyLimit: bodyBytes, forceCloseConnections: true, routerOptions })
  server.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET') frame.changes.report('state')
  })
  await server.register(
    async (api) => {
      answerErrors(api, (_status, message) => ({ body: { error: message } }))
      mountControl(api, controlled)
    },
    { prefix: '/control' },
  )
  mountPanel(server)
  for (const emulator of emulators) {
    await server.register(
      async (api) => {
        strikeRequests(api, emulator, frame.dial)
        answerErrors(api, emulator.failure)
        emulator.mount(api)
      },
      { prefix: emulator.root },
    )
  }
  return server
}

type Shape = Emulator['failure']

function answerErrors(api: FastifyInstance, shape: Shape): void {
  api.setErrorHandler((error: FastifyError | Refused, _request, reply) => {
    const refused = error instanceof Refused
    const status = refused ? error.status : (error.statusCode ?? 500)
    const details = refused ? error.details : undefined
    const { body, headers = {} } = shape(status, error.message, error.code, details)
    return reply.code(status).headers(headers).send(body)
  })
  api.setNotFoundHandler((_request, reply) => {
    const { body, headers = {} } = shape(404, 'There is nothing here')
    return reply.code(404).headers(headers).send(body)
  })
}
