import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/endpoints.ts'
import { startTukar } from '../harness.ts'
import { makeFirstAdmin } from '../make/operator.ts'
import { makeTrader } from '../make/trader.ts'
import { assertNone, parse, projectSources } from './source.ts'
import { writingReadOffences } from './writing-reads.ts'

test('each GET endpoint that writes says so, so that HEAD of it is refused', () =>
  assertNone(writingReadOffences(projectSources())))

test('HEAD of a GET endpoint that writes is refused, whoever calls', async (t) => {
  const tukar = await startTukar(t)
  const tokens = [(await makeTrader(tukar)).token, (await makeFirstAdmin(tukar)).token]
  const writing = endpoints.filter(({ writes }) => writes)
  assert.ok(writing.length > 10)
  for (const { method, path } of writing) {
    assert.equal(method, 'GET')
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    for (const token of tokens) {
      const head = await tukar.call('HEAD', url, { token })
      assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET'], path)
    }
  }
})

test('a row that writes through other functions is found, and one that says so in vain', () => {
  const routes = `import { verify } from './verify.ts'
    import { read } from './read.ts'
    const shared = { run: (ctx) => verify(ctx) }
    const all = [
      get('/a', { run: verify }),
      vision.get('/b', { run: read }),
      get('/c', { run: verify, writes: true }),
      get('/d', { run: read, writes: true }),
      get('/e', { ...shared }),
      get('/f', shared),
    ]`
  const files = {
    'src/app/x/routes.ts': routes,
    'src/app/x/verify.ts': `import { spend } from './x.sql.ts'
      export const verify = (ctx) => ctx.db.inTransaction((tx) => all([tx].map(spend)))`,
    'src/app/x/read.ts': 'export const read = (ctx) => sql`select 1`',
    'src/app/x/x.sql.ts': 'export const spend = (tx) => sql`delete from links where used`',
  }
  const found = writingReadOffences(parse(files)).map(({ line, rule }) => `${line} ${rule}`)
  assert.deepEqual(found, [
    '5 /a writes (spend)',
    '8 /d writes nothing',
    '9 /e writes (spend)',
    '10 /f writes (spend)',
  ])
})
