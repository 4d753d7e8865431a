import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { limits } from '../base/limits.ts'
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
        length: z.int().positive().max(limits.images.cleanBytes),
        mediaType: z.enum(['image/jpeg', 'image/png']),
        width: z.int().positive(),
        height: z.int().positive(),
      })
      .nullable(),
  }),
])

/**
 * Little to gain for whoever takes it over: no environment, no arguments, its pipes. Pictures go
 * through them as fast as the other side reads, a piece at a time, and nobody waits for a piece.
 */
export function startWorker(
  program: URL,
  { startMs, decodeMs }: Readonly<{ startMs: number; decodeMs: number }>,
): Worker {
  const child = fork(program, [], {
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    execArgv: ['--max-old-space-size=128'],
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  })
  // What goes wrong shows in the outcome; an error nobody listens to would end the service.
  for (const talking of [child, child.stdin, child.stdout]) talking?.on('error', () => undefined)
  const ready = hear(child, startMs)

  return {
    decode: async (bytes, mediaType) => {
      const started = await ready
      if (started.kind !== 'ready') return { kind: 'absent' }
      const answer = hear(child, decodeMs)
      child.send({ length: bytes.length, mediaType }, () => undefined)
      child.stdin?.write(bytes)
      const heard = await answer
      return heard.kind === 'ready' ? { kind: 'died' } : heard
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

type Heard =
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'done'; picture: Picture | null }>
  | Readonly<{ kind: 'died' | 'late' }>

/** The next message of a process with the bytes it announces, unless it ends or takes too long. */
function hear(child: ChildProcess, withinMs: number): Promise<Heard> {
  return new Promise((resolve) => {
    const settle = (heard: Heard) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      resolve(heard)
    }
    const onMessage = (message: unknown) => {
      const { data: said } = Said.safeParse(message)
      if (said === undefined || child.stdout === null) return settle({ kind: 'died' })
      if (said.kind === 'ready') return settle(said)
      if (said.picture === null) return settle({ kind: 'done', picture: null })
      const { length, ...about } = said.picture
      take(child.stdout, length, (bytes) => settle({ kind: 'done', picture: { ...about, bytes } }))
    }
    const onEnd = () => settle({ kind: 'died' })
    const timer = setTimeout(() => settle({ kind: 'late' }), withinMs)
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    if (child.exitCode !== null || child.signalCode !== null) onEnd()
  })
}

/** Hands over the next bytes of a stream, this many, each copied once. */
function take(from: Readable, length: number, whole: (bytes: Buffer) => void): void {
  const bytes = Buffer.allocUnsafeSlow(length)
  let taken = 0
  const onData = (chunk: Buffer) => {
    taken += chunk.copy(bytes, taken)
    if (taken < length) return
    from.off('data', onData).pause()
    whole(bytes)
  }
  from.on('data', onData).resume()
}
