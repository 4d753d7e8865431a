import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { testDatabase } from '../../../../tests/database.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import type { Config } from '../../config/config.ts'

const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } }
const outside: Partial<Config> = {
  mode: 'production',
  production: true,
  baseUrl: 'https://api.tukar.example.com',
}

async function start(t: TestContext, config: Partial<Config>) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const { url: databaseUrl } = await testDatabase(t)
  const http = await startHttp(t, httpContext(t, { log, config, databaseUrl }), [])
  const about = () => lines.filter((line) => line.includes('"setting":"TRUST_PROXY"'))
  return { http, about }
}

describe('X-Forwarded-For of a peer that is not trusted', () => {
  test('is warned of once', async (t) => {
    const { http, about } = await start(t, {})
    assert.equal((await http.call('/health/live')).status, 200)
    assert.deepEqual(about(), [])
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await http.call('/health/live', forwarded)).status, 200)
    }
    assert.equal(about().length, 1)
    assert.match(about().join(), /X-Forwarded-For is ignored.*TRUST_PROXY does not name the peer/)
    assert.match(about().join(), /"peer":"127\.0\.0\.1"/)
  })

  test('of a trusted one is not warned of', async (t) => {
    const { http, about } = await start(t, { ...outside, trustProxy: ['127.0.0.0/8'] })
    assert.equal((await http.call('/docs/errors', forwarded)).status, 200)
    assert.deepEqual(about(), [])
  })
})

describe('a proxy that the settings of production deny', () => {
  const noProxy = { ...outside, trustProxy: 'none' as const }

  test('is refused, and no request of a stranger makes the node unready', async (t) => {
    const { http, about } = await start(t, noProxy)
    assert.equal((await http.call('/docs/errors')).status, 200)
    const refused = await http.call('/docs/errors', forwarded)
    assert.deepEqual([refused.status, refused.message], [503, 'api.service_unavailable'])
    for (const headers of [{}, forwarded]) {
      assert.equal((await http.call('/health/ready', headers)).status, 200)
    }
    assert.match(about().join(), /a request through a proxy was refused: TRUST_PROXY is none/)
    assert.equal((await http.call('/docs/errors')).status, 200, 'a direct caller is served')
  })

  test('is only warned about if no outside callers are served', async (t) => {
    const { http } = await start(t, { ...noProxy, baseUrl: 'http://127.0.0.1:3000' })
    assert.equal((await http.call('/docs/errors', forwarded)).status, 200)
    assert.equal((await http.call('/health/ready')).status, 200)
  })
})
