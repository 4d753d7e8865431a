import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { walletLimits } from './wallet-limits.ts'

const path = '/api/users/wallet-address-check'
const ether = '0x52908400098527886e0f7030069857d2e4169ee7'
const mixedCase = '0x52908400098527886E0F7030069857D2E4169EE7'
const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const check = (tukar: Tukar, { token }: Trader, body: object) =>
  tukar.call('POST', path, { token, body })

async function existsOf(tukar: Tukar, trader: Trader, address: string, chainId: number | string) {
  const answer = await check(tukar, trader, { address, chain_id: chainId })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.wallet_address_checked')
  return answer.body.data
}

async function owns({ service }: Tukar, { id }: Trader): Promise<void> {
  await sql`
    insert into coin_addresses (user_id, asset_id, network, address, legacy_address) values
      (${id}, 4, 'ETH', ${ether}, null), (${id}, 3, 'BTC', ${segwit}, ${legacy})`.execute(
    service.ctx.db.read,
  )
}

test('an address of ours exists on its chain, in any spelling, and on no other', async (t) => {
  const tukar = await startTukar(t)
  const [owner, asker] = [await makeTrader(tukar), await makeTrader(tukar)]
  await owns(tukar, owner)
  assert.deepEqual(await existsOf(tukar, asker, mixedCase, 1), {
    address: mixedCase,
    chain_id: 1,
    exists: true,
  })
  const found: readonly (readonly [string, number | string, boolean])[] = [
    [ether, '1', true],
    [segwit.toUpperCase(), 0, true],
    [legacy, 0, true],
    [ether, 0, false],
    [segwit, 1, false],
    [ether.replace('0x5', '0x6'), 1, false],
    ['no address at all', 1, false],
    [legacy.toLowerCase(), 0, false],
  ]
  for (const [address, chainId, exists] of found) {
    assert.equal((await existsOf(tukar, asker, address, chainId)).exists, exists, address)
  }
})

test('an address of the same key on another chain is ours too', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await owns(tukar, trader)
  const onTron = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX'
  assert.equal((await existsOf(tukar, trader, onTron, 728_126_428)).exists, true)
})

test('an address from which nothing returns is refused, as a withdrawal to it is', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const [address, chain_id] of [
    [`0x${'0'.repeat(40)}`, 1],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 1],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 728_126_428],
    ['11111111111111111111111111111111', 101],
  ]) {
    const answer = await check(tukar, trader, { address, chain_id })
    assert.deepEqual(messageOf(answer), [400, 'api.withdrawal_address_invalid'], `${address}`)
  }
})

test('the owner of an address stays secret: owner and others get the same response', async (t) => {
  const tukar = await startTukar(t)
  const [owner, otherUser] = [await makeTrader(tukar), await makeTrader(tukar)]
  await owns(tukar, owner)
  const answers = [
    await existsOf(tukar, owner, ether, 1),
    await existsOf(tukar, otherUser, ether, 1),
  ]
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(Object.keys(answers[0]), ['address', 'chain_id', 'exists'])
})

test('an unknown chain and fields that are missing are refused with a sentence', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'The address field is required.'],
    [{ address: ether }, 'The chain id field is required.'],
    [{ address: ether, chain_id: 56 }, 'The selected chain id is invalid.'],
    [{ address: ether, chain_id: -1 }, 'The chain id field must be at least 0.'],
    [{ address: ether, chain_id: 'one' }, 'The chain id field must be an integer.'],
    [{ address: [ether], chain_id: 1 }, 'The address field must be a string.'],
    [
      { address: 'a'.repeat(201), chain_id: 1 },
      'The address field must not be greater than 200 characters.',
    ],
  ]
  for (const [body, sentence] of cases) {
    const answer = await check(tukar, trader, body)
    assert.deepEqual(messageOf(answer), [400, sentence])
  }
})

test('a caller who requests many addresses has to wait, and others do not', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (let count = 0; count < walletLimits.addressChecksAMinute; count += 1) {
    await existsOf(tukar, one, ether, 1)
  }
  const refused = await check(tukar, one, { address: ether, chain_id: 1 })
  assert.deepEqual(messageOf(refused), [429, 'api.too_many_requests'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await existsOf(tukar, other, ether, 1)).exists, false)
})
