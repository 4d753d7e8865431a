import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '../../src/endpoints.ts'
import { unreachableOffences } from './console-calls.ts'
import { assertNone, parse, projectSources } from './source.ts'

const sources = projectSources().filter(({ path }) => path.startsWith('web/console/'))

test('operators reach every endpoint of theirs from a page of the console', () =>
  assertNone(unreachableOffences(sources, endpoints)))

const sample = [
  { method: 'GET', path: '/operator/api/things' },
  { method: 'GET', path: '/operator/api/things.csv' },
  { method: 'POST', path: '/operator/api/things' },
  { method: 'POST', path: '/operator/api/things/{id}/end' },
  { method: 'GET', path: '/api/things' },
]
const rules = (text: string, reasons: ReadonlyMap<string, string> = new Map()) =>
  unreachableOffences(parse({ 'web/console/things.tsx': text }), sample, reasons).map(
    ({ rule }) => rule,
  )

describe('the rule of the console finds', () => {
  test('an endpoint that no page calls by its method', () =>
    assert.deepEqual(
      rules(`
        const list = <ListPage path="/operator/api/things" />
        const end = (client) => client.post('/operator/api/things/{id}/end', {})`),
      ['no page calls POST /operator/api/things'],
    ))

  test('a list that cannot be exported', () =>
    assert.deepEqual(
      rules(`client.list('/operator/api/things', {}), client.post('/operator/api/things')
        const shown = <Page path={ended ? '/operator/api/things/{id}/end' : ''} />`),
      ['no page calls GET /operator/api/things.csv'],
    ))

  test('nothing in calls whose paths are constants or have parts that vary', () =>
    assert.deepEqual(
      rules(`
        const path = '/operator/api/things'
        const view = () => <ListPage path={path} />
        const read = (client) => client.list(path)
        const add = (client) => client.post(path)
        const decide = (client, what) => client.post(\`\${path}/{id}/\${what}\`)`),
      [],
    ))

  test('a reason that is not needed, and a call of nothing', () =>
    assert.deepEqual(
      rules(
        `client.get('/operator/api/others'), client.post('/operator/api/things')
        read('/operator/api/things/{id}/end')`,
        new Map([['POST /operator/api/things', 'programs create things']]),
      ),
      [
        'no page calls GET /operator/api/things',
        'no page calls GET /operator/api/things.csv',
        'POST /operator/api/things is listed for nothing',
        'the console calls GET /operator/api/others, which is no endpoint',
      ],
    ))
})
