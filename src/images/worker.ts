import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import type { ImageType, Picture } from './picture.ts'

/** What became of a picture given to a decoding process. */
export type Outcome =
  | Readonly<{ kind: 'done'; picture: Picture | null }>
  /** The process died of it. */
  | Readonly<{ kind: 'died' }>
  | Readonly<{ kind: 'late' }>
  /** No process could be started, which says nothing of the picture. */
  | Readonly<{ kind: 'absent' }>

/** A process that decodes one picture at a time. After any outcome but `done` it is of no use. */
export type Worker = Readonly<{
  decode: (bytes: Buffer, mediaType: ImageType) => Promise<Outcome>
  end: () => Promise<void>
}>

const Said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('done'),
    picture: z
      .object({
        bytes: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
        mediaType: z.enum(['image/jpeg', 'image/png']),
        width: z.int().positive(),
        height: z.int().positive(),
      })
      .nullable(),
  }),
])
type Said = z.infer<typeof Said>

/** Little to gain for whoever takes it over: no environment, no arguments, one pipe. */
export function startWorker(
  program: URL,
  { startMs, decodeMs }: Readonly<{ startMs: number; decodeMs: number }>,
): Worker {
  const child = fork(program, [], {
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    execArgv: ['--max-old-space-size=128'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // What goes wrong shows in the outcome; an error nobody listens to would end the service.
  child.on('error', () => undefined)
  const ready = hear(child, startMs)

  return {
    decode: async (bytes, mediaType) => {
      const started = await ready
      if (started.kind !== 'said') return { kind: 'absent' }
      const answer = hear(child, decodeMs)
      child.send({ bytes, mediaType }, () => undefined)
      const heard = await answer
      if (heard.kind !== 'said') return heard
      return heard.said.kind === 'done' ? heard.said : { kind: 'died' }
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

type Heard = Readonly<{ kind: 'said'; said: Said }> | Readonly<{ kind: 'died' | 'late' }>

/** The next message of a process, unless it ends or takes too long. */
function hear(child: ChildProcess, withinMs: number): Promise<Heard> {
  return new Promise((resolve) => {
    const settle = (heard: Heard) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      resolve(heard)
    }
    const onMessage = (message: unknown) => {
      const said = Said.safeParse(message)
      settle(said.success ? { kind: 'said', said: said.data } : { kind: 'died' })
    }
    const onEnd = () => settle({ kind: 'died' })
    const timer = setTimeout(() => settle({ kind: 'late' }), withinMs)
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    if (child.exitCode !== null || child.signalCode !== null) onEnd()
  })
}
