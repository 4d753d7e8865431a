import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'

test('anyone reads the fees of deposits, withdrawals, trades and taxes', async (t) => {
  const tukar = await startTukar(t)
  const answer = await tukar.call('GET', '/api/fee-list')
  assert.deepEqual(messageOf(answer), [200, 'api.fees_retrieved'])
  const { withdrawals, deposits, trading, taxes } = answer.body.data
  assert.deepEqual(withdrawals[0], {
    symbol: 'IDR',
    network: null,
    chainId: null,
    fee: '5000',
    minimum: '50000',
    maximum: '250000000',
    active: true,
  })
  const trc20 = withdrawals.find((one: { network: string }) => one.network === 'TRC20')
  assert.deepEqual(
    [trc20.symbol, trc20.chainId, trc20.fee, trc20.minimum],
    ['USDT', 728126428, '1', '5'],
  )
  assert.deepEqual(deposits.slice(0, 2), [
    { method: 'VA', symbol: 'IDR', fee: '4440', rate: '0' },
    { method: 'QRIS', symbol: 'IDR', fee: '0', rate: '0.7' },
  ])
  assert.deepEqual(trading.slice(0, 4), [
    { category: 'RUPIAH', side: 'BUY', rate: '0.1' },
    { category: 'RUPIAH', side: 'SELL', rate: '0.1' },
    { category: 'STABLE', side: 'BUY', rate: '0.05' },
    { category: 'STABLE', side: 'SELL', rate: '0.05' },
  ])
  const inRupiah = taxes.filter((one: { pairClass: string }) => one.pairClass === 'rupiah')
  const rupiah = { pairClass: 'rupiah', base: '1/1' }
  const [before, now] = [
    { ...rupiah, validFrom: '2022-05-01', rule: 'PMK 68/2022' },
    { ...rupiah, validFrom: '2025-08-01', rule: 'PMK 50/2025' },
  ]
  assert.deepEqual(inRupiah, [
    { kind: 'PPH', side: 'SELL', rate: '0.1', ...before },
    { kind: 'PPN', side: 'BUY', rate: '0.11', ...before },
    { kind: 'PPH', side: 'SELL', rate: '0.21', ...now },
    { kind: 'PPN', side: 'BUY', rate: '0', ...now },
  ])
  const onFees = { ...now, pairClass: 'any', base: '11/12' }
  assert.deepEqual(taxes.at(-1), { kind: 'PPN', side: 'FEE', rate: '12', ...onFees })
})

test('rupiah that operators switched off are shown as not withdrawable', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await sql`update assets set active = false where symbol = 'IDR'`.execute(db.read)
  const { withdrawals } = (await tukar.call('GET', '/api/fee-list')).body.data
  assert.deepEqual([withdrawals[0].symbol, withdrawals[0].active], ['IDR', false])
})
