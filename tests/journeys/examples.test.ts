import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { call, signedHeaders } from '../../examples/typescript/signing.ts'
import { childEnvironment } from '../child-environment.ts'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { fieldsIn } from '../json.ts'
import { type MadeKey, makeKey } from '../make/api-key.ts'
import { startLinkTo } from '../make/link-to-service.ts'
import { makeOrderTrader, placeOrder, stillMarket } from '../make/order.ts'
import { lastingPrices } from '../make/prices.ts'
import { makeTrader } from '../make/trader.ts'

const examples = path.join(import.meta.dirname, '..', '..', 'examples')

type Ran = Readonly<{ code: number; out: string; errors: string }>

const environment = (url: string, { apiKey, secretKey }: MadeKey) => ({
  ...childEnvironment,
  TUKAR_URL: url,
  TUKAR_API_KEY: apiKey,
  TUKAR_SECRET_KEY: secretKey,
})

/** Runs an example as its reader would, with a pair in the environment. */
function runExample(
  tukar: Tukar,
  key: MadeKey,
  command: string,
  args: readonly string[],
): Promise<Ran> {
  const options = { env: environment(tukar.url, key), timeout: 60_000 }
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (_error, out, errors) =>
      resolve({ code: child.exitCode ?? -1, out, errors }),
    )
  })
}

const examplesOf = (args: readonly string[]): readonly (readonly [string, readonly string[]])[] => [
  [process.execPath, [path.join(examples, 'typescript', 'signing.ts'), ...args]],
  ['sh', [path.join(examples, 'shell', 'tukar.sh'), ...args]],
]

const Answered = z.object({ data: z.record(z.string(), z.unknown()) })
const dataIn = (text: string) => Answered.parse(JSON.parse(text)).data

test('both signing examples read as the owner of the key, with and without a query', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  for (const [command, args] of examplesOf(['GET', '/api/users/me'])) {
    const ran = await runExample(tukar, key, command, args)
    assert.equal(ran.code, 0, ran.out)
    assert.equal(dataIn(ran.out)['id'], trader.id)
  }
  const list = ['GET', '/api/users/transaction-histories?page=1&per_page=5']
  for (const [command, args] of examplesOf(list)) {
    const ran = await runExample(tukar, key, command, args)
    assert.equal(dataIn(ran.out)['perPage'], 5)
  }
})

test('both signing examples sign a body, and exit with an error if they are refused', async (t) => {
  const tukar = await startTukar(t)
  const key = await makeKey(tukar, await makeTrader(tukar))
  const body = JSON.stringify({ apiKeyId: key.apiKeyId, apiKey: `“${key.apiKey}”` })
  for (const [command, args] of examplesOf(['DELETE', '/api/user/api-key', body])) {
    const ran = await runExample(tukar, key, command, args)
    assert.notEqual(ran.code, 0)
    // 401 would mean that the signature was wrong.
    assert.equal(fieldsIn(ran.out)['message'], 'api.api_key_permission_denied')
  }
  const wrong = { ...key, secretKey: 'wrong' }
  for (const [command, args] of examplesOf([])) {
    const ran = await runExample(tukar, wrong, command, args)
    assert.notEqual(ran.code, 0)
    assert.equal(fieldsIn(ran.out)['message'], 'auth.unauthenticated')
  }
})

test('signing works as part of a program, and the worked example is right', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const answer = await call(tukar.url, key, 'GET', '/api/users/me')
  assert.deepEqual([answer.status, dataIn(answer.text)['email']], [200, trader.email])
  const readme = readFileSync(path.join(examples, 'README.md'), 'utf8')
  const headers = signedHeaders(
    { apiKey: 'xak_example', secretKey: 'secret' },
    { method: 'GET', path: '/api/users/transaction-histories?page=1', body: '' },
    '1767225600000',
  )
  assert.match(headers['X-API-SIGNATURE'] ?? '', /^[0-9a-f]{64}$/)
  assert.ok(readme.includes(headers['X-API-SIGNATURE'] ?? '?'))
})

