import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { configOf } from '../../../../tests/make/config.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import type { Config } from '../../config/config.ts'
import { type ListenerName, listenersOf } from '../listeners.ts'

/** As a browser sends it for an address that a person opened. */
const browsing = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const emulators = { port: 3001, smtpPort: 0, timeScale: 1, of: ['payx', 'venue'] } as const
const place = { host: '127.0.0.1', port: 0 }

function start(t: TestContext, config: Partial<Config>, name: ListenerName = 'public') {
  const apart = name === 'public' ? {} : { internal: place, callbacks: place }
  const listeners = listenersOf({ ...configOf({}), internal: null, callbacks: null, ...apart })
  const listener = listeners.find((one) => one.name === name) ?? assert.fail()
  return startHttp(t, httpContext(t, { config }), [], { listener })
}

const doorsIn = (html: string): readonly string[] =>
  [...html.slice(html.indexOf('<ul class="doors">')).matchAll(/<li><a href="([^"]+)"/g)].map(
    ([, to = '']) => to,
  )

describe('the front page', () => {
  test('has a door to each part of a sandbox, and each leads somewhere', async (t) => {
    const http = await start(t, { sandbox: true, mode: 'development', emulators })
    const page = await http.call('/')
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const [sandbox, ...doors] = doorsIn(page.text).toReversed()
    assert.equal(sandbox, 'http://127.0.0.1:3001')
    assert.deepEqual(doors.toReversed(), ['/app', '/console', '/docs', '/docs/guides'])
    for (const door of doors) assert.equal((await http.call(door)).status, 200, door)
    assert.match(page.text, /<dt>Mode<\/dt><dd>development<\/dd>/)
    assert.match(page.text, /<dd>payx, venue<\/dd>/)
  })

  test('says whether the node is ready, and in production no more of it', async (t) => {
    const http = await start(t, { sandbox: false, mode: 'production', emulators: null })
    const { text } = await http.call('/')
    // This test has no database.
    assert.match(text, /<dt>State<\/dt><dd>not ready/)
    assert.doesNotMatch(text, /<dt>(?:Mode|API|Emulated providers)/)
    assert.deepEqual(doorsIn(text), ['/console', '/docs', '/docs/guides'])
  })

  test('of the internal listener has the doors of operators', async (t) => {
    const http = await start(t, { sandbox: false, emulators: null }, 'internal')
    const doors = doorsIn((await http.call('/')).text)
    assert.deepEqual(doors, ['/console', '/operator/docs'])
    for (const door of doors) assert.equal((await http.call(door)).status, 200, door)
  })
})

describe('an address that leads nowhere', () => {
  test('is a page with doors for a person, and an envelope for a program', async (t) => {
    const http = await start(t, { sandbox: true })
    for (const address of ['/docs/guidez', '/docs/guides/frist-deposit', '/consol', '/x?y=1']) {
      const page = await http.call(address, { headers: browsing })
      assert.equal(page.status, 404, address)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8', address)
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
      assert.deepEqual(doorsIn(page.text), ['/app', '/console', '/docs', '/docs/guides'])
      assert.equal((await http.call(address)).message, 'api.not_found')
    }
    for (const address of ['/api', '/api/nothing', '/operator/api/nothing', '/api?x']) {
      const answer = await http.call(address, { headers: browsing })
      assert.equal(answer.message, 'api.not_found', address)
    }
    const sent = await http.call('/docs/guidez', { method: 'POST', headers: browsing })
    assert.equal(sent.message, 'api.not_found')
  })

  test('is an envelope on the listener for callbacks, which serves no page', async (t) => {
    const http = await start(t, { sandbox: true }, 'callbacks')
    assert.equal((await http.call('/', { headers: browsing })).message, 'api.not_found')
  })
})
