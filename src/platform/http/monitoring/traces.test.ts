import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { startTukar } from '../../../../tests/harness.ts'
import { allSent } from '../../../../tests/make/mails.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { startSilentServer } from '../../../../tests/make/silent-server.ts'
import { currentSpan, traceChild, traceFields, traceRoot } from '../../../base/tracing.ts'
import { startTracing } from './traces.ts'

const id = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`))
const nanos = z.string().regex(/^1\d{18}$/)
const Attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.union([z.int(), z.string()]) }),
  ]),
})
const OtlpSpan = z.strictObject({
  traceId: id(32),
  spanId: id(16),
  parentSpanId: id(16).optional(),
  traceState: z.string().optional(),
  flags: z.int().optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: z.array(Attribute),
  droppedAttributesCount: z.literal(0),
  events: z.array(z.never()),
  droppedEventsCount: z.literal(0),
  links: z.array(z.looseObject({ traceId: id(32), spanId: id(16) })),
  droppedLinksCount: z.literal(0),
  status: z.strictObject({ code: z.int().min(0).max(2) }),
})
type OtlpSpan = z.output<typeof OtlpSpan>
const Export = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.looseObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.looseObject({ name: z.literal('tukar') }),
          spans: z.array(OtlpSpan).min(1),
        }),
      ),
    }),
  ),
})

/** A collector that accepts only valid OTLP/HTTP. */
async function startCollector(t: TestContext) {
  const spans: OtlpSpan[] = []
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = Buffer.concat(pieces).toString('utf8')
    const { method, url, headers } = request
    const read = Export.safeParse(JSON.parse(text))
    const isMeant = method === 'POST' && url === '/v1/traces' && headers['x-key'] === 'a b'
    if (!isMeant || headers['content-type'] !== 'application/json') problems.push(`${url}`)
    if (!read.success) problems.push(z.prettifyError(read.error))
    else {
      const scopes = read.data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)
      spans.push(...scopes.flatMap((scope) => scope.spans))
    }
    response.setHeader('content-type', 'application/json').end('{"partialSuccess":{}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return { spans, problems, endpoint: `http://127.0.0.1:${port}` }
}

const tracingTo = (endpoint: string, ratio = 1) =>
  ({ endpoint, headers: { 'x-key': 'a b' }, serviceName: 'tukar', ratio }) as const

test('without a tracer work only runs, and log lines have no trace', async () => {
  assert.equal(await traceRoot('a', { parent: null }, async (span) => span), null)
  assert.equal(await traceChild('a', {}, async () => currentSpan()), null)
  assert.deepEqual(traceFields(), {})
})

test('a ratio of 0 exports nothing, and a sampled parent decides for its trace', async (t) => {
  const { spans, problems, endpoint } = await startCollector(t)
  const stop = await startTracing(tracingTo(endpoint, 0))
  t.after(stop)
  await traceRoot('unsampled', { parent: null }, async () => {
    assert.equal(currentSpan(), null)
    await traceChild('below', {}, async (span) => assert.equal(span, null))
  })
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await traceRoot('sampled', { parent }, async () => {
    assert.match(traceFields()['trace_id'] ?? '', /^4bf92f3577b34da6a3ce929d0e0e4736$/)
  })
  await traceRoot('broken', { parent: '00-zz-00f067aa0ba902b7-01' }, async () => undefined)
  await stop()
  assert.deepEqual(problems, [])
  assert.deepEqual(
    spans.map(({ name, parentSpanId }) => [name, parentSpanId]),
    [['sampled', '00f067aa0ba902b7']],
  )
})

test('a collector that does not answer delays the stop by two seconds at most', async (t) => {
  const port = await startSilentServer(t)
  const stop = await startTracing(tracingTo(`http://127.0.0.1:${port}`))
  await traceRoot('lost', { parent: null }, async () => undefined)
  const startedMs = performance.now()
  await stop()
  assert.ok(performance.now() - startedMs < 9_000, 'less than an export may take')
})

const outside = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('an outside caller behind a trusted proxy is linked to, not continued', async (t) => {
  const { spans, endpoint } = await startCollector(t)
  const trustProxy = ['127.0.0.1', '::1']
  const tukar = await startTukar(t, { tracing: tracingTo(endpoint), trustProxy })
  await fetch(`${tukar.url}/api/banner`, { headers: { traceparent: outside } })
  await tukar.service.stop()
  const root = spans.find(({ name }) => name === 'GET /api/banner')
  assert.ok(root !== undefined)
  assert.notEqual(root.traceId, outside.slice(3, 35))
  assert.equal(root.parentSpanId, undefined)
  assert.deepEqual(
    root.links.map(({ traceId }) => traceId),
    [outside.slice(3, 35)],
  )
})

test('an outside caller behind a trusted proxy does not choose what is traced', async (t) => {
  const { spans, endpoint } = await startCollector(t)
  const trustProxy = ['127.0.0.1', '::1']
  const tukar = await startTukar(t, { tracing: tracingTo(endpoint, 0), trustProxy })
  await fetch(`${tukar.url}/api/banner`, { headers: { traceparent: outside } })
  await tukar.service.stop()
  assert.deepEqual(spans, [])
})

/** The names from the first span of the trace down to this one. */
function pathOf(spans: readonly OtlpSpan[], span: OtlpSpan): readonly string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  assert.ok(parent !== undefined || span.parentSpanId === undefined, `${span.name}: no parent`)
  return [...(parent === undefined ? [] : pathOf(spans, parent)), span.name]
}

test("a callback's trace reaches the notices it causes, without personal data", async (t) => {
  const { spans, problems, endpoint } = await startCollector(t)
  const tukar = await startTukar(t, { tracing: tracingTo(endpoint) })
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const body = paidInto(account, 'payment-9071')
  await reportPayx(tukar, 'deposit-paid', body)
  await allSent(tukar)
  await tukar.service.stop()
  const root = spans.find(({ name }) => name.startsWith('POST /api/webhook/'))
  const mine = spans.filter(({ traceId }) => traceId === root?.traceId)
  const request = mine.find(({ parentSpanId }) => parentSpanId === undefined)?.name
  const paths = mine.map((span) => pathOf(mine, span).join(' > '))
  for (const path of [
    `${request}`,
    `${request} > batch`,
    `${request} > batch > transaction`,
    `${request} > batch > transaction > job deliver`,
  ]) {
    assert.ok(paths.includes(path), `${path} is not among\n${paths.join('\n')}`)
  }
  const notices = paths.filter((path) => /> job deliver > call report-queue$/.test(path))
  assert.ok(notices.length > 0, paths.join('\n'))
  assert.deepEqual(problems, [])
  const text = JSON.stringify(spans)
  const secrets = [body, account].flatMap(textsIn).filter((one) => one.length > 7)
  assert.ok(secrets.length > 0)
  for (const secret of secrets) assert.ok(!text.includes(secret), secret)
})

/** Returns all strings and numbers in a value as text. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [String(value)]
