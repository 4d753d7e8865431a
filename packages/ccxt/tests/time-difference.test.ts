import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tukar } from '../src/tukar.ts'

test('adjustForTimeDifference corrects the clock before the first signed request', async () => {
  const credentials = { apiKey: 'xak_1', secret: 'ab' }
  const exchange = new tukar({ ...credentials, options: { adjustForTimeDifference: true } })
  const nonces: number[] = []
  exchange.milliseconds = () => 1_700_003_600_000
  exchange.request = async (path: string, api: string) => {
    if (api === 'private') nonces.push(exchange.nonce())
    if (path.endsWith('time')) return { data: { serverTime: 1_700_000_000_000 } }
    return { data: path.endsWith('config') ? { pairs: [] } : [] }
  }
  await exchange.loadMarkets()
  assert.deepEqual(nonces, [1_700_000_000_000])
})
