import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import type { Fields } from '../../../tests/json.ts'
import { listen } from '../../../tests/make/event-stream.ts'
import {
  changeOperator,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../tests/make/operator.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { makeWithdrawer, withdrawCoin } from '../../../tests/make/withdrawal.ts'
import { systemClock } from '../../base/clock.ts'
import { insertAlerts } from '../../core/outbox/outbox.sql.ts'
import { operatorStreamLimits } from './operator-stream-limits.ts'
import { watchWork } from './watch-work.ts'

const path = '/operator/api/stream'

const of = (list: string, id: string) => (data: Fields) =>
  data['list'] === list && Array.isArray(data['ids']) && data['ids'].includes(id)

const alert = ({ service }: Tukar, subject: string): Promise<unknown> =>
  service.ctx.db.inTransaction((tx) =>
    insertAlerts(tx, [
      { to: 'operator', kind: 'break', severity: 'warning', key: subject, subject, data: {} },
    ]),
  )

const pending = { amount: '0.06', residentialAddress: 'Jalan Melati 1, Bandung' }

test('an alert and a pending withdrawal reach all listeners within a second', async (t) => {
  // The next poll sees rows that are written during this one.
  assert.ok(2 * operatorStreamLimits.lookEveryMs < 1_000)
  const tukar = await startTukar(t, { nodes: 2 })
  const operator = await makeOperator(tukar, 'viewer')
  const trader = await makeWithdrawer(tukar)
  await alert(tukar, 'an earlier one')
  const streams = await Promise.all(
    tukar.nodes.map(({ url }) => listen(t, tukar, operator, { path, url })),
  )
  const isNone = (data: Fields) => data['withdrawals'] === 0
  await Promise.all(streams.map((stream) => stream.next('start')))
  await Promise.all(streams.map((stream) => stream.next('queues', isNone)))
  await alert(tukar, 'a new one')
  const isNew = (data: Fields) => data['subject'] === 'a new one'
  await Promise.all(streams.map((stream) => stream.next('alert', isNew)))
  const answer = await withdrawCoin(tukar, trader, pending)
  const id: string = answer.body.data.request_id
  const isOne = (data: Fields) => data['withdrawals'] === 1
  await Promise.all(
    streams.flatMap((stream) => [
      stream.next('changed', of('withdrawals', id)),
      stream.next('queues', isOne),
    ]),
  )
  const alerts = streams.flatMap(({ events }) => events.filter(({ event }) => event === 'alert'))
  assert.ok(alerts.every(({ data }) => data['subject'] !== 'an earlier one'))
})

test('a stream that opens between two polls gets what is written after it opened', async (t) => {
  const { service } = await startTukar(t)
  const { db, log } = service.ctx
  let nextPoll = Promise.withResolvers<void>()
  const clock = { ...systemClock, sleep: () => nextPoll.promise }
  const { watch } = watchWork({ clock, db: { ...db, read: db.read.withoutPlugins() }, log })
  const collect = (lines: string[]) => watch((events) => lines.push(events))
  const [first, second]: [string[], string[]] = [[], []]
  t.after(collect(first))
  await eventually('the first poll', async () => first.length > 0)
  t.after(collect(second))
  assert.match(second.join(''), /^event: start/)
  await db.inTransaction((tx) =>
    insertAlerts(tx, [
      { to: 'operator', kind: 'break', severity: 'info', key: 'x', subject: 'between', data: {} },
    ]),
  )
  const polled = nextPoll
  nextPoll = Promise.withResolvers()
  polled.resolve()
  await eventually('the next poll', async () => second.length > 1)
  assert.match(second.join(''), /"subject":"between"/)
})

test('an approval and the end of an open item are changes of it', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const { token } = await makeOperator(tukar, 'finance', admin)
  const trader = await makeWithdrawer(tukar)
  const requested = await withdrawCoin(tukar, trader, { ...pending, amount: '0.5' })
  const id: string = requested.body.data.request_id
  const stream = await listen(t, tukar, admin, { path })
  await stream.next('queues', (data) => data['withdrawals'] === 1)
  const decide = (what: string, body: object) =>
    tukar.call('POST', `/operator/api/withdrawals/${id}/${what}`, { token, body })
  expectOk(await decide('approve', {}))
  await stream.next('changed', of('withdrawals', id))
  const count = stream.events.length
  expectOk(await decide('reject', { reason: 'not this one' }))
  await stream.next('queues', (data) => data['withdrawals'] === 0)
  await eventually('its end', async () =>
    stream.events
      .slice(count)
      .some(({ event, data }) => event === 'changed' && of('withdrawals', id)(data)),
  )
})

test('a stream ends with the session, with the account, and when the role changes', async (t) => {
  setLimits(t, operatorStreamLimits, { admitEveryMs: 100 })
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const operators = await Promise.all([1, 2, 3].map(() => makeOperator(tukar, 'support', admin)))
  const [out, disabled, promoted] = operators
  assert.ok(out && disabled && promoted)
  const streams = await Promise.all(operators.map((one) => listen(t, tukar, one, { path })))
  await Promise.all(streams.map((stream) => stream.next('start')))
  expectOk(await tukar.call('POST', '/operator/api/logout', { token: out.token }))
  expectOk(await changeOperator(tukar, admin, disabled.id, 'disable'))
  expectOk(await changeOperator(tukar, admin, promoted.id, 'role', { role: 'finance' }))
  assert.deepEqual(await Promise.all(streams.map(({ ended }) => ended)), [true, true, true])
  assert.equal((await listen(t, tukar, disabled, { path })).status, 401)
})

test('listening does not keep a session alive', async (t) => {
  setLimits(t, operatorStreamLimits, { admitEveryMs: 100 })
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'viewer')
  const stream = await listen(t, tukar, operator, { path })
  await stream.next('start')
  await sql`update operator_sessions set last_seen_at = now() - interval '31 minutes'
    where operator_id = ${operator.id}`.execute(tukar.service.ctx.db.read)
  assert.equal(await stream.ended, true)
})

test('an operator has a bounded number of streams', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'viewer')
  const open = (by: Partial<SignedInOperator> = operator) => listen(t, tukar, by, { path })
  const most = Array.from({ length: operatorStreamLimits.streamsEach }, () => open())
  const streams = await Promise.all(most)
  assert.ok(streams.every(({ status }) => status === 200))
  assert.equal((await open()).status, 429)
  streams[0]?.leave()
  await eventually('a free slot', async () => (await open()).status === 200)
})
