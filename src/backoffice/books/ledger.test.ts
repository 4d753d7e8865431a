import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { btc, credit, makeUser, post } from '../../../tests/make/ledger.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { storeOrders } from '../../../tests/make/stored-orders.ts'
import type { UserId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import { idSpanLimits } from '../../core/database/database-limits.ts'
import { openHolds } from '../../core/ledger/hold.ts'

type By = Readonly<{ token: string }>

const get = (tukar: Tukar, { token }: By, path: string) =>
  tukar.call('GET', `/operator/api${path}`, { token })

const freeze = (
  { service }: Tukar,
  user: UserId,
  id: string,
  units: bigint,
  kind: 'withdrawal' | 'order' = 'withdrawal',
) =>
  service.ctx.db.inTransaction((tx) =>
    openHolds(tx, [{ owner: { kind, id }, user, amount: money(idr, units) }]),
  )

test('open holds are listed by age with their purpose, and each view is audited', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const user = await makeUser(db)
  await post(db, credit('c', user, 100_000n))
  await freeze(tukar, user, 'wd-known-one', 10_000n)
  await freeze(tukar, user, 'wd-ownerless', 550n)
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
      channel_code, account_number, worth_idr, status, incident)
    values ('wd-known-one', ${user}, 'CASH', 1, 9000, 1000, 10000, 9000, 'ID_BCA', '1', 0,
      'SUBMITTED', 'odd')`.execute(db.read)
  await sql`update holds set opened_at = now() - interval '2 hours'
            where owner_id = 'wd-known-one'`.execute(db.read)
  const all = await get(tukar, viewer, '/holds?sort=asc')
  assert.deepEqual(messageOf(all), [200, 'api.holds_retrieved'])
  const [known, ownerless] = all.body.data.data
  assert.deepEqual(
    [known.userId, known.symbol, known.initial, known.remaining, known.owner],
    [
      user,
      'IDR',
      '100',
      '100',
      { kind: 'withdrawal', id: 'wd-known-one', status: 'SUBMITTED', incident: 'odd' },
    ],
  )
  assert.ok(known.ageSeconds >= 7_200)
  assert.deepEqual([ownerless.remaining, ownerless.owner.status], ['5.5', null])
  const old = await get(tukar, viewer, '/holds?olderThan=3600')
  assert.deepEqual(
    old.body.data.data.map(({ owner }: { owner: { id: string } }) => owner.id),
    ['wd-known-one'],
  )
  const first = await get(tukar, viewer, '/holds?sort=asc&limit=1')
  assert.equal(first.body.data.nextCursor, String(known.id))
  const next = await get(tukar, viewer, `/holds?sort=asc&limit=1&cursor=${known.id}&user=${user}`)
  assert.deepEqual([next.body.data.data[0].id, next.body.data.nextCursor], [ownerless.id, null])
  assert.equal((await get(tukar, viewer, '/holds?olderThan=soon')).status, 400)
  const views = await auditOf(tukar, viewer, '&action=hold.look')
  assert.deepEqual(
    views.map(({ operator, subject }) => [operator.id, subject.kind, subject.id]),
    [
      [viewer.id, 'holds', 'all'],
      [viewer.id, 'holds', 'olderThan=3600'],
      [viewer.id, 'holds', 'all'],
      [viewer.id, 'user', String(user)],
    ],
  )
})

test('money that is frozen for orders is listed with their state', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const user = await makeUser(db)
  await post(db, credit('c', user, 100_000n))
  await storeOrders(tukar, { id: user }, [
    { orderNo: 'TK-open' },
    { orderNo: 'TK-odd', incident: 'its quantity is 2' },
  ])
  for (const id of ['TK-open', 'TK-odd', 'TK-none']) await freeze(tukar, user, id, 10_000n, 'order')
  // A withdrawal and an order with the same id are not confused.
  await freeze(tukar, user, 'TK-open', 10_000n)
  const { body } = await get(tukar, viewer, '/holds?sort=asc')
  assert.deepEqual(
    body.data.data.map(({ owner }: { owner: object }) => owner),
    [
      { kind: 'order', id: 'TK-open', status: 'CREATE', incident: null },
      { kind: 'order', id: 'TK-odd', status: 'CREATE', incident: 'its quantity is 2' },
      { kind: 'order', id: 'TK-none', status: null, incident: null },
      { kind: 'withdrawal', id: 'TK-open', status: null, incident: null },
    ],
  )
})

test("the house shows each asset's holdings, debts to users and supply cap", async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const user = await makeUser(db)
  await post(db, credit('a', user, 150_050n), credit('b', user, 7n, btc))
  const answer = await get(tukar, viewer, '/house')
  assert.deepEqual(messageOf(answer), [200, 'api.house_retrieved'])
  const inUse = answer.body.data.filter(({ owed }: { owed: string }) => owed !== '0')
  assert.deepEqual(inUse, [
    {
      symbol: 'IDR',
      owed: '1500.5',
      supplyCap: '50000000000',
      accounts: [{ account: 'house.payx', balance: '-1500.5' }],
    },
    {
      symbol: 'BTC',
      owed: '0.00000007',
      supplyCap: '30',
      accounts: [{ account: 'house.payx', balance: '-0.00000007' }],
    },
  ])
  const unused = answer.body.data.find(({ symbol }: { symbol: string }) => symbol === 'ETH')
  assert.deepEqual(unused, { symbol: 'ETH', owed: '0', supplyCap: '900', accounts: [] })
})

async function startWithPostings(t: TestContext) {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const [ani, budi] = [await makeUser(db), await makeUser(db)]
  await post(db, credit('of-ani', ani, 100_000n), credit('of-budi', budi, 5n))
  await post(db, credit('of-ani-btc', ani, 3n, btc))
  await freeze(tukar, ani, 'wd-of-ani-1', 40_000n)
  const keys = async (query: string): Promise<readonly string[]> => {
    const answer = await get(tukar, viewer, `/ledger/postings?${query}`)
    assert.deepEqual(messageOf(answer), [200, 'api.postings_retrieved'])
    return answer.body.data.data.map(({ key }: { key: string }) => key)
  }
  return { tukar, viewer, ani, keys }
}

const hold = 'hold:withdrawal:wd-of-ani-1'

test('postings explain a balance move by move, and every view of them is audited', async (t) => {
  const { tukar, viewer, ani, keys } = await startWithPostings(t)
  assert.deepEqual(await keys(''), [hold, 'of-ani-btc', 'of-budi', 'of-ani'])
  assert.deepEqual(await keys(`user=${ani}`), [hold, 'of-ani-btc', 'of-ani'])
  assert.deepEqual(await keys('key=of-budi'), ['of-budi'])
  assert.deepEqual(await keys(`key=of-budi&user=${ani}`), [])
  assert.deepEqual(await keys('key=nothing'), [])
  const views = await auditOf(tukar, viewer, '&action=ledger.look')
  assert.deepEqual(
    views.map(({ operator, subject }) => [operator.id, subject.kind, subject.id]),
    [
      [viewer.id, 'postings', 'all'],
      [viewer.id, 'user', String(ani)],
      [viewer.id, 'postings', 'of-budi'],
      [viewer.id, 'user', String(ani)],
      [viewer.id, 'postings', 'nothing'],
    ],
  )
  const one = await get(tukar, viewer, `/ledger/postings?key=${hold}`)
  assert.deepEqual(one.body.data.data[0].moves, [
    {
      symbol: 'IDR',
      amount: '400',
      from: { account: 'user.available', userId: ani, after: '600' },
      to: { account: 'user.locked', userId: ani, after: '400' },
    },
  ])
})

test('postings are paged by a cursor, and found by action, cause and time', async (t) => {
  const { tukar, viewer, ani, keys } = await startWithPostings(t)
  const page = await get(tukar, viewer, `/ledger/postings?user=${ani}&limit=1`)
  const { nextCursor } = page.body.data
  assert.deepEqual(await keys(`user=${ani}&limit=1&cursor=${nextCursor}`), ['of-ani-btc'])
  assert.deepEqual(await keys(`user=${ani}&sort=asc`), ['of-ani', 'of-ani-btc', hold])
  assert.deepEqual(await keys(`user=${ani}&action=HOLD`), [hold])
  assert.deepEqual(await keys('action=FEE'), [])
  assert.deepEqual(await keys('cause=withdrawal:wd-of-ani-1'), [hold])
  const soon = new Date(Date.now() + 60_000).toISOString()
  assert.equal((await keys(`to=${soon}`)).length, 4)
  assert.deepEqual(await keys(`from=${soon}`), [])
  assert.deepEqual(await keys(`user=${ani}&from=${soon}`), [])
})

test('a search by action examines a bounded number of moves a page, and misses none', async (t) => {
  const { tukar, viewer, ani } = await startWithPostings(t)
  const many = Array.from({ length: idSpanLimits.examinedRows }, (_, n) => credit(`m${n}`, ani, 1n))
  await post(tukar.service.ctx.db, ...many)
  for (const list of [`statement?user=${ani}&asset=IDR`, `ledger/postings?user=${ani}`]) {
    for (const sort of ['desc', 'asc']) {
      const found: string[] = []
      let cursor: string | null = ''
      let pages = 0
      while (cursor !== null) {
        const at: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await get(tukar, viewer, `/${list}&action=HOLD&sort=${sort}${at}`)
        found.push(...body.data.data.map(({ key }: { key: string }) => key))
        cursor = body.data.nextCursor
        pages += 1
      }
      assert.deepEqual([...new Set(found)], [hold], `${list} ${sort}`)
      assert.deepEqual([found.length, pages], [list.startsWith('statement') ? 2 : 1, 2])
    }
  }
})
