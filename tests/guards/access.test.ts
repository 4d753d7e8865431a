import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '../../src/app.ts'
import { accessText, type Guarded } from '../../tools/access.ts'
import { assertNone, type Offence, projectFiles } from './source.ts'
import { publicEndpoints } from './specification.ts'

/** Only what part 5 and our own documents open is open, and no callback is. */
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

describe('access', () => {
  test('docs/access.txt is what the endpoints declare', () =>
    assert.equal(
      projectFiles()['docs/access.txt'],
      accessText(endpoints),
      'docs/access.txt is out of date: run `npm run generate` and read the difference',
    ))

  test('nothing is public that no document opens', () => assertNone(openOffences(endpoints)))
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
