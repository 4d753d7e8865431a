import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'

test('anyone reads about an asset, its networks and limits, in two languages', async (t) => {
  const tukar = await startTukar(t)
  const answer = await tukar.call('GET', '/api/asset-information/USDT?lang=en')
  assert.deepEqual(messageOf(answer), [200, 'api.asset_retrieved'])
  const { symbol, name, kind, scale, about, since, networks } = answer.body.data
  assert.deepEqual([symbol, name, kind, scale, since], ['USDT', 'Tether USD', 'COIN', 6, 2014])
  assert.match(about, /^Tether USD is a token/)
  assert.deepEqual(networks[1], {
    network: 'TRC20',
    chainId: 728126428,
    depositActive: true,
    withdrawActive: true,
    withdrawalFee: '1',
    minWithdrawal: '5',
    maxWithdrawal: '1000000',
  })
  const other = await tukar.call('GET', '/api/asset-information/usdt')
  assert.match(other.body.data.about, /^Tether USD adalah token/)
})

test('an unknown symbol is not found; a malformed one is refused', async (t) => {
  const tukar = await startTukar(t)
  const request = (symbol: string) => tukar.call('GET', `/api/asset-information/${symbol}`)
  assert.equal((await request('DOGE')).body.message, 'api.asset_not_found')
  for (const symbol of ['..%2fadmin', '%25', 'BT%0d%0aC', "'--", 'B', 'A'.repeat(13)]) {
    const { status, body } = await request(symbol)
    assert.deepEqual([status, body.message], [400, 'The symbol field format is invalid.'], symbol)
  }
})
