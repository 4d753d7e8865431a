import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { type Node, startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, paymentStream } from './payments.ts'
import { postgresIn, withClient } from './postgres.ts'
import { checkAnswers, send, untilTaken } from './senders.ts'
import { between, type Stage, type Storm } from './stage.ts'

/**
 * Kills the service, its database and the subscriber of its events repeatedly while deposits are
 * credited. Every event must arrive, in the order of its user, and be listed.
 */
export const events: Storm = {
  name: 'events',
  withinMs: 45 * 60_000,
  run: async (stage) => {
    const dataDir = path.join(stage.folder, 'data')
    const postgres = postgresIn(stage, dataDir)
    const node = await startNode(stage, { name: 'node', dataDir })
    const accounts = await withClient(await postgres.url(), makeAccounts)
    await withClient(await postgres.url(), makeAdmin)
    const receiver = await startReceiver(stage)
    await subscribe(node, receiver.url)
    const count = stage.scaled(200_000)
    const payments = paymentStream(accounts, count * 10)
    stage.print(`${count} callbacks start`)
    // So few that events are delivered meanwhile: they give way to many requests.
    const { tally, done } = send(stage, payments.stream, { nodes: [node], connections: 12 })
    const rounds = stage.scaled(30, 3)
    for (let round = 1; round <= rounds; round += 1) {
      const from = (count * round) / (rounds + 1)
      await stage.until('senders to come further', () => tally.delivered >= from, 300_000)
      await stage.sleep(between(0, 100))
      const withDatabase = round % 3 === 0
      if (round % 2 === 0) receiver.down(between(500, 3_000))
      node.sendSignal('SIGKILL')
      if (withDatabase) await postgres.crash()
      const downMs = Math.round(await untilTaken(stage, tally))
      stage.print(
        `kill ${round} of ${rounds}: taking callbacks again after ${downMs} ms, ` +
          `${tally.delivered} delivered, ${receiver.received.length} events received`,
      )
    }
    await stage.until('all callbacks', () => tally.delivered >= count, 300_000)
    payments.close()
    await done
    checkAnswers(stage, tally, { mayBreak: true })
    await judge(stage, await postgres.url(), payments.made)
    await judgeEvents(stage, node, await postgres.url(), receiver.received)
  },
}

const token = 'xot_storm-of-events-0000000000000000000000000000'

async function makeAdmin(client: pg.Client): Promise<void> {
  const digest = createHash('sha256').update(token).digest()
  await client.query(
    `with made as (
       insert into operators (email, role, password_hash, password_initial, confirmed_at)
       values ('events@tukar.test', 'admin', 'none', false, now()) returning id
     )
     insert into operator_sessions (digest, operator_id, expires_at)
     select $1, id, now() + interval '1 hour' from made`,
    [digest],
  )
}

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function subscribe({ url }: Node, receiver: string): Promise<void> {
  const body = JSON.stringify({ name: 'Storm', url: receiver, kinds: ['deposit.*'] })
  const made = await fetch(`${url}/operator/api/subscriptions`, { method: 'POST', headers, body })
  if (made.status !== 200) throw new Error(`the subscription was refused: ${await made.text()}`)
}

const Event = z.object({
  id: z.string(),
  position: z.int(),
  userId: z.int().nullable(),
  sequence: z.int(),
})
type Event = z.output<typeof Event>

const Listening = z.object({ port: z.int() })

/** A subscriber on one port, which is sometimes down and sometimes fails. */
async function startReceiver(stage: Stage) {
  const received: Event[] = []
  let server = serve()
  let port = 0

  function serve(): Server {
    return createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(Buffer.from(piece))
      if (between(0, 50) === 0) return void response.writeHead(503).end()
      received.push(Event.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))))
      response.writeHead(204).end()
    })
  }
  const open = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = Listening.parse(server.address()).port
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  await open()
  stage.atEnd(async () => close())
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    down: (ms: number) => {
      close()
      server = serve()
      setTimeout(() => void open(), ms).unref()
    },
  }
}

const Page = z.object({ data: z.object({ data: z.array(Event), after: z.int() }) })

/** All events of the list, read by its cursor. */
async function listEvents({ url }: Node): Promise<readonly Event[]> {
  const listed: Event[] = []
  for (let after = 0; ; ) {
    const answer = await fetch(`${url}/operator/api/events?after=${after}&limit=100`, { headers })
    const { data } = Page.parse(await answer.json())
    if (data.data.length === 0) return listed
    listed.push(...data.data)
    after = data.after
  }
}

async function judgeEvents(
  stage: Stage,
  node: Node,
  url: string,
  received: readonly Event[],
): Promise<void> {
  const credited = await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from cash_deposits where user_id is not null`,
    )
    return rows[0]?.count ?? 0
  })
  await stage.until(
    'all facts to be published',
    async () => (await listEvents(node)).length >= credited,
    300_000,
  )
  // Retries wait longer than a storm lasts.
  const due = async () => {
    await withClient(url, async (client) => {
      // Alone in the table: rounds write their rows in an order of their own.
      await client.query(
        `begin;
         lock table event_retries in share row exclusive mode;
         update event_retries set next_at = now() where dead_at is null;
         commit`,
      )
      await client.query('update event_subscriptions set retry_at = null')
    })
    return new Set(received.map(({ id }) => id)).size >= credited
  }
  await stage.until('all events to arrive', due, 900_000)
  const listed = await listEvents(node)
  stage.check(
    'each credit is one event',
    listed.length === credited,
    `${listed.length} events of ${credited} credits`,
  )
  stage.check(
    'positions have no gap',
    listed.every(({ position }, at) => position === (listed[0]?.position ?? 0) + at),
  )
  const ids = new Set(received.map(({ id }) => id))
  const arrived = [...new Map(received.map((event) => [event.id, event])).values()]
  stage.check(
    'every event arrived',
    listed.every(({ id }) => ids.has(id)),
    `${received.length} requests for ${arrived.length} events`,
  )
  const byUser = Map.groupBy(arrived, ({ userId }) => userId)
  const disordered = [...byUser.values()].filter((own) =>
    own.some(({ sequence }, at) => sequence !== at + 1),
  )
  stage.check(
    "each user's events first arrived in order, without a gap",
    disordered.length === 0,
    `${byUser.size} users`,
  )
}
