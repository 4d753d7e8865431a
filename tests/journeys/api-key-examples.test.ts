import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { call, signedHeaders } from '../../examples/client.ts'
import { childEnvironment } from '../child-environment.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { type MadeKey, makeKey } from '../make/api-key.ts'
import { makeTrader } from '../make/trader.ts'

const examples = path.join(import.meta.dirname, '..', '..', 'examples')

type Ran = Readonly<{ code: number; out: string }>

/** Runs an example as its reader would, with a pair in the environment. */
function runExample(
  tukar: Tukar,
  { apiKey, secretKey }: MadeKey,
  command: string,
  args: readonly string[],
): Promise<Ran> {
  const env = {
    ...childEnvironment,
    TUKAR_URL: tukar.url,
    TUKAR_API_KEY: apiKey,
    TUKAR_SECRET_KEY: secretKey,
  }
  return new Promise((resolve) => {
    const child = execFile(command, args, { env, timeout: 20_000 }, (_error, out) =>
      resolve({ code: child.exitCode ?? -1, out }),
    )
  })
}

const examplesOf = (args: readonly string[]): readonly (readonly [string, readonly string[]])[] => [
  [process.execPath, [path.join(examples, 'client.ts'), ...args]],
  ['sh', [path.join(examples, 'client.sh'), ...args]],
]

test('both examples read as the owner of the key, with and without a query', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  for (const [command, args] of examplesOf(['GET', '/api/users/me'])) {
    const ran = await runExample(tukar, key, command, args)
    assert.equal(ran.code, 0, ran.out)
    assert.equal(JSON.parse(ran.out).data.id, trader.id)
  }
  const list = ['GET', '/api/users/transaction-histories?page=1&per_page=5']
  for (const [command, args] of examplesOf(list)) {
    const ran = await runExample(tukar, key, command, args)
    assert.equal(JSON.parse(ran.out).data.perPage, 5)
  }
})

test('both examples sign a body, and say by their exit that they were refused', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  const body = JSON.stringify({ apiKeyId: key.apiKeyId, apiKey: `“${key.apiKey}”` })
  for (const [command, args] of examplesOf(['DELETE', '/api/user/api-key', body])) {
    const ran = await runExample(tukar, key, command, args)
    assert.notEqual(ran.code, 0)
    // 401 would mean that the signature was wrong.
    assert.equal(JSON.parse(ran.out).message, 'api.api_key_permission_denied')
  }
  const wrong = { ...key, secretKey: 'wrong' }
  for (const [command, args] of examplesOf([])) {
    const ran = await runExample(tukar, wrong, command, args)
    assert.notEqual(ran.code, 0)
    assert.equal(JSON.parse(ran.out).message, 'auth.unauthenticated')
  }
})

test('the client works as part of a program, and the worked example is right', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const answer = await call(tukar.url, key, 'GET', '/api/users/me')
  assert.deepEqual([answer.status, JSON.parse(answer.text).data.email], [200, trader.email])
  const readme = readFileSync(path.join(examples, 'README.md'), 'utf8')
  const headers = signedHeaders(
    { apiKey: 'xak_example', secretKey: 'secret' },
    { method: 'GET', path: '/api/users/transaction-histories?page=1', body: '' },
    '1767225600000',
  )
  assert.match(headers['X-API-SIGNATURE'] ?? '', /^[0-9a-f]{64}$/)
  assert.ok(readme.includes(headers['X-API-SIGNATURE'] ?? '?'))
})
