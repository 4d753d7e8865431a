import type { TestContext } from 'node:test'
import { eventually, type Tukar } from '../harness.ts'
import { type Fields, fieldsIn } from '../json.ts'

export type StreamEvent = Readonly<{
  event: string
  data: Fields
  /** The id that was sent with it. */
  id: string | null
}>

export type EventStream = Readonly<{
  status: number
  headers: Headers
  /** All events so far. */
  events: readonly StreamEvent[]
  /** The value that an app would send as `Last-Event-ID`. */
  lastId: () => string
  /** Waits for the first event of a name that matches, and returns it. */
  next: (name: string, isWanted?: (data: StreamEvent['data']) => boolean) => Promise<StreamEvent>
  /** The `retry` in milliseconds, if the service sent one. */
  retryMs: () => number | null
  /** True if the service ended it, false if the connection was cut. */
  ended: Promise<boolean>
  leave: () => void
}>

type Wanted = Readonly<{
  headers?: Readonly<Record<string, string>>
  lastId?: string
  url?: string
  path?: string
}>

/** An app that listens to changes until it disconnects or its test ends. */
export async function listen(
  t: TestContext,
  tukar: Pick<Tukar, 'url'>,
  { token }: Readonly<{ token?: string }>,
  { headers = {}, lastId, url = tukar.url, path = '/api/stream' }: Wanted = {},
): Promise<EventStream> {
  const left = new AbortController()
  t.after(() => left.abort())
  const answer = await fetch(new URL(path, url), {
    signal: left.signal,
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
  })
  const events: StreamEvent[] = []
  const ids: string[] = []
  let retryMs: number | null = null
  const take = (block: string) => {
    const { event, data, id = null, retry } = fieldsOf(block)
    if (retry !== undefined) retryMs = Number(retry)
    if (id !== null) ids.push(id)
    if (event !== undefined) events.push({ event, data: fieldsIn(data ?? ''), id })
  }
  const isWhole = (name: string, isWanted: (data: StreamEvent['data']) => boolean) =>
    eventually(`an event ${name}`, async () =>
      events.find(({ event, data }) => event === name && isWanted(data)),
    )
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    lastId: () => ids.at(-1) ?? '',
    next: (name, isWanted = () => true) => isWhole(name, isWanted),
    retryMs: () => retryMs,
    ended: readBlocks(answer, take),
    leave: () => left.abort(),
  }
}

const fieldsOf = (block: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )

async function readBlocks(answer: Response, take: (block: string) => void): Promise<boolean> {
  let rest = ''
  try {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
    return true
  } catch {
    return false
  }
}
