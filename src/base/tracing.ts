import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Spans of one process. Without a tracer, which `http/monitoring/traces.ts` installs if tracing is
 * configured, everything here only calls the work.
 *
 * Names and attributes of spans come from closed sets: methods, routes, jobs, providers, outcomes.
 * Ids of users, amounts, addresses, bodies, and paths as sent never belong in them.
 */

type AttributeName =
  | 'db.system.name'
  | 'http.request.method'
  | 'http.response.status_code'
  | 'http.route'
  | 'tukar.items'
  | 'tukar.job'
  | 'tukar.outcome'
  | 'tukar.provider'
  | 'tukar.request_id'

export type SpanAttributes = Readonly<Partial<Record<AttributeName, string | number>>>

export type Span = Readonly<{
  traceId: string
  spanId: string
  /** In the form of W3C Trace Context. */
  traceparent: string
  isSampled: boolean
  set: (attributes: SpanAttributes) => void
  fail: () => void
  end: () => void
}>

export type SpanStart = Readonly<{
  kind?: 'server' | 'client' | 'consumer' | 'internal'
  /** A span of this process, or a `traceparent`; null begins a trace. */
  parent: Span | string | null
  links?: readonly (Span | string)[]
  attributes?: SpanAttributes
}>

export type StartSpan = (name: string, start: SpanStart) => Span

let startSpan: StartSpan | null = null
const current = new AsyncLocalStorage<Span | null>()

/** Makes this process trace; returns a function that ends it. The last tracer counts. */
export function installTracer(start: StartSpan): () => void {
  startSpan = start
  return () => {
    if (startSpan === start) startSpan = null
  }
}

/** Returns the span that this code runs in, if it is sampled. */
export function currentSpan(): Span | null {
  if (startSpan === null) return null
  const span = current.getStore() ?? null
  return span?.isSampled === true ? span : null
}

type Work<Result> = (span: Span | null) => Promise<Result>

/** Runs work as the first span of this process: of a new trace, or of the one that called. */
export function traceRoot<Result>(
  name: string,
  start: SpanStart,
  work: Work<Result>,
): Promise<Result> {
  return startSpan === null ? work(null) : runIn(startSpan(name, start), work)
}

/** Runs work as a span below the current one; only runs it if there is none that is sampled. */
export function traceChild<Result>(
  name: string,
  start: Omit<SpanStart, 'parent'>,
  work: Work<Result>,
): Promise<Result> {
  const parent = currentSpan()
  if (startSpan === null || parent === null) return work(null)
  return runIn(startSpan(name, { ...start, parent }), work)
}

/**
 * Runs work that several callers share. Its span belongs to the first caller; each other caller has
 * a span of its own, and the two are linked.
 */
export function traceShared<Result>(
  name: string,
  callers: readonly (Span | null)[],
  work: () => Promise<Result>,
): Promise<Result> {
  const start = startSpan
  if (start === null) return work()
  const [parent, ...others] = callers.filter((span) => span !== null)
  if (parent === undefined) return current.run(null, work)
  const attributes = { 'tukar.items': callers.length }
  const span = start(name, { parent, links: others, attributes })
  const joined = others.map((other) => start(name, { parent: other, links: [span], attributes }))
  return runIn(span, work).finally(() => {
    for (const one of joined) one.end()
  })
}

async function runIn<Result>(span: Span, work: Work<Result>): Promise<Result> {
  try {
    return await current.run(span, work, span)
  } catch (error) {
    span.fail()
    throw error
  } finally {
    span.end()
  }
}

/** The fields that a log line has while its code runs in a sampled span. */
export function traceFields(): Readonly<Record<string, string>> {
  const span = currentSpan()
  return span === null ? {} : { trace_id: span.traceId, span_id: span.spanId }
}
