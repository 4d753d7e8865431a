import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { request } from 'undici'
import { z } from 'zod'
import { startTukar } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import type { Config } from '../../config/config.ts'

const start = (t: TestContext, config: Partial<Config>) =>
  startHttp(t, httpContext(t, { config }), [])

const Manifest = z.object({
  start_url: z.string(),
  display: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
})

const emulators = { port: 9, smtpPort: 0, timeScale: 1, of: [] }

describe('the reference app', () => {
  test('is served in a sandbox at each address below /app, under a strict policy', async (t) => {
    const http = await start(t, { sandbox: true })
    for (const address of ['/app', '/app/orders', '/app/markets/BTC_IDR']) {
      const page = await http.call(address)
      assert.equal(page.status, 200, address)
      assert.equal(page.headers.get('cache-control'), 'no-cache')
      assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|\s(?:on[a-z]+|style)=|https?:/)
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
      assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    }
  })

  test('and the console are both served when first asked for at the same time', async (t) => {
    const http = await start(t, { sandbox: true })
    const pages = await Promise.all(['/app', '/console'].map((address) => http.call(address)))
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200],
    )
  })

  test('has scripts and styles that caches may keep for ever, and no other file', async (t) => {
    const http = await start(t, { sandbox: true })
    const { text } = await http.call('/app')
    const named = [...text.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)]
    const files = new Set(named.map(([, file = '']) => file))
    assert.ok(files.size > 2)
    for (const file of files) {
      const asset = await http.call(file)
      assert.equal(asset.status, 200, file)
      assert.match(file, /-[A-Z0-9]{8}\.(?:js|css)$/)
      assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    }
    for (const none of ['main.js', '..%2f..%2fpackage.json', 'manifest.json']) {
      assert.equal((await http.call(`/app/assets/${none}`)).status, 404, none)
    }
  })

  test('names all that its script imports, and paints something before it has any', async (t) => {
    const http = await start(t, { sandbox: true })
    const { text } = await http.call('/app')
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? []
    const names = async (file: string) =>
      [...(await http.call(file)).text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
        ([, name = '']) => `/app/assets/${name}`,
      )
    const needed = await names(script)
    assert.ok(needed.length > 0)
    for (const file of needed) {
      assert.ok(text.includes(`<link rel="modulepreload" href="${file}">`), file)
    }
    assert.ok(text.indexOf('<svg') < text.indexOf('rel="stylesheet"'))
  })

  test('can be installed: its page names a manifest, which names icons of its sizes', async (t) => {
    const http = await start(t, { sandbox: true })
    const page = await http.call('/app/wallet')
    const [, named = ''] = /<link rel="manifest" href="([^"]+)">/.exec(page.text) ?? []
    const { text, headers } = await http.call(named)
    assert.equal(headers.get('content-type'), 'application/manifest+json')
    const manifest = Manifest.parse(JSON.parse(text))
    assert.deepEqual([manifest.start_url, manifest.display], ['/app', 'standalone'])
    for (const { src, sizes } of manifest.icons) {
      const icon = await request(`${http.url}${src}`)
      const { width, height } = await sharp(Buffer.from(await icon.body.arrayBuffer())).metadata()
      assert.equal(`${width}x${height}`, sizes)
    }
    assert.equal(manifest.icons.length, 2)
    assert.match(page.text, /<meta name="theme-color" media="[^"]*dark/)
  })

  test('shows the mails of its sandbox to its own pages, and to no other site', async (t) => {
    const { url } = await startTukar(t, { app: true })
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await request(`${url}/app/sandbox/messages`, { headers })).statusCode
    const { host, port } = new URL(url)
    assert.equal(await ask({}), 200)
    assert.equal(await ask({ origin: `http://${host}` }), 200)
    assert.equal(await ask({ host: `localhost:${port}` }), 200)
    assert.equal(await ask({ origin: 'https://elsewhere.example' }), 403)
    assert.equal(await ask({ host: `elsewhere.example:${port}` }), 403)
  })

  test('is not served with real providers, nor are the mails of others', async (t) => {
    const http = await start(t, { sandbox: false, emulators })
    for (const address of ['/app', '/app/orders', '/app/sandbox/messages', '/reset-password']) {
      assert.equal((await http.call(address)).status, 404, address)
    }
  })
})
