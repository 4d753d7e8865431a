import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf } from '../../../../tests/make/config.ts'
import { welcome } from './welcome.ts'

test('a terminal shows the addresses of a sandbox and how its operators sign in', () => {
  const config = configOf({ SANDBOX_OPERATOR_PASSWORD: 'a long enough password' })
  const lines = welcome({ config, service: { url: 'http://127.0.0.1:3000' } }).split('\n')
  assert.deepEqual(lines, [
    '',
    '  Tukar is ready (development)',
    '',
    '  Start here http://127.0.0.1:3000',
    '  Reference  http://127.0.0.1:3000/docs',
    '  Console    http://127.0.0.1:3000/console',
    '  Sandbox    http://127.0.0.1:3001',
    '  Operator   operator@sandbox.test, password a long enough password',
    '  Operator   second@sandbox.test, password a long enough password',
    '',
    '',
  ])
})
