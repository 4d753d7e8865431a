import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { testDatabase } from '../../../tests/database.ts'
import { eventually } from '../../../tests/harness.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { inboxOf, makeBell, raiseEpoch, ringing } from '../../../tests/make/inbox-node.ts'
import { btc, credit, makeUser, post } from '../../../tests/make/ledger.ts'
import { noticesIn } from '../../../tests/make/notices.ts'
import { runOften } from '../../../tests/make/run-often.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { noteDust } from '../../app/trading/executions/venue-dust.sql.ts'
import { systemClock } from '../../base/clock.ts'
import type { Term } from '../../core/database/cluster/leader.ts'
import { anyCallback } from '../../core/inbox/callback.ts'
import { eventOf, insertPending } from '../../core/inbox/inbox.sql.ts'
import { inboxLimits } from '../../core/inbox/inbox-limits.ts'
import { type JobRun, takeRuns } from './job-runs.ts'
import { startPeriodic } from './periodic.ts'

test('only the leader sweeps, rolls up and audits, and it stops on request', async (t) => {
  setLimits(t, inboxLimits, { sweepEveryMs: 100 })
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  let term: Term | null = null
  const ctx = httpContext(t, {
    databaseUrl: database.url,
    leadership: {
      current: () => term,
      leaderUrl: () => Promise.resolve(null),
      onChange: () => () => undefined,
      stop: () => Promise.resolve(),
    },
  })
  await post(db, credit('one', await makeUser(db), 5n))
  const { raw } = ringing({ id: 'a', says: 'ding' })
  const event = eventOf({ source: 'test.bell', key: 'a', raw })
  await db.inTransaction((tx) => insertPending(tx, event, { attempts: 0, error: null }))
  const events = new Map([[bell.callback.source, anyCallback(bell.callback)]])

  const stopIdle = startPeriodic(ctx, events)
  await stopIdle()
  assert.deepEqual(await bell.rings(), [])
  assert.deepEqual(await db.read.selectFrom('audits').selectAll().execute(), [])

  // Runs fail and are retried, because the database does not have this term's epoch yet.
  term = { epoch: 1 }
  const stop = startPeriodic(ctx, events)
  t.after(stop)
  await eventually('a roll-up and both audits', async () => {
    const audits = await db.read.selectFrom('audits').select('scope').execute()
    const rolled = await db.read.selectFrom('house_balances').selectAll().execute()
    return audits.length >= 2 && rolled.length > 0
  })
  assert.deepEqual(await inboxOf(db), [{ key: 'a', state: 'pending', outcome: null }])
  assert.equal(await raiseEpoch(db), 1)
  await eventually('the sweep', async () => (await bell.rings()).length === 1)
  await stop()
})

test('a job that has nothing to do does not run until it has', async (t) => {
  const { db, url } = await testDatabase(t)
  await raiseEpoch(db)
  const ctx = httpContext(t, { databaseUrl: url, leads: true })
  const ran: string[] = []
  const jobs = ['settle orders', 'add up dust of trades']
  t.after(startPeriodic(ctx, new Map(), (job) => void ran.push(job), jobs))
  await eventually('the first runs', async () => ran.length >= 2)
  await setTimeout(3_000)
  // Each may have begun once more before the first look.
  assert.ok(ran.length <= 4, `without work they ran ${ran.length} times`)
  await db.inTransaction((tx) => noteDust(tx, [{ asset: btc, parts: 1n }]))
  await eventually('the dust', async () => {
    const left = await db.read.selectFrom('venue_dust_steps').select('id').execute()
    return left.length === 0
  })
})

test('a run that ends with the leadership is no failure of its job', async (t) => {
  const { url: databaseUrl } = await testDatabase(t)
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  // The database does not have this node's term, so another node leads.
  const ctx = httpContext(t, { databaseUrl, leads: true, log })
  t.after(startPeriodic(ctx, new Map(), undefined, ['add up dust of trades']))
  await eventually('the end of a run', async () =>
    lines.some((line) => line.includes('ended with')),
  )
  assert.ok(takeRuns(ctx).every(({ failures }) => failures === 0))
})

test('operators get one alert of a job that fails repeatedly, until it recovers', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const ctx = httpContext(t, { databaseUrl: database.url, leads: true })
  await sql`alter table withdrawals rename to elsewhere`.execute(db.read)
  runOften(t, ['settle withdrawals'])
  t.after(startPeriodic(ctx, new Map()))
  const alerted = () =>
    noticesIn(db).then((notices) =>
      notices.flatMap((notice) =>
        notice.to === 'operator' && notice.kind === 'job-failing' ? [notice.subject] : [],
      ),
    )
  const settling = (subjects: readonly string[]) =>
    subjects.filter((subject) => subject.endsWith('settle withdrawals'))
  await eventually('the alert', async () => settling(await alerted()).length === 1)
  await setTimeout(1_000)
  assert.equal(settling(await alerted()).length, 1)
})

test('full audits that take long run rarely: a twentieth of the time at most', async (t) => {
  const { url: databaseUrl } = await testDatabase(t)
  let ms = 0
  // Each reading of this clock is 20 seconds later.
  const clock = { ...systemClock, monotonicMs: () => (ms += 20_000) }
  const ctx = httpContext(t, { databaseUrl, clock, leads: true })
  t.after(startPeriodic(ctx, new Map()))
  const runs = new Map<string, JobRun>()
  await eventually('a full audit and a recent one', () => {
    for (const run of takeRuns(ctx)) runs.set(run.job, run)
    return Promise.resolve(runs.has('audit the ledger') && runs.has('audit recent moves'))
  })
  const { everyMs = 0, tookMs = Number.NaN } = runs.get('audit the ledger') ?? {}
  assert.ok(tookMs >= 20_000 && everyMs === 19 * tookMs, `${tookMs} ms, then ${everyMs} ms`)
  assert.equal(runs.get('audit recent moves')?.everyMs, 10_000)
})
