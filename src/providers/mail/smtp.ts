import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Rejected, Unknown } from '../outbound.ts'

/** Urgent mails have connections of their own, so they wait for no other mail. */
export type SmtpPool = 'urgent' | 'other'

export type SmtpSettings = Readonly<{ url: string; requireTls: boolean; timeoutMs: number }>

export type SmtpRequest = Readonly<{
  id: number
  pool: SmtpPool
  mail: Readonly<{
    from: string
    to: Readonly<{ name: string; address: string }>
    subject: string
    text: string
    html: string
    messageId: string
    headers: Readonly<Record<string, string>>
  }>
}>

/** `refusal` is null when the server accepted the mail. */
export type SmtpResponse = Readonly<{ id: number; refusal: Rejected | Unknown | null }>

export type Smtp = Readonly<{
  send: (pool: SmtpPool, mail: SmtpRequest['mail']) => Promise<SmtpResponse['refusal']>
  /** Closes the connections; what is under way ends as `connection-lost`. */
  close: () => void
}>

const program = new URL('./mail-thread.ts', import.meta.url)

/** Sends mail by a thread that starts with the first mail, and again after a crash. */
export function openSmtp(settings: SmtpSettings, log: Logger): Smtp {
  const pending = new Map<number, (refusal: SmtpResponse['refusal']) => void>()
  let thread: Worker | null = null
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(program, { workerData: settings })
    worker.on('message', ({ id, refusal }: SmtpResponse) => settle(worker, id, refusal))
    worker.on('error', (error) => log.error(error, 'the mail thread failed'))
    worker.on('exit', () => {
      // Mails under way may have been sent.
      thread = null
      for (const id of [...pending.keys()]) settle(worker, id, lost)
    })
    return worker
  }

  function settle(worker: Worker, id: number, refusal: SmtpResponse['refusal']): void {
    pending.get(id)?.(refusal)
    pending.delete(id)
    // An idle thread must not keep the process alive.
    if (pending.size === 0) worker.unref()
  }

  return {
    send: (pool, mail) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(lost)
        thread ??= start()
        lastId += 1
        pending.set(lastId, resolve)
        thread.ref()
        thread.postMessage({ id: lastId, pool, mail } satisfies SmtpRequest)
      }),
    close() {
      isClosed = true
      thread?.terminate()
    },
  }
}

const lost: Unknown = { kind: 'unknown', why: 'connection-lost' }
