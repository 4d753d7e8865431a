import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'

type Entry = Readonly<{ kind: string; id: string; title: string; at: string }>

async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  const at = (minutes: number) =>
    sql`timestamptz '2026-01-01T00:00Z' + make_interval(mins => ${minutes})`
  await sql`delete from user_messages where user_id = ${trader.id}`.execute(read)
  await sql`
    update session_families set created_at = ${at(1)} where user_id = ${trader.id}`.execute(read)
  await sql`
    insert into cash_deposits (user_id, provider, provider_ref, method, status, amount, created_at)
    values (${trader.id}, 'payx', 'pay-1', 'VA', 'COMPLETED', 25000000, ${at(2)})`.execute(read)
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
      channel_code, account_number, worth_idr, status, created_at)
    values ('wd-timeline-1', ${trader.id}, 'CASH', 1, 900000, 100000, 1000000, 900000, 'ID_BCA',
      '1', 9000, 'PROCESSING', ${at(3)})`.execute(read)
  await sql`
    insert into user_messages (user_id, kind, dedupe_key, title, body, data, created_at)
    values (${trader.id}, 'deposit-completed', 'm', '<b>Deposit</b>', '', '{}', ${at(3)})`.execute(
    read,
  )
  await sql`
    insert into operator_alerts (severity, kind, dedupe_key, subject, data, created_at)
    values ('warning', 'odd', 'a', 'Odd', jsonb_build_object('userId', ${`${trader.id}`}::text),
      ${at(4)})`.execute(read)
  const list = async (query = '') => {
    const path = `/operator/api/users/${trader.id}/timeline?${query}`
    const answer = await tukar.call('GET', path, { token: viewer.token })
    expectOk(answer)
    const { data, nextCursor }: { data: readonly Entry[]; nextCursor: string | null } =
      answer.body.data
    return { entries: data.map(({ kind, id }) => `${kind} ${id}`), data, nextCursor }
  }
  return { tukar, viewer, trader, list }
}

test("a user's timeline merges everything by time, and shows operators' views", async (t) => {
  const { tukar, viewer, trader, list } = await start(t)
  await list()
  const { data } = await list()
  const [look, ...before] = data
  assert.equal(look?.title, 'user.timeline')
  assert.deepEqual(
    before.slice(1).map(({ kind, id, title }) => [kind, kind === 'withdrawal' ? id : title]),
    [
      ['alert', 'Odd'],
      ['message', '<b>Deposit</b>'],
      ['withdrawal', 'wd-timeline-1'],
      ['deposit', 'payx VA'],
      ['sign-in', before.at(-1)?.title],
    ],
  )
  const audited = await auditOf(tukar, viewer, `&action=user.timeline&subjectId=${trader.id}`)
  assert.equal(audited.length, 2)
})

test('a timeline is paged by a cursor without gaps, in both directions', async (t) => {
  const { list } = await start(t)
  const until = 'to=2026-02-01T00:00:00Z'
  const whole = (await list(until)).entries
  assert.equal(whole.length, 5)
  for (const [sort, wanted] of [
    ['desc', whole],
    ['asc', whole.toReversed()],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(`${until}&limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.entries)
      cursor = page.nextCursor
    }
    assert.deepEqual(seen, wanted)
  }
})

test('a timeline is narrowed by kind and by time', async (t) => {
  const { list } = await start(t)
  assert.deepEqual((await list('kind=deposit')).entries, ['deposit payx:pay-1'])
  const between = 'from=2026-01-01T00:02:00Z&to=2026-01-01T00:03:00Z'
  assert.deepEqual((await list(between)).entries, ['deposit payx:pay-1'])
})
