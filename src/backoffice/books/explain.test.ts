import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  depositCoins,
  makeDepositAddress,
  sendCustody,
  transactionOf,
} from '../../../tests/make/custody.ts'
import { hurried } from '../../../tests/make/due-jobs.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { payAccount } from '../../../tests/make/payx-books.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { becomes, makeWithdrawer, withdrawCoin } from '../../../tests/make/withdrawal.ts'
import { causeOf, causesNamedIn, mentions, parseCause, postingKeysOf } from './cause.rules.ts'

type By = Readonly<{ token: string }>

async function read(tukar: Tukar, { token }: By, path: string): Promise<Answer['body']> {
  const answer = await tukar.call('GET', `/operator/api${path}`, { token })
  expectOk(answer)
  return answer.body.data
}

test('a balance leads by its statement and posting to the callback', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  await leaderOf(tukar)
  const account = await makeAccount(tukar.service.ctx.db)
  for (const ref of ['pay-1', 'pay-2']) {
    expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, ref)))
  }
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, 'pay-1')))
  const statement = await read(tukar, viewer, `/statement?user=${account.user}&asset=IDR`)
  const [, first] = statement.data
  assert.deepEqual(
    [first.key, first.cause, first.amount, first.balanceAfter, first.account],
    [
      'deposit:payx:pay-1',
      { kind: 'cash-deposit', id: 'payx:pay-1' },
      '245560',
      '245560',
      'available',
    ],
  )
  const posting = await eventually('the notices', async () => {
    const found = await read(tukar, viewer, `/ledger/postings/${first.postingId}`)
    return found.notices.length >= 2 && found
  })
  assert.deepEqual(
    [posting.cause.kind, posting.cause.userId, posting.cause.status, posting.cause.amount],
    ['cash-deposit', account.user, 'COMPLETED', '250000'],
  )
  assert.equal(posting.moves[0].from.account, 'house.payx')
  assert.deepEqual(posting.notices.map((one: { to: string }) => one.to).toSorted(), [
    'regulator',
    'user',
  ])
  const [event, ...others] = posting.events
  assert.deepEqual(others, [], 'the other payment is not behind this posting')
  assert.deepEqual([event.source, event.key, event.redeliveries], ['payx.deposit-paid', 'pay-1', 1])
  const shown = await read(tukar, viewer, `/inbox/${event.id}`)
  assert.deepEqual(
    [shown.proof, shown.answer, shown.redeliveries, shown.outcome],
    ['token', 'accepted', 1, event.outcome],
  )
  assert.ok(shown.lastRedeliveryAt !== null)
  assert.deepEqual(
    shown.related.postings.map((one: { key: string }) => one.key),
    ['deposit:payx:pay-1'],
  )
  assert.deepEqual(
    shown.related.causes.map((one: { id: string }) => one.id),
    ['payx:pay-1'],
  )
  assert.equal(shown.related.notices.length, posting.notices.length)
  const views = await auditOf(tukar, viewer, `&subjectKind=posting&subjectId=${posting.id}`)
  assert.ok(views.length > 0)
})

test('coins lead to the event of custody, a confirmed payment to its report', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const { db } = (await leaderOf(tukar)).ctx
  const depositAddress = await makeDepositAddress(db, 'ETH', 'ETH')
  const { address } = depositAddress
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '0.5' })
  const account = await makeAccount(db)
  await payAccount(tukar, account, 5_000_000, 'large')
  for (const [user, kind, source] of [
    [depositAddress.user, 'coin-deposit', /^custody\./],
    [account.user, 'cash-deposit', /^payx\./],
  ] as const) {
    const found = await hurried(db, `the ${kind}`, async () => {
      const { data } = await read(tukar, viewer, `/ledger/postings?user=${user}`)
      return data.length > 0 && data[0]
    })
    const posting = await read(tukar, viewer, `/ledger/postings/${found.id}`)
    assert.equal(posting.cause.kind, kind)
    const event = posting.events.at(-1)
    assert.match(event.source, source)
    const { related } = await read(tukar, viewer, `/inbox/${event.id}`)
    const keys: readonly string[] = related.postings.map((one: { key: string }) => one.key)
    assert.ok(keys.includes(posting.key), keys.join())
  }
})

