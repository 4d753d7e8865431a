import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { build } from 'esbuild'
import { sql } from 'kysely'
import { eventually, startTukar } from '../harness.ts'
import { startLinkTo } from '../make/link-to-service.ts'
import { makeMessages } from '../make/messages.ts'
import { makeTrader, password } from '../make/trader.ts'
import { openPage } from './browser.ts'

/** Serves an empty page with the client, from a separate origin. */
async function servePage(t: TestContext): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'client-page.ts')],
    alias: {
      '@tukar/client': path.join(import.meta.dirname, '../../packages/client/src/client.ts'),
    },
    ...{ bundle: true, write: false, platform: 'browser', format: 'iife', globalName: 'app' },
  })
  const script = `<script>${outputFiles[0]?.text}</script>`
  const page = `<!doctype html><link rel="icon" href="data:,">${script}`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}`
}

const slowUploads = {
  ...{ offline: false, latency: 0, downloadThroughput: -1 },
  uploadThroughput: 500_000,
}

test('the client works in a page of another origin', async (t) => {
  const origin = await servePage(t)
  const tukar = await startTukar(t, { origins: [origin] })
  const trader = await makeTrader(tukar)
  const link = await startLinkTo(t, tukar.url)
  const page = await openPage(t, origin, link.url)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    sent.push(`${request.resourceType()} ${request.method()} ${pathname}`)
  })
  const sentOf = (one: string) => sent.filter((other) => other === one).length
  const run = (name: string, ...args: unknown[]): Promise<unknown> =>
    page.evaluate(`app.${name}(...${JSON.stringify(args)})`)
  await page.goto('/')

  await t.test('it signs in, and reads the key of its device', async () => {
    const credential = { email: trader.email, password }
    assert.deepEqual(await run('signIn', link.url, credential), [trader.email])
  })
  await t.test('many calls share one refresh', async () => {
    await sql`update access_tokens set expires_at = now()`.execute(tukar.service.ctx.db.read)
    assert.deepEqual(
      await run('readAtOnce', 8),
      Array.from({ length: 8 }, () => trader.email),
    )
    assert.equal(sentOf('fetch POST /api/auth/refresh-token'), 1)
  })
  await t.test('its stream continues after a lost connection', async () => {
    const heard = async () => String(await run('heardSoFar')).split(',')
    const receives = (what: string) => eventually(what, async () => (await heard()).includes(what))
    await run('follow')
    await receives('started')
    await makeMessages(tukar, trader, 1, 'first')
    await receives('first')
    link.cut()
    await makeMessages(tukar, trader, 1, 'second')
    await receives('second')
    // An event may be delivered twice.
    assert.deepEqual([...new Set(await heard())], ['started', 'first', 'resumed', 'second'])
  })
  await t.test('it reports the progress of an upload', async () => {
    const network = await page.context().newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', slowUploads)
    const shares = await run('upload', String(trader.id))
    assert.ok(Array.isArray(shares) && shares.length > 1)
    assert.ok(
      shares.every((share, at) => share > 0 && share <= 1 && share >= (shares[at - 1] ?? 0)),
    )
    assert.equal(shares.at(-1), 1)
    assert.equal(sentOf('xhr POST /api/idp/ocr'), 1)
  })
  await t.test('it reads the reason of a refusal, with the id of the request', async () => {
    const refusal = { key: 'auth.unauthenticated', hasId: true }
    assert.deepEqual(await run('refusalWithoutSignIn', link.url), refusal)
  })
})
