import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { btc, credit, makeUser, post } from '../../../tests/make/ledger.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { storeOrders } from '../../../tests/make/stored-orders.ts'
import type { UserId } from '../../base/ids.ts'
import { idr, money } from '../../base/money.ts'
import { openHolds } from '../../ledger/hold.ts'

type By = Readonly<{ token: string }>

const said = ({ status, body }: Answer) => [status, body?.message]

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

test('every open hold is listed by age, with what it is for, and each look audited', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const user = await makeUser(db)
  await post(db, credit('c', user, 100_000n))
  await freeze(tukar, user, 'wd-known-one', 10_000n)
  await freeze(tukar, user, 'wd-stray-one', 550n)
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
      channel_code, account_number, worth_idr, status, incident)
    values ('wd-known-one', ${user}, 'CASH', 1, 9000, 1000, 10000, 9000, 'ID_BCA', '1', 0,
      'SUBMITTED', 'odd')`.execute(db.read)
  await sql`update holds set opened_at = now() - interval '2 hours'
            where owner_id = 'wd-known-one'`.execute(db.read)
  const all = await get(tukar, viewer, '/holds')
  assert.deepEqual(said(all), [200, 'api.holds_retrieved'])
  const [known, stray] = all.body.data.data
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
  assert.deepEqual([stray.remaining, stray.owner.status], ['5.5', null])
  const old = await get(tukar, viewer, '/holds?olderThan=3600')
  assert.deepEqual(
    old.body.data.data.map(({ owner }: { owner: { id: string } }) => owner.id),
    ['wd-known-one'],
  )
  assert.equal((await get(tukar, viewer, '/holds?per_page=1')).body.data.nextPage, 2)
  assert.equal((await get(tukar, viewer, '/holds?olderThan=soon')).status, 400)
  const looks = await auditOf(tukar, viewer, '&action=hold.look')
  assert.deepEqual(
    looks.map(({ operator, subject }) => [operator.id, subject.kind, subject.id]),
    [
      [viewer.id, 'holds', 'all'],
      [viewer.id, 'holds', 'olderThan=3600'],
      [viewer.id, 'holds', 'all'],
    ],
  )
})

test('money that is frozen for orders is listed with how they stand', async (t) => {
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
  const { body } = await get(tukar, viewer, '/holds')
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

test('the house shows what it holds of each asset, what users are owed and may be', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const user = await makeUser(db)
  await post(db, credit('a', user, 150_050n), credit('b', user, 7n, btc))
  const answer = await get(tukar, viewer, '/house')
  assert.deepEqual(said(answer), [200, 'api.house_retrieved'])
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

test('postings explain a balance move by move, and every look at them is audited', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const viewer = await makeOperator(tukar, 'viewer')
  const [ani, budi] = [await makeUser(db), await makeUser(db)]
  await post(db, credit('of-ani', ani, 100_000n), credit('of-budi', budi, 5n))
  await post(db, credit('of-ani-btc', ani, 3n, btc))
  await freeze(tukar, ani, 'wd-of-ani-1', 40_000n)
  const keys = async (query: string): Promise<readonly string[]> => {
    const answer = await get(tukar, viewer, `/ledger/postings?${query}`)
    assert.deepEqual(said(answer), [200, 'api.postings_retrieved'])
    return answer.body.data.data.map(({ key }: { key: string }) => key)
  }
  assert.deepEqual(await keys(''), [
    'hold:withdrawal:wd-of-ani-1',
    'of-ani-btc',
    'of-budi',
    'of-ani',
  ])
  assert.deepEqual(await keys(`user=${ani}`), [
    'hold:withdrawal:wd-of-ani-1',
    'of-ani-btc',
    'of-ani',
  ])
  assert.deepEqual(await keys(`user=${ani}&per_page=1&page=2`), ['of-ani-btc'])
  assert.deepEqual(await keys('key=of-budi'), ['of-budi'])
  assert.deepEqual(await keys(`key=of-budi&user=${ani}`), [])
  assert.deepEqual(await keys('key=nothing'), [])
  const looks = await auditOf(tukar, viewer, '&action=ledger.look')
  assert.deepEqual(
    looks.map(({ operator, subject }) => [operator.id, subject.kind, subject.id]),
    [
      [viewer.id, 'postings', 'all'],
      [viewer.id, 'user', String(ani)],
      [viewer.id, 'user', String(ani)],
      [viewer.id, 'postings', 'of-budi'],
      [viewer.id, 'user', String(ani)],
      [viewer.id, 'postings', 'nothing'],
    ],
  )
  const one = await get(tukar, viewer, '/ledger/postings?key=hold:withdrawal:wd-of-ani-1')
  assert.deepEqual(one.body.data.data[0].moves, [
    {
      symbol: 'IDR',
      amount: '400',
      from: { account: 'user.available', userId: ani, after: '600' },
      to: { account: 'user.locked', userId: ani, after: '400' },
    },
  ])
})

test('the ledger is read by operators only', async (t) => {
  const tukar = await startTukar(t)
  for (const path of ['/holds', '/house', '/ledger/postings']) {
    assert.deepEqual(said(await get(tukar, { token: 'nobody' }, path)), [
      401,
      'auth.unauthenticated',
    ])
  }
})
