import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { eventually, send } from '../harness.ts'
import { fieldsIn } from '../json.ts'
import { emptyPlace, ready, type ServiceProcess, startProcess } from '../make/service-process.ts'
import { withClient } from '../server.ts'

const login = ({ url }: ServiceProcess, email: string, password: string) =>
  send(url, 'POST', '/operator/api/login', { body: { email, password } })

test('a sandbox starts with two operators, and prints their password once', async (t) => {
  const env = await emptyPlace(t)
  const first = await startProcess(t, env)
  await ready(first)
  const output = await eventually('the password', async () =>
    /operator@sandbox\.test, password (\S+)/.exec(first.output()),
  )
  const password = output[1] ?? ''
  const secrets = fieldsIn(await readFile(path.join(env['DATA_DIR'] ?? '', 'secrets.json'), 'utf8'))
  assert.equal(secrets['SANDBOX_OPERATOR_PASSWORD'], password)
  const signedIn = await login(first, 'operator@sandbox.test', password)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal(signedIn.body.data.operator.role, 'admin')
  assert.match(first.output(), /second@sandbox\.test, password (\S+)/)
  const other = await login(first, 'second@sandbox.test', password)
  assert.deepEqual([other.status, other.body.data.operator.confirmed], [200, true])
  assert.equal(await first.end(), 0)
  const second = await startProcess(t, env)
  await ready(second)
  assert.equal((await login(second, 'operator@sandbox.test', password)).status, 200)
  assert.equal(second.output(), '')
})

test('a command makes an admin with a password to be changed first', async (t) => {
  const place = await emptyPlace(t)
  const env = { ...place, SANDBOX_OPERATOR_PASSWORD: 'chosen at the start' }
  const service = await startProcess(t, env)
  await ready(service)
  const chosen = await login(service, 'operator@sandbox.test', 'chosen at the start')
  assert.equal(chosen.status, 200, chosen.text)
  const made = await startProcess(t, env, ['--create-operator', 'Second@Tukar.test'])
  const [, password = ''] = /shown this once: (\S+)/.exec(made.output()) ?? []
  const signedIn = await login(service, 'second@tukar.test', password)
  assert.equal(signedIn.status, 200, made.output())
  assert.equal(signedIn.body.data.operator.passwordInitial, true)
  assert.equal(signedIn.body.data.operator.role, 'admin')
  const again = await startProcess(t, env, ['--create-operator', 'second@tukar.test'])
  assert.match(again.output(), /already belongs to an operator/)
  await withClient(place['DATABASE_URL'] ?? '', async (client) => {
    const { rows } = await client.query('select password_hash as hash from operators')
    assert.ok(rows.length > 0)
    for (const { hash } of rows) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
  const wrong = await startProcess(t, env, ['--create-operator', 'nobody'])
  assert.match(wrong.output(), /is not an email address/)
})
