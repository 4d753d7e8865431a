import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testServerUrl } from '../../tests/database.ts'
import { openPeer, type Peer, placedOf } from '../by-the-book.ts'
import { distinct } from '../callbacks.ts'
import { fillRequests, orderRequests, startStub, startUnits } from '../orders.ts'
import { runLoad } from '../stage/load.ts'

const feeUnits = 444_000n
/** The cost of one order of the bench: 0.001 BTC at 1,600,000,000 IDR. */
const costUnits = 160_000_000n

type Started = Readonly<{
  peer: Peer
  port: number
  /** Sends whole requests one after the other; returns how many were answered with each status. */
  send: (requests: Iterable<Buffer>) => Promise<Readonly<Record<string, number>>>
}>

async function start(t: TestContext): Promise<Started> {
  const venue = await startStub()
  const peer = await openPeer(
    { databaseUrl: await testServerUrl() },
    `http://127.0.0.1:${venue.port}`,
  )
  const { port, stop } = await peer.start()
  t.after(async () => {
    await stop()
    await peer.close()
    await venue.stop()
  })
  const send = async (requests: Iterable<Buffer>) => {
    const load = await runLoad({ port, connections: 1, requests: [...requests].values() })
    return Object.fromEntries(load.statuses)
  }
  return { peer, port, send }
}

/** Checks that entries of each asset sum to zero, and each balance is the sum of its entries. */
async function assertBalanced({ sql }: Peer): Promise<void> {
  const uneven = await sql.query('select asset from entries group by asset having sum(amount) <> 0')
  assert.deepEqual(uneven.rows, [])
  const wrong = await sql.query(
    `select b.user_id, b.asset from balances b left join entries e using (user_id, asset)
     group by b.user_id, b.asset, b.available, b.locked
     having b.available + b.locked - coalesce(sum(e.amount), 0) not in (0, $1::numeric)`,
    [startUnits.toString()],
  )
  assert.deepEqual(wrong.rows, [])
}

async function one(peer: Peer, query: string) {
  const { rows } = await peer.sql.query(query)
  assert.equal(rows.length, 1)
  return rows[0]
}

test('a payment that is reported several times is credited once', async (t) => {
  const { peer, send } = await start(t)
  const payment = [...distinct(7, 1)]
  assert.deepEqual(await send([...payment, ...payment, ...payment]), { 200: 3 })
  const { amount, fee, available } = await one(
    peer,
    `select d.amount, d.fee, b.available from deposits d join balances b using (user_id)
     where b.asset = 'IDR'`,
  )
  assert.equal(BigInt(fee), feeUnits)
  assert.equal(BigInt(available), BigInt(amount) - feeUnits)
  await one(peer, 'select id from notices')
  await assertBalanced(peer)
})

test('a known payment with other content, and a wrong token, are refused', async (t) => {
  const { peer, send } = await start(t)
  const [payment] = distinct(8, 1)
  assert.ok(payment)
  await send([payment])
  const text = payment.toString()
  const other = Buffer.from(text.replace('BUDI', 'RUDI'))
  const forged = Buffer.from(text.replace(/(X-CALLBACK-TOKEN: )...../, '$1wrong'))
  assert.deepEqual(await send([other, forged]), { 401: 1, 409: 1 })
  await one(peer, 'select id from deposits')
  await assertBalanced(peer)
})

test('an order holds its cost, and its fills settle it once', async (t) => {
  const { peer, send } = await start(t)
  assert.deepEqual(await send(orderRequests(1)), { 200: 1 })
  const idr = `select b.available, b.locked from balances b join orders o using (user_id)
    where asset = 'IDR'`
  const held = { available: `${startUnits - costUnits}`, locked: `${costUnits}` }
  assert.deepEqual(await one(peer, idr), held)
  const reports = [...fillRequests(await placedOf(peer))]
  assert.deepEqual(await send([...reports, ...reports]), { 200: 4 })
  assert.deepEqual(await one(peer, idr), { ...held, locked: '0' })
  const btc = await one(peer, `select available, locked from balances where asset = 'BTC'`)
  assert.deepEqual(btc, { available: '99800', locked: '0' })
  assert.equal((await one(peer, 'select status from orders')).status, 'DONE')
  await assertBalanced(peer)
})

test('an order beyond the balance, and one without a session, hold nothing', async (t) => {
  const { peer, send } = await start(t)
  await peer.sql.query(`update balances set available = ${costUnits - 1n} where asset = 'IDR'`)
  const [order] = orderRequests(1)
  assert.ok(order)
  const stranger = Buffer.from(order.toString().replace('Bearer xat_order', 'Bearer xat_other'))
  assert.deepEqual(await send([order, stranger]), { 401: 1, 422: 1 })
  assert.deepEqual(
    (await peer.sql.query('select 1 from orders union select 1 from entries')).rows,
    [],
  )
})
