import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../harness.ts'
import { registerTrader } from '../make/trader.ts'
import { makeVirtualAccount } from '../make/virtual-account.ts'

test('a new trader pays a virtual account and owns the amount less the fee, once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await registerTrader(tukar)
  const { accountNumber } = await makeVirtualAccount(tukar, trader)
  const payment = { accountNumber, amount: 250_000 }
  const paid = await tukar.control('POST', '/payx/va-payments', payment)
  assert.equal(paid.status, 200, paid.text)
  const rupiah = await eventually('the balance', async () => {
    const coins = await tukar.call('GET', '/api/users/coins', { token: trader.token })
    const coin = coins.body.data.find((one: { symbol: string }) => one.symbol === 'IDR')
    return coin.balance !== '0' && coin
  })
  assert.equal(rupiah.available, '245560')
  const history = await tukar.call('GET', '/api/users/history/deposit-withdraw', {
    token: trader.token,
  })
  assert.deepEqual(
    history.body.data.data.map(({ amount, fee, status }: Record<string, string>) => [
      amount,
      fee,
      status,
    ]),
    [['250000', '4440', 'COMPLETED']],
  )
})
