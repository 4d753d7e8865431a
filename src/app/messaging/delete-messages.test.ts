import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeMessages } from '../../../tests/make/messages.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { announce } from '../../core/outbox/announce.ts'
import type { UserNotice } from '../../core/outbox/notices.ts'

const drop = (tukar: Tukar, { token }: Trader, messageIds: unknown) =>
  tukar.call('DELETE', '/api/user-messages/delete-multiple', { token, body: { messageIds } })

async function listOf(tukar: Tukar, { token }: Trader) {
  const { body } = await tukar.call('GET', '/api/user-messages', { token })
  return body.data
}

test('deletedCount counts messages of the caller, each once', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const [one, two, three] = await makeMessages(tukar, trader, 3)
  const foreign = await makeMessages(tukar, other, 1)
  const answer = await drop(tukar, trader, [one, one, `${two}`, ...foreign, 999_999_999])
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'api.user_messages_deleted',
    result: true,
    data: { deletedCount: 2 },
  })
  const left = await listOf(tukar, trader)
  assert.deepEqual(
    left.data.map(({ id }: { id: number }) => id),
    [three],
  )
  assert.deepEqual([left.totalCount, left.totalUnreadCount], [1, 1])
  assert.equal((await listOf(tukar, other)).totalCount, 1)
})

test('a message deleted twice at once counts once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const ids = await makeMessages(tukar, trader, 5)
  const answers = await Promise.all(Array.from({ length: 8 }, () => drop(tukar, trader, ids)))
  const counts = answers.map(({ body }) => body.data.deletedCount)
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    5,
  )
  assert.equal((await drop(tukar, trader, ids)).body.data.deletedCount, 0)
})

test('a deleted message leaves no text behind, and is not delivered again', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  const data = { symbol: 'IDR', amount: '1', fee: '0', credited: '1', reference: 'payx:1' }
  const user = trader.id
  const [to, kind] = ['user', 'deposit-completed'] as const
  const notice: UserNotice = { to, kind, key: 'deposit:1', user, report: null, data }
  await db.inTransaction((tx) => announce(tx, [notice]))
  const { data: messages } = await listOf(tukar, trader)
  assert.equal((await drop(tukar, trader, [messages[0].id])).body.data.deletedCount, 1)
  await db.inTransaction((tx) => announce(tx, [notice]))
  assert.equal((await listOf(tukar, trader)).totalCount, 0)
  const rows = db.read.selectFrom('user_messages').select(['title', 'body', 'data'])
  assert.deepEqual(await rows.execute(), [{ title: '', body: '', data: {} }])
})

test('a list of more than 500 or of malformed ids is refused and deletes nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [one] = await makeMessages(tukar, trader, 1)
  const many = Array.from({ length: 501 }, () => one)
  const cases: readonly (readonly [unknown, string])[] = [
    [undefined, 'The message ids field is required.'],
    [[], 'The message ids field is required.'],
    [one, 'The message ids field must be an array.'],
    [many, 'The message ids field must not have more than 500 items.'],
    [[one, -1], 'The message ids.1 field must be at least 1.'],
    [[one, 'x'], 'The message ids.1 field must be an integer.'],
    [[one, 1.5], 'The message ids.1 field must be an integer.'],
    [[one, null], 'The message ids.1 field is required.'],
  ]
  for (const [ids, sentence] of cases) {
    const answer = await drop(tukar, trader, ids)
    assert.deepEqual(messageOf(answer), [400, sentence])
  }
  assert.equal((await listOf(tukar, trader)).totalCount, 1)
  assert.equal((await drop(tukar, trader, many.slice(1))).body.data.deletedCount, 1)
})
