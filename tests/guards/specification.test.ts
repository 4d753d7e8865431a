import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '../../src/app.ts'
import {
  listed,
  messageOffences,
  missingKeysFile,
  missingPathsFile,
  pathOffences,
} from './coverage.ts'
import { assertNone, type Offence, parse, projectFiles } from './source.ts'
import { messages, specified } from './specification.ts'

const files = projectFiles()

describe('the specification is built', () => {
  test('every path of it is mounted and every mounted path is documented', () =>
    assertNone(pathOffences(endpoints, listed(files, missingPathsFile))))
  test('every message of it is answered and named in a test', () =>
    assertNone(messageOffences(parse(files), listed(files, missingKeysFile))))
})

const rules = (offences: readonly Offence[]) => offences.map(({ rule }) => rule)
const names = specified.map(({ method, path }) => `${method} ${path}`)
const [first = ''] = names

describe('the specification guard finds', () => {
  test('a specified path that is neither mounted nor listed', () => {
    assert.deepEqual(rules(pathOffences([], names.slice(1))), [`${first} is specified and missing`])
  })

  test('a listed path that is mounted, and one that is not specified', () => {
    const missing = [...names, 'GET /api/lottery']
    assert.deepEqual(rules(pathOffences(specified.slice(0, 1), missing)), [
      `${first} is done`,
      'GET /api/lottery is not specified',
    ])
  })

  test('a mounted path that no document names, and one mounted twice', () => {
    const extra = { method: 'POST', path: '/api/lottery' }
    const known = { method: 'GET', path: '/api/users/me' }
    assert.deepEqual(rules(pathOffences([...specified, extra, known, known], [])), [
      'POST /api/lottery is mounted and in no document',
      'GET /api/users/me is mounted twice',
    ])
  })

  test('a message that is answered in no code or named in no test', () => {
    const sources = parse({
      'src/features/pin/routes.ts': `'api.pin_created' + 'api.pin_update_success'`,
      'src/features/pin/create-pin.test.ts': `'api.pin_created'; 'api.biometric_created'`,
    })
    const proven = 'api.pin_created'
    const others = messages.filter((message) => message !== proven)
    assert.deepEqual(messageOffences(sources, others), [])
    assert.deepEqual(rules(messageOffences(sources, messages)), [`${proven} is done`])
    assert.equal(messageOffences(sources, []).length, others.length)
  })
})
