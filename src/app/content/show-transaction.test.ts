import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { assetId, requestId } from '../../base/values/ids.ts'

const request = (tukar: Tukar, provider: string, id: string) =>
  tukar.call('GET', `/api/transaction/${provider}/${id}`)

const hash = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

async function transactions(tukar: Tukar): Promise<void> {
  const { id } = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  const deposit = { user_id: id, status: 'COMPLETED', amount: 15_000_000n, method: 'VA' }
  await read
    .insertInto('cash_deposits')
    .values([
      { ...deposit, provider: 'payx', provider_ref: 'pay-1', account_number: '107661' },
      { ...deposit, provider: 'payd', provider_ref: 'PAYD-1' },
    ])
    .execute()
  await read
    .insertInto('coin_deposits')
    .values({
      user_id: id,
      asset_id: assetId(3),
      network: 'BTC',
      custody_id: 'c0ffee-1',
      tx_hash: hash,
      address: 'bc1-somewhere',
      amount: 12_345_678n,
      status: 'PENDING',
      custody_status: 'CONFIRMING',
    })
    .execute()
}

test('a deposit is returned by its id at the provider, without its owner', async (t) => {
  const tukar = await startTukar(t)
  await transactions(tukar)
  const answer = await request(tukar, 'payx', 'pay-1')
  assert.deepEqual(messageOf(answer), [200, 'api.transaction_retrieved'])
  const { createdAt, updatedAt, ...rest } = answer.body.data
  assert.deepEqual(rest, {
    provider: 'payx',
    txId: 'pay-1',
    kind: 'CASH_DEPOSIT',
    status: 'COMPLETED',
    symbol: 'IDR',
    amount: '150000',
    hash: null,
  })
  assert.ok(Date.parse(createdAt) > 0 && Date.parse(updatedAt) > 0)
  assert.equal((await request(tukar, 'payd', 'PAYD-1')).body.data.amount, '150000')
  const coin = (await request(tukar, 'custody', 'c0ffee-1')).body.data
  assert.deepEqual(
    [coin.kind, coin.symbol, coin.amount, coin.hash, coin.status],
    ['COIN_DEPOSIT', 'BTC', '0.12345678', hash, 'PENDING'],
  )
  assert.equal(coin.address, undefined)
})

test('a withdrawal is returned by its id at the provider, without its destination', async (t) => {
  const tukar = await startTukar(t)
  const { id } = await makeTrader(tukar)
  const common = { user_id: id, fee: 500_000n, worth_idr: 0n, status: 'SUBMITTED' }
  await tukar.service.ctx.db.read
    .insertInto('withdrawals')
    .values([
      {
        ...common,
        request_id: requestId('wd-00000001'),
        kind: 'CASH',
        asset_id: assetId(1),
        amount: 5_000_000n,
        held: 5_500_000n,
        sent: 5_000_000n,
        channel_code: 'ID_BCA',
        account_number: '1234567890',
        account_holder: 'BUDI CONTOH',
        provider_id: 'disb-1',
      },
    ])
    .execute()
  const answer = await request(tukar, 'payx', 'disb-1')
  const { kind, status, amount } = answer.body.data
  assert.deepEqual([kind, status, amount], ['CASH_WITHDRAWAL', 'SUBMITTED', '50000'])
  assert.ok(!/BUDI|1234567890|user/i.test(answer.text))
  assert.deepEqual(messageOf(await request(tukar, 'custody', 'disb-1')), notFound)
})

const notFound = [400, 'api.transaction_not_found']

test('an id unknown to the provider, and any at the venue, is not found', async (t) => {
  const tukar = await startTukar(t)
  await transactions(tukar)
  const cases = [
    ['payx', 'PAY-1'],
    ['payx', 'PAYD-1'],
    ['payd', 'pay-1'],
    ['custody', 'pay-1'],
    ['custody', '__proto__'],
    ['venue', 'pay-1'],
  ] as const
  for (const [provider, id] of cases) {
    assert.deepEqual(messageOf(await request(tukar, provider, id)), notFound, `${provider} ${id}`)
  }
})

test('an invalid provider or id is refused before any lookup', async (t) => {
  const tukar = await startTukar(t)
  const badId = [400, 'The tx id field format is invalid.']
  for (const id of [
    '..%2f..%2fadmin',
    '@evil',
    'x%0d%0ax',
    'a%20b',
    "'--",
    '%25',
    'x'.repeat(65),
  ]) {
    assert.deepEqual(messageOf(await request(tukar, 'payx', id)), badId, id)
  }
  for (const provider of ['PAYX', 'http:%2f%2fevil', '__proto__', 'venue%00']) {
    const answer = await request(tukar, provider, 'x')
    assert.deepEqual(messageOf(answer), [400, 'The selected provider is invalid.'], provider)
  }
  assert.equal((await request(tukar, 'payx', 'x'.repeat(4_096))).status, 404)
})

test('one address may look up thirty transactions a minute', async (t) => {
  const tukar = await startTukar(t)
  for (let lookup = 0; lookup < 30; lookup += 1) {
    assert.deepEqual(messageOf(await request(tukar, 'payx', `guess-${lookup}`)), notFound)
  }
  const answer = await request(tukar, 'payx', 'guess-31')
  assert.deepEqual(messageOf(answer), [429, 'api.too_many_requests'])
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
})
