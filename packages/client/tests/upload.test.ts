import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTukar, memoryStore } from '../src/client.ts'
import { holdTimers } from './hold-timers.ts'
import { ok, responder, tokens, url } from './responder.ts'

/** As much of XMLHttpRequest as the client uses; it reports two halves. */
class FakeXhr {
  static readonly sent: Readonly<{ headers: Headers; body: Blob; operation: string }>[] = []
  readonly upload: { onprogress?: (sent: { loaded: number; total: number }) => void } = {}
  readonly headers = new Headers()
  operation = ''
  status = 0
  responseText = ''
  onload = () => undefined
  onloadend = () => undefined

  open(method: string, to: string) {
    this.operation = `${method} ${to}`
  }

  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }

  getAllResponseHeaders() {
    return 'content-type: application/json\r\nx-request-id: r-1\r\n'
  }

  abort() {
    this.onloadend()
  }

  async send(body: Blob) {
    const { operation, headers } = this
    FakeXhr.sent.push({ operation, headers, body })
    this.upload.onprogress?.({ loaded: body.size / 2, total: body.size })
    this.upload.onprogress?.({ loaded: body.size, total: body.size })
    const isFirst = FakeXhr.sent.length === 1
    this.status = isFirst ? 503 : 200
    this.responseText = isFirst ? '{"message":"api.service_unavailable"}' : await ok({}).text()
    this.onload()
    this.onloadend()
  }
}

test('an upload reports its progress, and keeps credentials and key through a retry', async (t) => {
  Object.defineProperty(globalThis, 'XMLHttpRequest', { value: FakeXhr, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  const store = memoryStore()
  await store.save({ tokens: tokens(1), deviceKeys: {} })
  const { fetch, sent } = responder(() => ok({}))
  const shares: number[] = []
  await createTukar({ url, fetch, store }).upload('/api/deposit/cash', {
    body: {
      ...{
        amount: '50000',
        fullName: 'Ani',
        email: 'ani@tukar.test',
        phone: '1',
        countryCode: 'ID',
      },
      ...{ dialCode: '62', bankName: 'BCA', bankNo: '12345', bankCompany: 'Tukar' },
      payment: new Blob(['slip'], { type: 'image/png' }),
    },
    onProgress: (share) => shares.push(share),
  })
  assert.deepEqual([shares, sent.length], [[0.5, 1, 0.5, 1], 0])
  const [first, second] = FakeXhr.sent
  assert.ok(first && second)
  for (const { operation, headers, body } of [first, second]) {
    assert.equal(operation, `POST ${url}/api/deposit/cash`)
    assert.equal(headers.get('authorization'), 'Bearer xat_1')
    const type = headers.get('content-type') ?? ''
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    assert.equal(form.get('amount'), '50000')
    const slip = form.get('payment')
    assert.ok(slip instanceof Blob)
    assert.equal(await slip.text(), 'slip')
  }
  assert.ok(first.headers.get('idempotency-key'))
  assert.equal(first.headers.get('idempotency-key'), second.headers.get('idempotency-key'))
})

/** A line on which the test decides when a part has been sent, and when the response comes. */
class SlowXhr extends FakeXhr {
  static begun = Promise.withResolvers<SlowXhr>()
  onabort = () => undefined

  override abort() {
    this.onabort()
    super.abort()
  }

  override async send() {
    SlowXhr.begun.resolve(this)
  }

  async respond() {
    this.status = 200
    this.responseText = await ok({}).text()
    this.onload()
    this.onloadend()
  }
}

test('an upload is given up when it stalls, not when it takes long', async (t) => {
  Object.defineProperty(globalThis, 'XMLHttpRequest', { value: SlowXhr, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  const pass = holdTimers(t, 1_001)
  const begin = async () => {
    SlowXhr.begun = Promise.withResolvers()
    const uploaded = createTukar({ url, tries: 1, timeoutMs: 1_001 }).upload('/api/idp/ocr', {
      body: { userId: '1', nationality: 'ID', ktp_image: new Blob(['a picture']) },
      onProgress: () => undefined,
    })
    return [uploaded, await SlowXhr.begun.promise] as const
  }
  const [slow, line] = await begin()
  for (const loaded of [1, 2, 3]) {
    pass(900)
    line.upload.onprogress?.({ loaded, total: 3 })
  }
  await Promise.all([slow, line.respond()])
  const [silent] = await begin()
  pass(1_001)
  await assert.rejects(silent, { name: 'ConnectionError' })
})
