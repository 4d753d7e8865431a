import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Clock, systemClock } from '../../src/base/clock.ts'
import type { Context } from '../../src/context.ts'
import type { Term } from '../../src/core/database/cluster/leader.ts'
import type { Database } from '../../src/core/database/database.ts'
import type { Callback } from '../../src/core/inbox/callback.ts'
import { keepUnreadable, receives } from '../../src/platform/access/callbacks/receive.ts'
import { text } from '../../src/platform/http/contracts/contracts.ts'
import { anyone } from '../../src/platform/http/endpoint/admit.ts'
import { endpoint, type HttpRequest } from '../../src/platform/http/endpoint/endpoint.ts'
import { success } from '../../src/platform/http/envelope.ts'
import type { TestDatabase } from '../database.ts'
import { httpContext } from './http-context.ts'

const Rung = z.object({ id: text({ max: 100 }), says: text({ max: 100 }) })
export type Rung = z.output<typeof Rung>

/** An effect for tests: each application of an event inserts a row, unless it is set to fail. */
export type Bell = Readonly<{
  callback: Callback<typeof Rung>
  /** Whether applying these fails, and how. */
  failOn: (fails: (rung: readonly Rung[]) => Error | null) => void
  /** The number of events of each call. */
  calls: number[]
  /** The rung events, in order. */
  rings: () => Promise<readonly string[]>
}>

export async function makeBell({ db }: TestDatabase, source = 'test.bell'): Promise<Bell> {
  await sql`create table if not exists rings (
    at bigint generated always as identity, id text, says text)`.execute(db.read)
  let fails: (rung: readonly Rung[]) => Error | null = () => null
  const calls: number[] = []
  return {
    callback: {
      source,
      body: Rung,
      key: ({ id }) => id,
      apply: async (tx, rung) => {
        calls.push(rung.length)
        for (const { id, says } of rung) {
          await sql`insert into rings (id, says) values (${id}, ${says})`.execute(tx)
        }
        const failure = fails(rung)
        if (failure !== null) throw failure
        return rung.map(({ says }) => `rang ${says}`)
      },
    },
    failOn: (when) => {
      fails = when
    },
    calls,
    rings: async () => {
      const { rows } = await sql<{ ring: string }>`
        select id || ' ' || says as ring from rings order by at`.execute(db.read)
      return rows.map(({ ring }) => ring)
    },
  }
}

export const bellPath = '/api/webhook/test/bell'

/** The bell as a public endpoint. */
export const bellEndpoint = ({ callback }: Bell) =>
  endpoint({
    method: 'POST',
    path: bellPath,
    tag: 'Callbacks',
    summary: 'a bell',
    access: anyone,
    body: callback.body,
    run: receives(callback),
    unreadable: keepUnreadable(callback),
    reply: success('rung'),
  })

/** A request as the server passes it on. */
export const ringing = (
  { id, says }: Rung,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest => ({
  id: 'test-request',
  method: 'POST',
  url: bellPath,
  ip: '127.0.0.1',
  headers: { 'content-type': 'application/json', ...headers },
  raw: Buffer.from(JSON.stringify({ id, says })),
})

export type Node = Readonly<{
  ctx: Context
  /** Makes this node the leader, in its own state and in the database. */
  lead: () => Promise<void>
  /** Makes this node the leader in its own state only, under an epoch another node may have. */
  leadAs: (epoch: number) => void
  /** Makes this node forget that it leads, or where the leader is. */
  follow: (leaderUrl: string | null) => void
}>

/** A node whose leadership the test controls; without a leader it does not wait in real time. */
export function makeNode(t: TestContext, { db, url }: TestDatabase): Node {
  let term: Term | null = null
  let leader: string | null = null
  const ctx = httpContext(t, {
    databaseUrl: url,
    clock: hastyClock(),
    leadership: {
      current: () => term,
      leaderUrl: () => Promise.resolve(leader),
      onChange: () => () => undefined,
      stop: () => Promise.resolve(),
    },
  })
  return {
    ctx,
    lead: async () => {
      term = { epoch: await raiseEpoch(db) }
    },
    leadAs: (epoch) => {
      term = { epoch }
    },
    follow: (leaderUrl) => {
      term = null
      leader = leaderUrl
    },
  }
}

/** Does the same as a node that takes over. */
export async function raiseEpoch(db: Database): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    update leader set epoch = epoch + 1 returning epoch`.execute(db.read)
  return rows[0]?.epoch ?? 0
}

/** Sleeping moves it on at once. */
export function hastyClock(): Clock {
  let sleptMs = 0
  return {
    now: systemClock.now,
    monotonicMs: () => systemClock.monotonicMs() + sleptMs,
    sleep: (ms) => {
      sleptMs += ms
      return Promise.resolve()
    },
  }
}

/** Makes all pending events due. */
export const makeEventsDue = (db: Database) =>
  sql`update inbox set next_at = now() where state = 'pending'`.execute(db.read)

export type StoredRow = Readonly<{ key: string; state: string; outcome: string | null }>

/** The rows of the inbox, in order of arrival. */
export async function inboxOf(db: Database): Promise<readonly StoredRow[]> {
  const rows = await db.read
    .selectFrom('inbox')
    .select(['event_key as key', 'state', 'outcome'])
    .orderBy('id')
    .execute()
  return rows
}
