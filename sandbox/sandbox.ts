import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { callbackSender } from './callbacks.ts'
import { captcha } from './captcha/emulator.ts'
import { mountControl } from './control.ts'
import { custody } from './custody/emulator.ts'
import type { Emulator, Frame, Operator, Secrets } from './emulator.ts'
import { faultDial } from './faults.ts'
import { idp } from './idp/emulator.ts'
import { captureMail } from './mail/emulator.ts'
import { messageBox } from './messages.ts'
import { objectStore } from './object-store/emulator.ts'
import { payd } from './payd/emulator.ts'
import { payx } from './payx/emulator.ts'
import { push } from './push/emulator.ts'
import { Refused } from './refused.ts'
import { reportQueue } from './report-queue/emulator.ts'
import { schedule } from './schedule.ts'
import { sms } from './sms/emulator.ts'
import { strikeRequests } from './striking.ts'
import { venue } from './venue/emulator.ts'

export type SandboxOptions = Readonly<{
  /** 0 selects any free port. */
  port?: number
  smtpPort?: number
  /** Seconds of provider time per real second. */
  timeScale?: number
  /** The URL for callbacks; may be set later by `setServiceUrl` or `POST /control/service`. */
  serviceUrl?: string
  secrets: Secrets
  operators?: readonly Operator[]
  /** The emulators to start; by default all. */
  only?: readonly EmulatorName[]
}>

/** As the fault dial names them. */
export type EmulatorName = keyof typeof providers | 'mail'

export type Sandbox = Readonly<{
  url: string
  /** Empty without the emulator of mail. */
  smtpUrl: string
  setServiceUrl: (url: string) => void
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
}

const host = '127.0.0.1'
const bodyBytes = 1024 * 1024

/** Starts the emulators on the loopback interface only. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const dial = faultDial()
  const clock = schedule(options.timeScale ?? 60)
  const frame: Frame = {
    secrets: options.secrets,
    clock,
    dial,
    callbacks: callbackSender(dial, clock, options.serviceUrl ?? null),
    messages: messageBox(),
  }
  const isWanted = (name: string) => options.only?.some((one) => one === name) !== false
  const emulators = Object.entries(providers).flatMap(([name, provider]) =>
    isWanted(name) ? [provider(frame)] : [],
  )
  const server = await serve(frame, emulators, options.operators ?? [])
  const smtp = isWanted('mail') ? await captureMail(frame, host, options.smtpPort ?? 0) : null

  async function close(): Promise<void> {
    clock.clear()
    frame.callbacks.close()
    await Promise.all([server.close(), smtp?.close()])
  }

  try {
    const url = await server.listen({ host, port: options.port ?? 0 })
    return { url, smtpUrl: smtp?.url ?? '', setServiceUrl: frame.callbacks.setServiceUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function serve(
  frame: Frame,
  emulators: readonly Emulator[],
  operators: readonly Operator[],
): Promise<FastifyInstance> {
  const routerOptions = { ignoreTrailingSlash: true }
  const server = Fastify({ bodyLimit: bodyBytes, forceCloseConnections: true, routerOptions })
  await server.register(
    async (api) => {
      answerErrors(api, (_status, message) => ({ body: { error: message } }))
      mountControl(api, frame, emulators, operators)
    },
    { prefix: '/control' },
  )
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
