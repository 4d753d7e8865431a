import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const open = (tukar: Tukar, { token }: Trader, symbol: unknown, network: unknown) =>
  tukar.call('POST', '/api/users/coin-address', { token, body: { symbol, network } })

const ownAtCustody = async (tukar: Tukar): Promise<readonly unknown[]> =>
  (await addressesAtCustody(tukar)).filter(({ description }) => description !== '')

const addressesAtCustody = async (
  tukar: Tukar,
): Promise<readonly Readonly<{ assetId: string; address: string; description: string }>[]> =>
  (await tukar.control('GET', '/state')).body.custody.addresses

test("a user's coin on a network has one address, however often it is requested", async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const first = await open(tukar, trader, 'BTC', 'BTC')
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.message, 'api.coin_address_retrieved')
  const { address, legacyAddress, tag } = first.body.data
  assert.match(address, /^bc1q/)
  assert.match(legacyAddress, /^1/)
  assert.equal(tag, null)
  const again = await Promise.all(
    Array.from({ length: 10 }, () => open(tukar, trader, 'BTC', 'BTC')),
  )
  for (const answer of again) assert.deepEqual(answer.body.data, first.body.data)
  assert.equal((await addressesAtCustody(tukar)).length, 1)
  const coins = await tukar.call('GET', '/api/users/coins', { token: trader.token })
  const btc = coins.body.data.find(({ symbol }: { symbol: string }) => symbol === 'BTC')
  assert.equal(btc.networks[0].address, address)
})

test('ten concurrent first requests get one address', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => open(tukar, trader, 'TRX', 'TRX')),
  )
  const [first, ...others] = new Set(answers.map(({ status, text }) => `${status} ${text}`))
  assert.match(first ?? '', /^200 /)
  assert.deepEqual(others, [])
})

test('two users never share an address, or a tag of a tagged coin', async (t) => {
  const tukar = await startTukar(t)
  const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const [symbol, network] of [
    ['ETH', 'ETH'],
    ['USDT', 'TRC20'],
    ['SOL', 'SOL'],
  ]) {
    const [mine, theirs] = [
      await open(tukar, one, symbol, network),
      await open(tukar, two, symbol, network),
    ]
    assert.notEqual(mine.body.data.address, theirs.body.data.address)
  }
  const [mine, theirs] = [
    await open(tukar, one, 'XRP', 'XRP'),
    await open(tukar, two, 'XRP', 'XRP'),
  ]
  assert.equal(mine.body.data.address, theirs.body.data.address)
  assert.match(mine.body.data.tag, /^\d+$/)
  assert.notEqual(mine.body.data.tag, theirs.body.data.tag)
})

test('a coin that does not exist on the network has no address', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const [symbol, network] of [
    ['BTC', 'ETH'],
    ['IDR', 'IDR'],
    ['DOGE', 'DOGE'],
    ['btc', 'BTC'],
    ['constructor', '__proto__'],
  ]) {
    const answer = await open(tukar, trader, symbol, network)
    assert.deepEqual(messageOf(answer), [400, 'api.coin_network_unknown'])
  }
  const missing = await open(tukar, trader, '', 'BTC')
  assert.equal(missing.body.message, 'The symbol field is required.')
  assert.deepEqual(await addressesAtCustody(tukar), [])
})

test('if deposits are switched off old addresses stay, and new ones are refused', async (t) => {
  const tukar = await startTukar(t)
  const [early, late] = [await makeTrader(tukar), await makeTrader(tukar)]
  const before = await open(tukar, early, 'SOL', 'SOL')
  await sql`update networks set deposit_active = false where network = 'SOL'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual((await open(tukar, early, 'SOL', 'SOL')).body.data, before.body.data)
  const refused = await open(tukar, late, 'SOL', 'SOL')
  assert.deepEqual(messageOf(refused), [400, 'api.coin_deposit_is_inactive'])
})

test('an address with a lost response is the one that is returned later', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const creation = { provider: 'custody', path: '/v1/vault', method: 'POST' }
  await tukar.control('POST', '/faults', { ...creation, fault: 'drop-response', times: 1 })
  const lost = await open(tukar, trader, 'XRP', 'XRP')
  assert.deepEqual(messageOf(lost), [400, 'api.coin_address_unavailable'])
  const found = await open(tukar, trader, 'XRP', 'XRP')
  assert.equal(found.status, 200)
  assert.equal((await ownAtCustody(tukar)).length, 1)
})

test('a coin with a wallet from its token is received at the same address', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const [token, tokenNetwork, coin] of [
    ['USDT', 'ERC20', 'ETH'],
    ['USDT', 'TRC20', 'TRX'],
  ]) {
    const first = await open(tukar, trader, token, tokenNetwork)
    assert.equal(first.status, 200, first.text)
    const second = await open(tukar, trader, coin, coin)
    assert.equal(second.status, 200, second.text)
    assert.equal(second.body.data.address, first.body.data.address)
  }
})