const languages = [
  { language: 'typescript', command: process.execPath, extension: 'ts', needs: ['npm'] },
  { language: 'shell', command: 'sh', extension: 'sh', needs: ['curl', 'openssl'] },
  { language: 'python', command: 'python3', extension: 'py', needs: ['python3'] },
] as const

/** Returns the name of a required program that this machine lacks. */
const lackOf = (programs: readonly string[]): string | false => {
  const lacking = programs.find((one) => spawnSync(one, ['--help']).error !== undefined)
  return lacking === undefined ? false : `${lacking} is not installed`
}

/** Starts an example that runs until the test ends; returns what it has printed so far. */
function startExample(
  t: TestContext,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): () => string {
  // A separate process group, to end the children of a shell as well.
  const child = spawn(command, args, { env, detached: true })
  t.after(() => process.kill(-(child.pid ?? Number.NaN), 'SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      printed += String(piece)
    })
  }
  return () => printed
}

before(() => {
  const root = path.join(examples, '..')
  execFileSync('npm', ['run', 'build', '-w', '@tukar/client'], { cwd: root, stdio: 'pipe' })
})

for (const { language, command, extension, needs } of languages) {
  const file = (name: string) => path.join(examples, language, `${name}.${extension}`)
  describe(`the examples in ${language}`, { skip: lackOf(needs) }, () => {
    test('show the balances, and place and cancel an order', async (t) => {
      const tukar = await startTukar(t)
      await stillMarket(tukar)
      const trader = await makeOrderTrader(tukar)
      const key = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
      const prices = { BTC_IDR: '1640000000', USDT_IDR: '16400' }
      await lastingPrices(tukar.service.ctx.db, prices)
      const { code, out, errors } = await runExample(tukar, key, command, [file('trade')])
      assert.equal(code, 0, errors)
      assert.match(out, /IDR\W.*100000000000\b/)
      assert.match(out, /BTC\W.*10\b/)
      const placed = /^placed (\S+)$/m.exec(out)?.[1]
      assert.match(out, new RegExp(`^cancelled ${placed}$`, 'm'))
      const list = '/api/exchange/venue/historyOrder'
      const { body } = await tukar.call('GET', list, { token: trader.token })
      const [order, ...more] = body.data.data
      assert.deepEqual([order.order_no, order.price, more], [placed, '1500000000', []])
      await eventually('the order to be cancelled', async () => {
        const history = await tukar.call('GET', list, { token: trader.token })
        return history.body.data.data[0].status === 'CANCEL'
      })
    })

    test('follow orders and balances, also those changed while they were away', async (t) => {
      const tukar = await startTukar(t)
      await stillMarket(tukar)
      const trader = await makeOrderTrader(tukar)
      const link = await startLinkTo(t, tukar.url)
      const env = environment(link.url, await makeKey(tukar, trader))
      const printed = startExample(t, command, [file('follow')], env)
      const prints = (what: RegExp) =>
        eventually(`${what} in ${language}`, async () => what.test(printed()))
      await prints(/^(started|start .*false.*)$/m)
      const first = await placeOrder(tukar, trader)
      await prints(new RegExp(`^order.*${first}.*CREATE`, 'm'))
      await prints(/^balance.* ?IDR.*99984000000/m)
      link.cut()
      const second = await placeOrder(tukar, trader)
      await prints(/^(resumed|start .*true.*)$/m)
      await prints(new RegExp(`^order.*${second}.*CREATE`, 'm'))
    })

    test('follow the market', async (t) => {
      const tukar = await startTukar(t, { prices: true })
      const env = { ...childEnvironment, TUKAR_URL: tukar.url }
      const printed = startExample(t, command, [file('market'), 'BTC_IDR'], env)
      await eventually('a price', async () => /^BTC_IDR [0-9]+$/m.test(printed()))
      assert.doesNotMatch(printed(), /ETH_IDR/)
    })
  })
}
