import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { Refusal } from './refusal.ts'
import type { Send, Transport } from './send.ts'
import { backoffMs, wait } from './wait.ts'

type StreamQuery = Readonly<Record<string, string>>

export type StreamOptions = Readonly<{
  /** Called if events may have been missed: read the lists that the app shows again. */
  readAgain?: () => void
  /** Called with true for each new connection, with false when it is lost. */
  onConnected?: (connected: boolean) => void
  /** A function is called for each connection. */
  query?: StreamQuery | (() => StreamQuery)
  signal?: AbortSignal
}>

export type Stream = Readonly<{
  close: () => void
  /** Connects anew, because the query has changed; continues after the last received event. */
  reconnect: () => void
  /** Resolves when the stream was closed; rejects if the service refuses it for good. */
  ended: Promise<void>
}>

/** Opens a connection that continues after the last received event. */
export type Connect = (lastEventId: string | null, signal: AbortSignal) => Promise<Response>

export type StreamTimes = Readonly<{
  /** The pause before a reconnection, unless the service names another, and its maximum. */
  retryMs: number
  mostMs: number
  /** A connection that is silent for longer is lost: the service sends something every 15 s. */
  silenceMs: number
}>

export const streamTimes: StreamTimes = { retryMs: 1_000, mostMs: 30_000, silenceMs: 45_000 }

type Receive = (event: string, data: unknown) => void

/** Follows a stream until it is closed, over as many connections as that takes. */
export function follow(
  connect: Connect,
  receive: Receive,
  options: StreamOptions,
  times: StreamTimes,
): Stream {
  const closed = new AbortController()
  const close = () => closed.abort()
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted === true) close()
  const control: Control = { closed: closed.signal, renew: () => undefined }
  const ended = followUntil(control, connect, receive, options, times).finally(() =>
    options.signal?.removeEventListener('abort', close),
  )
  // An app that does not look at the end must not fail by it.
  ended.catch(() => undefined)
  return { close, reconnect: () => control.renew(), ended }
}

type Control = {
  readonly closed: AbortSignal
  /** Ends the current connection, so that the next one opens at once. */
  renew: () => void
}

async function followUntil(
  control: Control,
  connect: Connect,
  receive: Receive,
  { readAgain, onConnected }: StreamOptions,
  times: StreamTimes,
): Promise<void> {
  const { closed } = control
  let lastEventId: string | null = null
  let { retryMs } = times
  let failures = 0
  const onEvent = ({ event = 'message', data, id }: EventSourceMessage) => {
    // The app may have closed the stream at an earlier event of the same text.
    if (closed.aborted) return
    const value = guarded((): unknown => JSON.parse(data))
    if (event === 'start' && isFresh(value)) guarded(() => readAgain?.())
    if (value !== undefined) guarded(() => receive(event, value))
    // An event counts as received once the app has handled it, even if that failed.
    lastEventId = id ?? lastEventId
  }
  while (!closed.aborted) {
    const parser = createParser({
      onEvent,
      onRetry: (ms) => {
        retryMs = ms
      },
    })
    const onText = (text: string) => {
      failures = 0
      parser.feed(text)
      // A quiet stream sends its position without data, of which the parser makes no event.
      lastEventId = /(?:^|\n\n)id: ?(\S+)\n\n$/.exec(text)?.[1] ?? lastEventId
    }
    const open = (signal: AbortSignal) => connect(lastEventId, signal)
    const connected = () => guarded(() => onConnected?.(true))
    let isRenewed = false
    const begun = (stop: () => void) => {
      control.renew = () => {
        isRenewed = true
        stop()
      }
    }
    const failure = await readOnce(open, { begun, connected, onText }, closed, times.silenceMs)
    if (isRenewed && !closed.aborted) continue
    guarded(() => onConnected?.(false))
    if (closed.aborted) return
    if (failure instanceof Refusal && isFinal(failure)) throw failure
    const askedMs = failure instanceof Refusal ? (failure.retryAfterMs ?? 0) : 0
    const pauseMs = Math.max(askedMs, backoffMs(failures, retryMs, times.mostMs))
    failures += 1
    await wait(pauseMs, closed).catch(() => undefined)
  }
}

/**
 * Calls a function of the app, or reads what the service sent. As with EventSource, the global
 * handler of errors receives what it throws, and the stream goes on: a new connection would bring
 * the same event again.
 */
function guarded<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    setTimeout(() => {
      throw error
    })
    return undefined
  }
}

type Reading = Readonly<{
  begun: (stop: () => void) => void
  connected: () => void
  onText: (text: string) => void
}>

/** Reads one connection to its end; returns why it failed, or null if it was ended. */
async function readOnce(
  open: (signal: AbortSignal) => Promise<Response>,
  { begun, connected, onText }: Reading,
  closed: AbortSignal,
  silenceMs: number,
): Promise<unknown> {
  const stop = new AbortController()
  const onClose = () => stop.abort()
  begun(onClose)
  closed.addEventListener('abort', onClose)
  let timer = setTimeout(onClose, silenceMs)
  try {
    const { body } = await open(stop.signal)
    if (body === null) throw new TypeError('this `fetch` does not stream: give the client another')
    connected()
    const reader = body.getReader()
    // Not every `fetch` ends the body of an aborted request.
    stop.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return null
      clearTimeout(timer)
      timer = setTimeout(onClose, silenceMs)
      onText(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    return error
  } finally {
    clearTimeout(timer)
    closed.removeEventListener('abort', onClose)
    stop.abort()
  }
}

const isFresh = (start: unknown): boolean =>
  typeof start === 'object' && start !== null && Reflect.get(start, 'resumed') === false

/** Whether a later attempt would be refused as well. */
const isFinal = ({ status }: Refusal): boolean => status < 500 && status !== 408 && status !== 429

/** Calls the handler of an event, if there is one. */
export function dispatch(handlers: object, event: string, data: unknown): void {
  const handler: unknown = Object.hasOwn(handlers, event) ? Reflect.get(handlers, event) : null
  if (typeof handler === 'function') handler(data)
}

/** Opens a stream's connections, each resumed after the last event. */
export const connectionsTo =
  ({ open }: Send, transport: Transport, address: () => string) =>
  (lastEventId: string | null, signal: AbortSignal) => {
    const headers = { accept: 'text/event-stream' }
    const resumed = lastEventId === null ? headers : { ...headers, 'Last-Event-ID': lastEventId }
    return open(new Request(address(), { headers: resumed, signal }), transport)
  }
