import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { digestOfToken } from '../../src/platform/access/sessions/tokens.ts'
import { apiClient, someNetwork } from './api-client.ts'
import { type Balancer, hasHaproxy, startHaproxy, startTcpBalancer } from './balancer.ts'
import { keepListening } from './listening-apps.ts'
import { depositToken, type Node, startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, type Payment, paymentStream } from './payments.ts'
import { startPostgres, withClient } from './postgres.ts'
import { silencePayx, startProviders } from './providers.ts'
import { checkAnswers, send } from './senders.ts'
import type { Stage, Storm } from './stage.ts'

const drainSeconds = 2
const readers = 24
const apps = 12
const settleMs = 1_000

/** Restarts the nodes in turn, repeatedly, while apps read and payx reports payments. */
export const rolling: Storm = {
  name: 'rolling',
  run: async (stage) => {
    const { url, nodes, tokens } = await startNodes(stage)
    const payments = paymentStream(await withClient(url, makeAccounts), 200_000)
    const balancers = [await startTcpBalancer(stage, nodes)]
    if (isSmallest(stage)) stage.print('only a balancer of connections is used')
    else if (hasHaproxy()) balancers.push(await startHaproxy(stage, nodes))
    else stage.print('HAProxy is not installed: only a balancer of connections is used')
    const wanted = stage.scaled(100_000, 1_000)
    const least = Math.ceil(wanted / balancers.length)
    const unsent = payments.stream[Symbol.iterator]()
    let requests = 0
    for (const balancer of balancers) {
      requests += await roll(stage, { nodes, tokens, balancer, unsent, least })
    }
    stage.check(`at least ${wanted} requests were sent`, requests >= wanted, `${requests}`)
    const crashes = nodes.reduce((sum, node) => sum + node.crashes(), 0)
    stage.check(
      'every process stopped gracefully, with exit code 0',
      crashes === 0,
      `${crashes} did not`,
    )
    await judge(stage, url, payments.made)
  },
}

/** Payments in a second, and the pause of readers. */
const fast = { perSecond: 150, pauseMs: 0 }
const slow = { perSecond: 40, pauseMs: 50 }

/** The smallest scale is a test, which is slower and omits the second half. */
const isSmallest = (stage: Stage): boolean => stage.scaled(100) < 5

type Nodes = Readonly<{ url: string; nodes: readonly Node[]; tokens: readonly string[] }>

/** Three nodes on one PostgreSQL, with separate providers, and signed-in users. */
async function startNodes(stage: Stage): Promise<Nodes> {
  const postgres = await startPostgres(stage)
  const databaseUrl = await postgres.url()
  const providers = await startProviders(stage)
  const nodes: Node[] = []
  for (const name of ['first', 'second', 'third']) {
    const settings = {
      ...providers.settings,
      PAYX_DEPOSIT_TOKEN: depositToken,
      DRAIN_SECONDS: String(drainSeconds),
    }
    const dataDir = path.join(stage.folder, 'data')
    nodes.push(
      await startNode(stage, { name, dataDir, databaseUrl, settings, trustProxy: '127.0.0.1' }),
    )
  }
  providers.call(nodes)
  await silencePayx(providers)
  const tokens = await withClient(databaseUrl, makeReaders)
  return { url: databaseUrl, nodes, tokens }
}

/** Inserts signed-in users. Returns a token of each. */
async function makeReaders(client: pg.Client): Promise<readonly string[]> {
  const tokens = Array.from(
    { length: readers },
    () => `xat_${randomBytes(32).toString('base64url')}`,
  )
  await client.query(
    `with made as (
       insert into users (email, password_hash, email_verified_at, language, identity_status)
       select 'reader-' || n || '@tukar.test', 'no password', now(), 'en', 'success'
       from generate_series(1, cardinality($1::bytea[])) n returning id
     ), families as (
       insert into session_families (user_id, seed, expires_at)
       select id, '\\x00', now() + interval '1 hour' from made returning id, user_id
     ), numbered as (
       select id, user_id, row_number() over (order by id) as n from families
     )
     insert into access_tokens (digest, family_id, user_id, expires_at)
     select ($1::bytea[])[n], id, user_id, now() + interval '1 hour' from numbered`,
    [tokens.map(digestOfToken)],
  )
  return tokens
}

type Roll = Readonly<{
  nodes: readonly Node[]
  tokens: readonly string[]
  balancer: Balancer
  unsent: Iterator<Payment, unknown>
  least: number
}>

