import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '../../src/endpoints.ts'
import { accessText, type Guarded } from '../../tools/access.ts'
import { assertNone, type Offence, projectFiles } from './source.ts'
import { publicEndpoints } from './specification.ts'

/** Only the endpoints of part 5 and of our own documents are open, and no callback is. */
function openOffences(all: readonly Guarded[]): readonly Offence[] {
  return all
    .filter(({ access }) => access.scheme === null)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !publicEndpoints.has(name))
    .map((name) => ({
      path: 'docs/access.txt',
      line: 1,
      rule: `${name} is public and no document opens it`,
      mend: 'give it an access, or list it in publicEndpoints with the reason',
    }))
}

type Written = Guarded & Readonly<{ action?: string }>

const isOperators = ({ path }: Written): boolean => path.startsWith('/operator/')

/** Operators' rows let in operators, users' rows do not, and each write has its own action. */
function auditOffences(all: readonly Written[]): readonly Offence[] {
  const offence = (row: Written, rule: string, mend: string): Offence => ({
    path: 'docs/access.txt',
    line: 1,
    rule: `${row.method} ${row.path} ${rule}`,
    mend,
  })
  const actions = all.map(({ action }) => action)
  return [
    ...all
      .filter(({ access, ...row }) => {
        const name = `${row.method} ${row.path}`
        const own = access.scheme === 'operatorBearer' || publicEndpoints.has(name)
        return isOperators({ access, ...row }) ? !own : access.scheme === 'operatorBearer'
      })
      .map((row) => offence(row, 'lets in the wrong people', 'operators have /operator/ alone')),
    ...all
      .filter((row) => isOperators(row) && row.method !== 'GET' && row.action === undefined)
      .map((row) => offence(row, 'is not audited', 'declare it with operatorWrite')),
    ...all
      .filter(({ action }, index) => action !== undefined && actions.indexOf(action) !== index)
      .map((row) => offence(row, 'shares its action', 'name what this one does')),
  ]
}

describe('access', () => {
  test('docs/access.txt matches the endpoint declarations', () =>
    assert.equal(
      projectFiles()['docs/access.txt'],
      accessText(endpoints),
      'docs/access.txt is out of date: run `npm run generate` and read the difference',
    ))

  test('only documented endpoints are public', () => assertNone(openOffences(endpoints)))

  test('changes by operators are audited, each under its own name', () =>
    assertNone(auditOffences(endpoints)))
})

const open = { name: 'public', scheme: null }
const signedIn = { name: 'signed in', scheme: 'bearer' }

describe('the access guard', () => {
  test('finds an endpoint or a callback that is open and should not be', () => {
    const all = [
      { method: 'GET', path: '/api/news', access: open },
      { method: 'GET', path: '/api/users/coins', access: open },
      { method: 'POST', path: '/api/webhook/venue', access: open },
      { method: 'GET', path: '/api/users/wallet', access: signedIn },
    ]
    assert.deepEqual(
      openOffences(all).map(({ rule }) => rule.split(' is public')[0]),
      ['GET /api/users/coins', 'POST /api/webhook/venue'],
    )
  })

  test('finds an unaudited write of operators, and endpoints open to the wrong callers', () => {
    const operator = { name: 'operator: admin', scheme: 'operatorBearer' }
    const good = { method: 'PUT', path: '/operator/api/c', access: operator, action: 'c.set' }
    const all = [
      good,
      { method: 'GET', path: '/operator/api/a', access: operator },
      { method: 'POST', path: '/operator/api/a', access: operator },
      { ...good, path: '/operator/api/d' },
      { method: 'GET', path: '/operator/api/b', access: signedIn },
      { method: 'GET', path: '/api/b', access: operator },
    ]
    assert.deepEqual(
      auditOffences(all).map(({ rule }) => rule),
      [
        'GET /operator/api/b lets in the wrong people',
        'GET /api/b lets in the wrong people',
        'POST /operator/api/a is not audited',
        'PUT /operator/api/d shares its action',
      ],
    )
  })

  test('lists endpoints by path, then by method', () => {
    const all = [
      { method: 'POST', path: '/b', access: signedIn },
      { method: 'GET', path: '/long/er', access: open },
      { method: 'DELETE', path: '/b', access: signedIn },
    ]
    assert.equal(
      accessText(all),
      'DELETE /b        signed in\nPOST   /b        signed in\nGET    /long/er  public\n',
    )
  })
})
