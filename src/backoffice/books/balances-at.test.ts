import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  btc,
  closeNow,
  credit,
  makeUsers,
  move,
  post,
  posting,
  tamper,
} from '../../../tests/make/ledger.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { idr, money } from '../../base/values/money.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { addCheckpoints } from '../../core/ledger/balances-at/add-checkpoints.ts'
import { openHolds } from '../../core/ledger/hold.ts'

const get = (tukar: Tukar, { token }: Readonly<{ token: string }>, path: string) =>
  tukar.call('GET', `/operator/api/ledger/${path}`, { token })

/** Two days of moves in March 2026, in Jakarta: a deposit with its fee, then a hold and coins. */
async function march(tukar: Tukar) {
  const { db } = tukar.service.ctx
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await post(
    db,
    posting(
      'paid',
      move(house('payx'), available(user), 25_000n),
      move(house('payx'), house('fees'), 444n),
    ),
  )
  const owner = { kind: 'order', id: 'TK-1' }
  await db.inTransaction((tx) => openHolds(tx, [{ owner, user, amount: money(idr, 1_000n) }]))
  await post(db, credit('coins', other, 7n, btc))
  await tamper(
    db,
    "update postings set at = '2026-03-10T23:59:59.999+07' where key = 'paid'",
    "update postings set at = '2026-03-11T00:00+07' where key <> 'paid'",
  )
  await closeNow(db)
  return { user, other }
}

test('the balances of a moment are those of all postings before it, and sum to zero', async (t) => {
  const tukar = await startTukar(t)
  const { user, other } = await march(tukar)
  const finance = await makeOperator(tukar, 'finance')
  const rows = async (query: string) => {
    const answer = await get(tukar, finance, `balances?${query}`)
    assert.deepEqual(messageOf(answer), [200, 'api.balances_retrieved'])
    return answer.body.data.data.map(
      (row: {
        account: string
        userId: number | null
        symbol: string
        balance: string
        locked: string | null
      }) => [row.userId ?? row.account, row.symbol, row.balance, row.locked],
    )
  }
  const [first, second] = ['2026-03-10T17:00:00.000Z', '2026-03-10T17:00:00.001Z']
  assert.deepEqual(await rows(`at=${first}`), [
    ['users', 'IDR', '250', '0'],
    ['house.payx', 'IDR', '-254.44', null],
    ['house.fees', 'IDR', '4.44', null],
  ])
  assert.deepEqual(await rows(`at=${second}`), [
    ['users', 'IDR', '250', '10'],
    ['house.payx', 'IDR', '-254.44', null],
    ['house.fees', 'IDR', '4.44', null],
    ['users', 'BTC', '0.00000007', '0'],
    ['house.payx', 'BTC', '-0.00000007', null],
  ])
  assert.deepEqual(await rows('at=2026-03-10T16:59:59.999Z'), [])
  assert.deepEqual(await rows(`at=${first}&owner=users`), [[user, 'IDR', '250', '0']])
  assert.deepEqual(await rows(`at=${second}&owner=users`), [
    [user, 'IDR', '250', '10'],
    [other, 'BTC', '0.00000007', '0'],
  ])
  assert.deepEqual(await rows(`at=${second}&owner=users&sort=desc`), [
    [other, 'BTC', '0.00000007', '0'],
    [user, 'IDR', '250', '10'],
  ])
  assert.deepEqual(await rows(`at=${second}&user=${other}`), [[other, 'BTC', '0.00000007', '0']])
  assert.deepEqual(await rows(`at=${second}&owner=users&symbol=IDR`), [[user, 'IDR', '250', '10']])
  const page = await get(tukar, finance, `balances?at=${second}&owner=users&limit=1`)
  const { nextCursor } = page.body.data
  assert.deepEqual(await rows(`at=${second}&owner=users&limit=1&cursor=${nextCursor}`), [
    [other, 'BTC', '0.00000007', '0'],
  ])
  const looks = await auditOf(tukar, finance, `&action=ledger.balances&subjectId=${other}`)
  assert.equal(looks.length, 1)
  const file = await get(tukar, finance, `balances.csv?at=${second}&owner=users`)
  assert.match(file.text, /^at,account,userId,symbol,balance,locked\r\n/)
  assert.equal(file.text.split('\r\n').length, 4)
})

test('the trial balance of a closed day opens, moves and closes, and totals zero', async (t) => {
  const tukar = await startTukar(t)
  await march(tukar)
  const viewer = await makeOperator(tukar, 'viewer')
  const rows = async (day: string) => {
    const answer = await get(tukar, viewer, `trial-balance?day=${day}`)
    assert.deepEqual(messageOf(answer), [200, 'api.trial_balance_retrieved'])
    return answer.body.data.data.map(({ day: _, ...row }: Record<string, string>) =>
      Object.values(row).join(' '),
    )
  }
  assert.deepEqual(await rows('2026-03-09'), [])
  assert.deepEqual(await rows('2026-03-10'), [
    'IDR users.available 0 250 0 250',
    'IDR house.payx 0 0 254.44 -254.44',
    'IDR house.fees 0 4.44 0 4.44',
    'IDR total 0 254.44 254.44 0',
  ])
  const second = [
    'IDR users.available 250 0 10 240',
    'IDR users.locked 0 10 0 10',
    'IDR house.payx -254.44 0 0 -254.44',
    'IDR house.fees 4.44 0 0 4.44',
    'IDR total 0 10 10 0',
    'BTC users.available 0 0.00000007 0 0.00000007',
    'BTC house.payx 0 0 0.00000007 -0.00000007',
    'BTC total 0 0.00000007 0.00000007 0',
  ]
  assert.deepEqual(await rows('2026-03-11'), second)
  // What comes later, and what the day's end is computed from, do not change it.
  const { db } = tukar.service.ctx
  const [late] = await makeUsers(db, 1)
  assert.ok(late)
  await post(db, credit('later', late, 5n))
  await addCheckpoints(db)
  assert.deepEqual(await rows('2026-03-11'), second)
})

test('a time to which postings may still be added has no balances', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  await closeNow(tukar.service.ctx.db)
  const now = await get(tukar, viewer, `balances?at=${new Date().toISOString()}`)
  assert.equal(now.status, 400)
  assert.match(messageOf(now)[1], /^The at field must end before or at 20/)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const day = await get(tukar, viewer, `trial-balance?day=${tomorrow}`)
  assert.equal(day.status, 400)
  const asset = await get(tukar, viewer, 'balances?at=2026-03-10T17:00:00Z&symbol=NONE')
  assert.deepEqual(messageOf(asset), [400, 'The selected symbol is invalid.'])
  const ofDay = await get(tukar, viewer, 'trial-balance?day=2026-03-10&symbol=NONE')
  assert.deepEqual(messageOf(ofDay), [400, 'The selected symbol is invalid.'])
})
