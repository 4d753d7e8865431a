import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeUser, move, post, posting } from '../../../tests/make/ledger.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { reconcile } from './reconcile.ts'

type Shown = Readonly<{ provider: string; symbol: string; comparedAt: string }>

test('operators see each balance beside the provider, its day and its break', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const { token } = finance
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const user = await makeUser(ctx.db)
  await post(ctx.db, posting('one', move(house('payx'), available(user), 5_000_00n)))
  await reconcile(ctx)
  const answer = await tukar.call('GET', '/operator/api/reconciliation', { token })
  expectOk(answer)
  const rows: readonly Shown[] = answer.body.data
  assert.deepEqual([...new Set(rows.map(({ provider }) => provider))], ['custody', 'payx', 'venue'])
  const { ageSeconds, breakId, comparedAt, points, ...payx } = answer.body.data.find(
    ({ provider }: Shown) => provider === 'payx',
  )
  assert.deepEqual(payx, {
    provider: 'payx',
    symbol: 'IDR',
    ours: '100000005000',
    theirs: '100000000000',
    difference: '-5000',
    agrees: false,
  })
  assert.ok(ageSeconds < 60 && Date.parse(comparedAt) > 0)
  assert.deepEqual([points.at(-1).difference, points.at(-1).agrees], ['-5000', false])
  const details = await tukar.call('GET', `/operator/api/breaks/${breakId}`, { token })
  expectOk(details)
  const { about, movements, proposals } = details.body.data
  assert.deepEqual([about, proposals], [null, []])
  const [{ at: _at, postingId: _id, ...moved }] = movements
  assert.deepEqual(moved, {
    key: 'one',
    action: 'DEPOSIT',
    symbol: 'IDR',
    amount: '5000',
    from: 'house.payx',
    to: 'user.available',
    userId: user,
  })
  assert.equal((await auditOf(tukar, finance, '&action=break.look')).length, 1)
  const missing = await tukar.call('GET', '/operator/api/breaks/999999', { token })
  assert.deepEqual(messageOf(missing), [404, 'api.break_not_found'])
})

test('finance makes the leader reconcile now', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all' })
  const finance = await makeOperator(tukar, 'finance')
  const viewer = await makeOperator(tukar, 'viewer', finance)
  const run = (token: string) => tukar.call('POST', '/operator/api/reconciliation/run', { token })
  const response = await run(finance.token)
  expectOk(response)
  await eventually('a comparison after the request', async () => {
    const { token } = viewer
    const { body } = await tukar.call('GET', '/operator/api/reconciliation', { token })
    const rows: readonly Shown[] = body.data
    return rows.some(({ comparedAt }) => comparedAt > response.body.data.askedAt)
  })
  assert.equal((await auditOf(tukar, finance, '&action=reconciliation.run')).length, 1)
})

test('breaks are paged by cursor, and filtered', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeOperator(tukar, 'viewer')
  await tukar.service.ctx.db.read
    .insertInto('breaks')
    .values(
      ['wd-a', 'wd-b', 'wd-c'].map((subject) => {
        const asset = subject === 'wd-b' ? 'ETH' : 'BTC'
        return { provider: 'house', kind: 'transfer', subject, asset, theirs: '1', ours: '2' }
      }),
    )
    .execute()
  const read = async (query: string) => {
    const answer = await tukar.call('GET', `/operator/api/breaks?kind=transfer&${query}`, { token })
    expectOk(answer)
    const rows: readonly { subject: string }[] = answer.body.data.data
    return { next: answer.body.data.nextCursor, subjects: rows.map(({ subject }) => subject) }
  }
  const first = await read('limit=2')
  assert.deepEqual(first.subjects, ['wd-c', 'wd-b'])
  assert.deepEqual(await read(`limit=2&cursor=${first.next}`), { next: null, subjects: ['wd-a'] })
  assert.deepEqual((await read('sort=asc&limit=1')).subjects, ['wd-a'])
  assert.deepEqual((await read('symbol=ETH&provider=house')).subjects, ['wd-b'])
  assert.deepEqual((await read('state=resolved')).subjects, [])
})
