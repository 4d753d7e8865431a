import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { idempotencyLimits } from '../../src/platform/http/http-limits.ts'
import { eventually, send, startTukar } from '../harness.ts'
import { fieldsIn } from '../json.ts'
import { startNodeProcess } from '../make/node-process.ts'
import { makeOrderTrader, orderFields, stillMarket } from '../make/order.ts'
import { lastingPrices } from '../make/prices.ts'
import { setLimits } from '../make/set-limits.ts'

const path = '/api/exchange/venue/order'

test('a retry after the kill of a node is answered within seconds, and runs once', async (t) => {
  setLimits(t, idempotencyLimits, { deadPauseMs: 200 })
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await stillMarket(tukar)
  const { token } = await makeOrderTrader(tukar)
  const node = await startNodeProcess(t, { ...tukar.config, crashAt: 'order.held' }, 'ready')
  const order = (url: string) =>
    send(url, 'POST', path, { token, body: orderFields(), headers: { 'idempotency-key': 'one' } })
  await lastingPrices(db, { BTC_IDR: '1640000000' })
  await assert.rejects(order(node.url))
  assert.equal(await node.end(), 'SIGKILL')

  const answered = async () => {
    const { status, body } = await order(tukar.url)
    return status === 200 && String(fieldsIn(body.data)['order_no'])
  }
  const orderNo = await eventually('the answer of another node', answered)
  const { rows } = await sql<{ no: string }>`select order_no as no from orders`.execute(db.read)
  assert.deepEqual(rows, [{ no: orderNo }])
})
