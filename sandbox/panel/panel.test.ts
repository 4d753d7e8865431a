import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startSandbox } from '../sandbox.ts'
import { Callbacks, call, eventually, type Rig, startRig, testSecrets } from '../test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig(1)
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

/** Sends a request with these headers; `fetch` does not allow setting the host. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${rig.sandbox.url}${path}`, { method, headers }, (response) => {
      void text(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
    sent.once('error', reject)
    sent.end()
  })
}

describe('the panel', () => {
  test('is served at each of its addresses, under a strict policy', async () => {
    for (const path of ['/', '/money-in', '/callbacks']) {
      const page = await fetch(`${rig.sandbox.url}${path}`)
      assert.equal(page.status, 200, path)
      assert.equal(page.headers.get('cache-control'), 'no-cache')
      const markup = await page.text()
      assert.doesNotMatch(markup, /<script(?![^>]* src=)|<style|\s(?:on[a-z]+|style)=|https?:/)
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    }
  })

  test('has scripts and styles that caches may keep for ever, and no other file', async () => {
    const markup = await (await fetch(rig.sandbox.url)).text()
    const named = markup.matchAll(/(?:src|href)="(\/panel\/assets\/[^"]+)"/g)
    const files = new Set([...named].map(([, file = '']) => file))
    assert.ok(files.size >= 2)
    for (const file of files) {
      const asset = await fetch(`${rig.sandbox.url}${file}`)
      assert.equal(asset.status, 200, file)
      assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(asset.headers.get('x-content-type-options'), 'nosniff')
    }
    for (const none of ['main.tsx', '..%2f..%2fpackage.json', 'manifest.json']) {
      assert.equal((await fetch(`${rig.sandbox.url}/panel/assets/${none}`)).status, 404, none)
    }
  })

  test('leaves the providers their own addresses and errors', async () => {
    assert.equal((await call(`${rig.sandbox.url}/payx/v2/payouts/none`, 'GET')).status, 401)
    assert.equal((await fetch(`${rig.sandbox.url}/venue/api/v3/ping`)).status, 200)
  })
})

describe('the control API', () => {
  test('refuses pages of other origins, whatever they send', async () => {
    const { host } = new URL(rig.sandbox.url)
    await rig.control('POST', '/faults', { provider: 'payx', fault: 'latency' })
    for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1:1', `https://${host}`]) {
      assert.equal(await send('DELETE', '/control/faults', { host, origin }), 403, origin)
      assert.equal(await send('POST', '/control/reset', { host, origin }), 403, origin)
      assert.equal(await send('GET', '/control/messages', { host, origin }), 403, origin)
    }
    assert.equal(z.array(z.unknown()).parse((await rig.control('GET', '/faults')).json).length, 1)
    assert.equal(await send('DELETE', '/control/faults', { host, origin: `http://${host}` }), 200)
  })

  test('refuses names that another site may have pointed here', async () => {
    const { port } = new URL(rig.sandbox.url)
    for (const name of ['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test']) {
      const host = `${name}:${port}`
      for (const path of ['/', '/market', '/control/messages', '/panel/assets/main.js']) {
        assert.equal(await send('GET', path, { host }), 403, `${name} ${path}`)
      }
      const headers = { host, origin: `http://${host}` }
      assert.equal(await send('POST', '/control/reset', headers), 403, name)
    }
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      assert.equal(await send('GET', '/control/messages', { host: `${name}:${port}` }), 200, name)
    }
  })

  test('clears one fault of several', async () => {
    const set = async (fault: string) => {
      const { json } = await rig.control('POST', '/faults', { provider: 'payx', fault })
      return z.looseObject({ id: z.string() }).parse(json).id
    }
    const [first] = [await set('latency'), await set('error-500')]
    assert.equal((await rig.control('DELETE', `/faults/${first}`)).status, 200)
    const left = z.array(z.looseObject({ fault: z.string() }))
    const { json } = await rig.control('GET', '/faults')
    assert.deepEqual(
      left.parse(json).map(({ fault }) => fault),
      ['error-500'],
    )
    assert.equal((await rig.control('DELETE', `/faults/${first}`)).status, 404)
  })

  test('lets provider time pass at once, or run at another speed', async () => {
    const open = async () => {
      const body = { external_id: 'a', bank_code: 'BCA', name: 'Siti' }
      const credentials = Buffer.from(`${testSecrets.payxSecretKey}:`).toString('base64')
      const headers = { authorization: `Basic ${credentials}` }
      await call(`${rig.sandbox.url}/payx/callback_virtual_accounts`, 'POST', body, headers)
    }
    const activated = (count: number) =>
      eventually(async () => {
        const { json } = await rig.control('GET', '/callbacks?provider=payx')
        return Callbacks.parse(json).length === count
      })
    await open()
    await rig.control('POST', '/clock', { advanceMs: 11_000 })
    const clock = await rig.control('GET', '/clock')
    assert.deepEqual(clock.json, { timeScale: 1, pending: 1 })
    await rig.control('POST', '/clock', { advanceMs: 1_000 })
    await activated(1)
    await open()
    await rig.control('POST', '/clock', { timeScale: 10_000 })
    await activated(2)
    assert.equal((await rig.control('POST', '/clock', { timeScale: 0 })).status, 400)
    await rig.control('POST', '/clock', { timeScale: 1 })
  })

  test('returns the newest of long lists, and what one provider keeps', async () => {
    for (const amount of [1, 2, 3]) {
      await rig.control('POST', '/payx/va-payments', { accountNumber: '880801', amount })
    }
    const callbacks = Callbacks.parse((await rig.control('GET', '/callbacks?limit=2')).json)
    assert.deepEqual(
      callbacks.map(({ body }) => /"amount":(\d)/.exec(body)?.[1]),
      ['2', '3'],
    )
    const payments = z.object({ payments: z.array(z.looseObject({ amount: z.string() })) })
    const State = z.strictObject({ payx: z.looseObject(payments.shape) })
    const { payx } = State.parse((await rig.control('GET', '/state?provider=payx&limit=1')).json)
    assert.deepEqual(
      payx.payments.map(({ amount }) => amount),
      ['3'],
    )
  })

  test('reports changes to pages as they happen', async () => {
    const leaving = new AbortController()
    const { signal } = leaving
    const following = await fetch(`${rig.sandbox.url}/control/changes`, { signal })
    assert.equal(following.headers.get('content-type'), 'text/event-stream')
    const received: string[] = []
    const decoder = new TextDecoder()
    const reading = (async () => {
      for await (const piece of following.body ?? []) received.push(decoder.decode(piece))
    })()
    await rig.control('POST', '/payx/va-payments', { accountNumber: '880801', amount: 1 })
    await eventually(
      () => /"callbacks"/.test(received.join('')) && /"state"/.test(received.join('')),
    )
    await rig.control('POST', '/faults', { provider: 'payx', fault: 'latency' })
    await eventually(() => /"faults"/.test(received.join('')))
    leaving.abort()
    await assert.rejects(reading, { name: 'AbortError' })
  })

  test('makes no trader while a provider is real', async () => {
    const some = await startSandbox({
      secrets: testSecrets,
      serviceUrl: rig.service.url,
      only: ['payx', 'mail'],
    })
    const received = rig.service.received.length
    try {
      const refused = await call(`${some.url}/control/traders`, 'POST')
      assert.equal(refused.status, 409)
      assert.equal(rig.service.received.length, received)
      const known = await call(`${some.url}/control/providers`, 'GET')
      assert.deepEqual(z.looseObject({ providers: z.unknown() }).parse(known.json).providers, [
        'payx',
        'mail',
      ])
    } finally {
      await some.close()
    }
  })

  test('makes no trader before the service has an address', async () => {
    const alone = await startSandbox({ secrets: testSecrets })
    try {
      assert.equal((await call(`${alone.url}/control/traders`, 'POST')).status, 409)
    } finally {
      await alone.close()
    }
  })
})
