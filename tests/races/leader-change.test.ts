import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { eventually, send, startTukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { inboxOf } from '../make/inbox-node.ts'
import { owned } from '../make/ledger.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../make/payx.ts'

test('a follower relays callbacks, and responds as the leader does', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const leader = await leaderOf(tukar)
  const other = tukar.nodes.find((node) => node !== leader)
  assert.ok(other)
  const account = await makeAccount(leader.ctx.db)
  for (const { url } of [other, leader, other]) {
    const answer = await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'), { url })
    assert.deepEqual([answer.status, answer.text], [200, received])
    assert.equal((await owned(leader.ctx.db, account.user)).available, 245_560_00n)
  }
  await auditsClean(leader.ctx.db)
})

test('payments are still credited once each while the leader stops', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const leader = await leaderOf(tukar)
  const other = tukar.nodes.find((node) => node !== leader)
  assert.ok(other)
  const { db } = other.ctx
  const account = await makeAccount(db)
  let sent = 0
  const send = async () => {
    while (sent < 120) {
      sent += 1
      const body = paidInto(account, `payment-${sent}`, 10_000)
      const answer = await reportPayx(tukar, 'deposit-paid', body, { url: other.url })
      assert.deepEqual([answer.status, answer.text], [200, received])
    }
  }
  const senders = [send(), send(), send(), send()]
  await eventually('some payments', () => Promise.resolve(sent > 30))
  await leader.stop()
  await Promise.all(senders)
  await eventually('the next leader', () =>
    Promise.resolve(other.ctx.leadership.current() !== null),
  )
  const applied = async () => (await inboxOf(db)).every(({ state }) => state === 'done')
  await eventually('all that was stored', applied)
  assert.equal((await inboxOf(db)).length, 120)
  assert.equal((await owned(db, account.user)).available, 120n * 5_560_00n)
  await auditsClean(db)
})

test('another node leads while the stopping one finishes its requests', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const leader = await leaderOf(tukar)
  const other = tukar.nodes.find((node) => node !== leader)
  assert.ok(other)
  const socket = connect(Number(new URL(leader.url).port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
  socket.write('content-length: 100\r\n\r\n{')
  assert.equal((await send(leader.url, 'GET', '/health/live')).status, 200)
  let left = false
  const leaving = leader.stop().then(() => {
    left = true
  })
  await eventually('the next leader', () =>
    Promise.resolve(other.ctx.leadership.current() !== null),
  )
  assert.ok(!left, 'its request is still under way')
  socket.destroy()
  await leaving
})
