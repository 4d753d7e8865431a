import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freePort } from '../free-port.ts'
import { eventually, send } from '../harness.ts'
import { fieldsIn } from '../json.ts'
import { emptyPlace, ready, type ServiceProcess, startProcess } from '../make/service-process.ts'
import { expectOk } from '../make/trader.ts'

type Place = Readonly<{ env: Readonly<Record<string, string>>; sandboxUrl: string }>

/** A data directory, a database and ports for several consecutive starts. */
async function prepare(t: TestContext): Promise<Place> {
  const port = String(await freePort())
  const ports = { SANDBOX_PORT: port, SANDBOX_SMTP_PORT: String(await freePort()) }
  const env = { ...(await emptyPlace(t)), ...ports, SANDBOX_OPERATOR_PASSWORD: 'of the sandbox' }
  return { env, sandboxUrl: `http://127.0.0.1:${port}` }
}

async function start(t: TestContext, { env }: Place): Promise<ServiceProcess> {
  const started = await startProcess(t, env)
  await ready(started)
  return started
}

type Comparison = Readonly<{ provider: string; symbol: string; comparedAt: string }>

/** Waits until every provider's balances were compared after this moment; returns all of them. */
async function comparedAfter({ url }: ServiceProcess, since: Date) {
  const body = { email: 'operator@sandbox.test', password: 'of the sandbox' }
  const signedIn = await send(url, 'POST', '/operator/api/login', { body })
  expectOk(signedIn)
  const { token } = signedIn.body.data
  const isLater = ({ comparedAt }: Comparison) => new Date(comparedAt) > since
  await eventually('comparisons', async () => {
    const last = await send(url, 'GET', '/operator/api/reconciliation', { token })
    const all: readonly Comparison[] = last.body.data
    return new Set(all.map(({ provider }) => provider)).size === 3 && all.every(isLater)
  })
  const breaks = await send(url, 'GET', '/operator/api/breaks?state=open', { token })
  expectOk(breaks)
  return breaks.body.data.data
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`the service and its emulators restart without a break after ${signal}`, async (t) => {
    const place = await prepare(t)
    const first = await start(t, place)
    await comparedAfter(first, new Date(0))
    const made = await send(place.sandboxUrl, 'POST', '/control/traders')
    expectOk(made)
    const token = made.body.accessToken
    const order = (fields: Readonly<Record<string, unknown>>) =>
      send(first.url, 'POST', '/api/exchange/venue/order', { token, body: fields })
    const sale = { side: 'SELL', type: 'MARKET', txPair: 'BTC_IDR', volume: '0.01' }
    expectOk(await order(sale))
    const resting = await order({
      ...{ side: 'BUY', type: 'LIMIT', txPair: 'BTC_IDR' },
      ...{ volume: '0.001', price: '1500000000' },
    })
    expectOk(resting)
    first.signal(signal)
    await first.ended

    const since = new Date()
    const second = await start(t, place)
    assert.deepEqual(await comparedAfter(second, since), [])
    const to = `/api/exchange/venue/order/${fieldsIn(resting.body.data)['order_no']}`
    expectOk(await send(second.url, 'DELETE', to, { token }))
  })
}
