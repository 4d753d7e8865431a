import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { fillOrder, makeOrderTrader, placeOrder, stillMarket } from '../make/order.ts'
import { executed, storeFills, storeOrders } from '../make/stored-orders.ts'
import { makeTrader } from '../make/trader.ts'
import { openConsole } from './console.ts'

describe('trading in the console', () => {
  test('finance finds an order, sees its fills and moves, and has it cancelled', async (t) => {
    const tukar = await startTukar(t)
    await stillMarket(tukar)
    const finance = await makeOperator(tukar, 'finance')
    const trader = await makeOrderTrader(tukar)
    const orderNo = await placeOrder(tukar, trader, { volume: '0.03' })
    await fillOrder(tukar, orderNo, '0.01')
    await executed(tukar, orderNo)
    const page = await openConsole(t, tukar, finance, '/orders')
    await page.getByLabel('User id').fill(`${trader.id}`)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/user=/)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/console/orders/${orderNo}`)
    await page.getByText(`hold:order:${orderNo}`).waitFor()
    await page.getByRole('table', { name: 'Fills' }).getByText('0.01').first().waitFor()
    await page.getByRole('button', { name: 'Query the venue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Query the venue' }).click()
    await page.getByText('Done.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('the user asked')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await page.getByText(`release:order:${orderNo}`).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cancel', exact: true }).count(), 0)
  })

  test('fills and unmatched trades are listed, and filtered by the address', async (t) => {
    const tukar = await startTukar(t)
    const viewer = await makeOperator(tukar, 'viewer')
    const trader = await makeTrader(tukar)
    await storeOrders(tukar, trader, [{ orderNo: 'a' }, { orderNo: 'b', txPair: 'ETH_IDR' }])
    await storeFills(tukar, [
      { orderNo: 'a', tradeId: '11' },
      { orderNo: 'b', tradeId: '22' },
    ])
    await sql`
      insert into unmatched_trades (pair_id, trade_id, venue_order_id, client_order_id, side,
        volume, quote_exact, commission, traded_at)
      select id, '33', '7', 'elsewhere', 'BUY', 1000000, 1640000012345678, 1000, now()
      from pairs where tx_pair = 'BTC_IDR'`.execute(tukar.service.ctx.db.read)
    const page = await openConsole(t, tukar, viewer, '/fills?txPair=ETH_IDR')
    await page.getByRole('cell', { name: '22', exact: true }).waitFor()
    assert.equal(await page.getByRole('cell', { name: '11', exact: true }).count(), 0)
    await page.getByRole('link', { name: 'Unmatched trades' }).click()
    await page.getByRole('cell', { name: 'elsewhere' }).waitFor()
    await page.getByText('16,400,000.12345678').waitFor()
  })

  test("pairs are shown beside the venue's, and stale prices are marked", async (t) => {
    const tukar = await startTukar(t)
    const { read } = tukar.service.ctx.db
    const finance = await makeOperator(tukar, 'finance')
    await sql`update pairs set lot_step = '1500' where tx_pair = 'BTC_IDR'`.execute(read)
    const page = await openConsole(t, tukar, finance, '/venue-pairs')
    await page.getByText('ours is looser', { exact: false }).waitFor()
    await page.getByLabel('Only those that differ').check()
    await page.waitForURL(/differs=true/)
    assert.equal(await page.getByRole('heading', { level: 2, name: '_IDR' }).count(), 1)
    await page.getByRole('link', { name: 'Prices' }).click()
    await page.getByRole('button', { name: 'State a price' }).click()
    await page.getByRole('textbox', { name: 'Price' }).fill('16400')
    await page.getByRole('dialog').getByRole('button', { name: 'State a price' }).click()
    await page.getByRole('row', { name: /USD_IDR.*16,400.*Operator.*Valid/ }).waitFor()
    await sql`update prices set observed_at = now() - interval '400 days'
      where pair = 'USD_IDR'`.execute(read)
    await page.getByRole('row', { name: /USD_IDR.*Too old/ }).waitFor()
  })
})