test('a posting names every event that reported its payment, and each leads back', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const paid = paidInto(account, 'pay-1')
  expectOk(await reportPayx(tukar, 'deposit-paid', paid))
  for (const external_id of ['second', 'third']) {
    expectOk(await reportPayx(tukar, 'deposit-paid', { ...paid, external_id }))
  }
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, 'pay-10')))
  const { address, user } = await makeDepositAddress(db, 'ETH', 'ETH')
  const data = transactionOf({ id: 'eth-1', destinationAddress: address, assetId: 'ETH' })
  for (const version of [2, 1, 2] as const) await sendCustody(tukar, data, { version })
  for (const [cause, owner, sources] of [
    ['cash-deposit:payx:pay-1', account.user, ['payx', 'payx', 'payx']],
    ['coin-deposit:eth-1:0', user, ['custody', 'custody', 'custody']],
  ] as const) {
    const { data: postings } = await read(tukar, viewer, `/ledger/postings?cause=${cause}`)
    assert.equal(postings.length, 1, cause)
    const { events, cause: shown } = await read(tukar, viewer, `/ledger/postings/${postings[0].id}`)
    assert.equal(shown.userId, owner)
    assert.deepEqual(
      events.map(({ source }: { source: string }) => source.split('.')[0]),
      sources,
    )
    for (const { id } of events) {
      const { related } = await read(tukar, viewer, `/inbox/${id}`)
      assert.deepEqual(
        related.postings.map((one: { id: number }) => one.id).toSorted(),
        postings.map((one: { id: number }) => one.id).toSorted(),
      )
    }
  }
})

test('the postings of a withdrawal name each other and their withdrawal', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeWithdrawer(tukar)
  const answer = await withdrawCoin(tukar, trader)
  const { request_id: id } = answer.body.data
  const postings = await eventually('the end', async () => {
    const { data } = await read(tukar, viewer, `/ledger/postings?cause=withdrawal:${id}`)
    return data.length === 2 && data
  })
  const posting = await read(tukar, viewer, `/ledger/postings/${postings[0].id}`)
  assert.deepEqual([posting.cause.kind, posting.cause.id], ['withdrawal', id])
  assert.deepEqual(
    [posting, ...posting.siblings].map((one: { key: string }) => one.key).toSorted(),
    [`hold:withdrawal:${id}`, `withdrawal:${id}`],
  )
  if (posting.events.length > 0) assert.match(posting.events[0].source, /^custody\./)
})

test('a statement is paged by posting and account, in both directions', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeWithdrawer(tukar)
  await withdrawCoin(tukar, trader)
  await becomes(tukar, trader, 'SUCCESS')
  const path = `/statement?user=${trader.id}&asset=BTC`
  const nameOf = (one: { postingId: number; line: number; account: string }) =>
    `${one.postingId} ${one.line} ${one.account}`
  const whole: readonly string[] = (await read(tukar, viewer, path)).data.map(nameOf)
  assert.ok(whole.length >= 4, whole.join())
  for (const [sort, wanted] of [
    ['desc', whole],
    ['asc', whole.toReversed()],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer['body'] = await read(
        tukar,
        viewer,
        `${path}&limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.data.map(nameOf))
      cursor = page.nextCursor
    }
    assert.deepEqual(seen, wanted)
  }
  const refused = await tukar.call('GET', '/operator/api/statement?user=1&asset=NONE', viewer)
  assert.equal(refused.body.message, 'The selected asset is invalid.')
  const unknown = await tukar.call('GET', '/operator/api/ledger/postings/999999', viewer)
  assert.deepEqual(messageOf(unknown), [404, 'api.posting_not_found'])
})

test('the key of a posting names its cause, and a cause the keys of its postings', () => {
  assert.deepEqual(causeOf('release:withdrawal:wd-12345678'), {
    kind: 'withdrawal',
    id: 'wd-12345678',
  })
  assert.deepEqual(causeOf('dust:BTC:note-4'), { kind: 'other', id: 'dust:BTC:note-4' })
  assert.deepEqual(postingKeysOf({ kind: 'order', id: 'TK-1' }), [
    'hold:order:TK-1',
    'release:order:TK-1',
  ])
  assert.deepEqual(parseCause('coin-deposit:abc:0'), { kind: 'coin-deposit', id: 'abc:0' })
  assert.equal(parseCause('fill:x:1'), null)
  assert.deepEqual(causesNamedIn('{"externalTxId":"wd-0123456789abcdef"}'), [
    { kind: 'withdrawal', id: 'wd-0123456789abcdef' },
  ])
})

test('a name is mentioned only as a whole word', () => {
  assert.ok(mentions({ key: 'BTCUSDT:1:TRADE:4711:9', body: null }, ['4711']))
  assert.ok(!mentions({ key: 'BTCUSDT:1:TRADE:47110:9', body: '{"t":14711}' }, ['4711']))
  assert.ok(!mentions({ key: 'a', body: 'b' }, ['']))
})
