import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '../../src/endpoints.ts'
import { messageOffences, pathOffences } from './coverage.ts'
import { assertNone, type Offence, parse, projectSources } from './source.ts'
import { messages, specified } from './specification.ts'

describe('the specification is built', () => {
  test('every path of it is mounted and every mounted path is documented', () =>
    assertNone(pathOffences(endpoints)))
  test('every message of it is sent and named in a test', () =>
    assertNone(messageOffences(projectSources())))
})

const rules = (offences: readonly Offence[]) => offences.map(({ rule }) => rule)

describe('the specification guard', () => {
  test('reads every row of the tables', () => {
    assert.equal(specified.length, 101)
    assert.equal(messages.length, 96)
    const [first] = specified
    assert.deepEqual(first, {
      part: '4.1',
      method: 'POST',
      path: '/api/users/phone-bind',
      access: 'authenticated',
    })
  })

  test('finds a specified path that is not mounted', () => {
    assert.deepEqual(rules(pathOffences(specified.slice(1))), [
      'POST /api/users/phone-bind is specified and missing',
    ])
  })

  test('finds a mounted path that no document names, and one mounted twice', () => {
    const extra = { method: 'POST', path: '/api/lottery' }
    const known = { method: 'GET', path: '/api/users/me' }
    assert.deepEqual(rules(pathOffences([...specified, extra, known, known])), [
      'POST /api/lottery is mounted and in no document',
      'GET /api/users/me is mounted twice',
    ])
  })

  test('finds a message that is sent nowhere or named in no test', () => {
    const sources = parse({
      'src/app/pin/routes.ts': `'api.pin_created' + 'api.pin_update_success'`,
      'src/app/pin/create-pin.test.ts': `'api.pin_created'; 'api.biometric_created'`,
    })
    const proven = 'api.pin_created'
    assert.deepEqual(
      rules(messageOffences(sources)),
      messages
        .filter((message) => message !== proven)
        .map((message) => `${message} is specified and missing`),
    )
  })
})