/** Restarts nodes in turn until enough was sent through this balancer; returns the counts. */
async function roll(stage: Stage, { nodes, tokens, balancer, unsent, least }: Roll) {
  stage.print(`restarts behind ${balancer.name}`)
  const { perSecond, pauseMs } = isSmallest(stage) ? slow : fast
  const over = new AbortController()
  const sent = send(stage, whileOpen(unsent, over.signal), {
    nodes: [balancer],
    connections: 16,
    perSecond,
  })
  const reads = keepReading(balancer, { tokens, pauseMs }, over.signal)
  const streams = keepListening(balancer, tokens.slice(0, apps), over.signal)
  const attempts = () => [...sent.tally.outcomes.values()].reduce((sum, count) => sum + count, 0)
  const requests = () => reads.count() + attempts()
  const rounds = stage.scaled(2)
  const startedMs = performance.now()
  let restarts = 0
  while (restarts < rounds * nodes.length || requests() < least) {
    await nodes[restarts % nodes.length]?.restart()
    restarts += 1
    await stage.sleep(settleMs)
  }
  const seconds = (performance.now() - startedMs) / 1_000
  over.abort()
  await Promise.all([sent.done, reads.done, streams.done])
  const per = Math.round(requests() / seconds)
  stage.print(
    `${reads.count()} reads and ${attempts()} payments (${per} a second), ${restarts} restarts, ` +
      `slowest read ${Math.round(reads.slowestMs())} ms`,
  )
  const lost = [...reads.failures, ...failuresOf(sent.tally.outcomes)]
  stage.check('no request failed', lost.length === 0, [...new Set(lost)].slice(0, 5).join('; '))
  // On a machine that froze for longer, a drained node has closed connections that were to be used.
  stage.check(
    'no read had to be repeated, unless the machine froze for as long as a drain',
    reads.repeated() === 0 || reads.slowestMs() > drainSeconds * 1_000,
    `${reads.repeated()} were`,
  )
  checkAnswers(stage, sent.tally, { mayBreak: false })
  const { cut, ended, missed } = streams.counts
  stage.check('streams ended with a `retry` time', ended > 0, `${ended} did`)
  stage.check('no stream was cut', cut.length === 0, cut.slice(0, 3).join('; '))
  stage.check('every stream resumed from its last position', missed === 0, `${missed} did not`)
  return requests()
}

function* whileOpen(unsent: Iterator<Payment, unknown>, over: AbortSignal): Generator<Payment> {
  while (!over.aborted) {
    const next = unsent.next()
    if (next.done === true) return
    yield next.value
  }
}

const failuresOf = (outcomes: ReadonlyMap<string, number>): readonly string[] =>
  [...outcomes].filter(([outcome]) => outcome !== '200').map(([outcome, n]) => `${n} × ${outcome}`)

/**
 * Reads over persistent connections, each user again a pause after each response. A read whose
 * connection was closed before any answer is repeated once, as HTTP clients do, and counted.
 */
function keepReading(
  balancer: Balancer,
  { tokens, pauseMs }: Readonly<{ tokens: readonly string[]; pauseMs: number }>,
  over: AbortSignal,
) {
  const { callApi, close } = apiClient(balancer, tokens.length)
  const paths = ['/api/users/coins', '/api/banks', '/api/users/me', '/api/country']
  const failures: string[] = []
  let count = 0
  let repeated = 0
  let slowestMs = 0
  const read = async (token: string) => {
    const from = someNetwork()
    while (!over.aborted) {
      if (pauseMs > 0) await delay(pauseMs)
      const to = paths[count % paths.length] ?? ''
      count += 1
      const once = () => callApi({ method: 'GET', to, token }, from)
      const again = (error: unknown) => {
        if (!isClosed(error)) throw error
        repeated += 1
        return once()
      }
      const answer = await once()
        .catch(again)
        .catch((error: unknown) => String(error))
      if (typeof answer === 'string') failures.push(`${to}: ${answer}`)
      else {
        slowestMs = Math.max(slowestMs, answer.ms)
        if (answer.status !== 200) failures.push(`${to}: ${answer.status} ${answer.text}`)
      }
    }
  }
  const done = Promise.all(tokens.map(read)).finally(close)
  const counts = { count: () => count, repeated: () => repeated, slowestMs: () => slowestMs }
  return { done, failures, ...counts }
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
