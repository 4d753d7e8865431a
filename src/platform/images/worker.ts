import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { passedDescriptors } from './descriptors.ts'
import { type Enclosure, readableBy } from './enclosure.ts'
import { imageLimits } from './image-limits.ts'
import type { ImageType, Picture } from './picture.ts'

/** The outcome of a picture given to a decoding process. */
export type DecoderOutcome =
  | Readonly<{ kind: 'done'; picture: Picture | null }>
  /** The process died while decoding. */
  | Readonly<{ kind: 'died' }>
  | Readonly<{ kind: 'late' }>
  /** No process could be started; the picture may be fine. */
  | Readonly<{ kind: 'absent' }>

/**
 * A process that decodes one picture at a time. After any outcome but `done` it cannot be reused.
 */
export type Worker = Readonly<{
  /** Whether it became ready; `late` does not mean that its enclosure fails. */
  started: Promise<'ready' | 'died' | 'late'>
  decode: (bytes: Buffer, mediaType: ImageType) => Promise<DecoderOutcome>
  end: () => Promise<void>
}>

const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('done'),
    picture: z
      .object({
        length: z.int().positive().max(imageLimits.cleanBytes),
        mediaType: z.enum(['image/jpeg', 'image/png']),
        width: z.int().positive(),
        height: z.int().positive(),
      })
      .nullable(),
  }),
])

/** Lets the system's enclosing programs be found; contains nothing of the service's environment. */
const bareEnvironment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  MALLOC_ARENA_MAX: '2',
  UV_THREADPOOL_SIZE: '2',
}

/**
 * Starts a decoding process: enclosed, without the service's environment and descriptors, and
 * restricted by Node's permission model. Pictures are piped as fast as the process reads them,
 * without blocking the event loop.
 */
export function startImageWorker(
  program: URL,
  { startMs, decodeMs }: Readonly<{ startMs: number; decodeMs: number }>,
  enclosure: Enclosure,
): Worker {
  const child = startEnclosed(program, enclosure)
  const { stdin, stdout } = child
  // Failures show in the outcome; an unhandled error event would end the service.
  for (const talking of [child, stdin, stdout]) talking?.on('error', () => undefined)
  const started = receiveMessage(child, startMs)

  return {
    started: started.then(({ kind }) => (kind === 'done' ? 'died' : kind)),
    decode: async (bytes, mediaType) => {
      const { kind } = await started
      if (kind !== 'ready') return { kind: 'absent' }
      const answer = receiveMessage(child, decodeMs)
      child.send({ length: bytes.length, mediaType }, () => undefined)
      stdin?.write(bytes)
      const received = await answer
      return received.kind === 'ready' ? { kind: 'died' } : received
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function startEnclosed(program: URL, { identity, command }: Enclosure): Piped {
  const readable = readableBy(program)
  const permissions = readable.map((folder) => `--allow-fs-read=${folder}`)
  const [file = '', ...args] = command(
    [
      process.execPath,
      '--max-old-space-size=128',
      ...['--permission', '--allow-addons', ...permissions],
      fileURLToPath(program),
    ],
    readable,
  )
  // Descriptors that the service inherited are replaced by /dev/null in the decoder.
  const nowhere = openSync('/dev/null', 'r')
  try {
    const passed = passedDescriptors()
    const more = Array.from({ length: Math.max(0, Math.max(3, ...passed) - 3) }, (_, index) =>
      passed.includes(index + 4) ? nowhere : ('ignore' as const),
    )
    return spawn(file, args, {
      ...(identity ?? {}),
      cwd: '/',
      env: bareEnvironment,
      stdio: ['pipe', 'pipe', 'ignore', 'ipc', ...more],
    })
  } finally {
    closeSync(nowhere)
  }
}

type Piped = ChildProcess & Readonly<{ stdin: Writable | null; stdout: Readable | null }>

type WorkerMessage =
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'done'; picture: Picture | null }>
  | Readonly<{ kind: 'died' | 'late' }>

/**
 * Returns the next message of a process with the bytes it announces, unless the process ends or
 * takes too long.
 */
function receiveMessage(child: ChildProcess, withinMs: number): Promise<WorkerMessage> {
  return new Promise((resolve) => {
    const settle = (received: WorkerMessage) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      resolve(received)
    }
    const onMessage = (message: unknown) => {
      const { data: parsed } = ChildMessage.safeParse(message)
      if (parsed === undefined || child.stdout === null) return settle({ kind: 'died' })
      if (parsed.kind === 'ready') return settle(parsed)
      if (parsed.picture === null) return settle({ kind: 'done', picture: null })
      const { length, ...about } = parsed.picture
      take(child.stdout, length, (bytes) => settle({ kind: 'done', picture: { ...about, bytes } }))
    }
    const onEnd = () => settle({ kind: 'died' })
    const timer = setTimeout(() => settle({ kind: 'late' }), withinMs)
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    if (child.exitCode !== null || child.signalCode !== null) onEnd()
  })
}

/** Passes on the next `length` bytes of a stream, each copied once. */
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
