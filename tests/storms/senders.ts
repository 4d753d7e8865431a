import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { depositToken, type Node } from './node.ts'
import { bodyOf, type Payment } from './payments.ts'
import type { Stage } from './stage.ts'

/** The senders' counts so far. They change while the senders run. */
export type Tally = {
  /** Deliveries that got a success response. */
  delivered: number
  /** Responses by status, and attempts without one by their error. */
  readonly outcomes: Map<string, number>
  /** The bodies of success responses. */
  readonly successes: Map<string, number>
  /** Responses that a sender must never get, the first of each kind. */
  readonly wrong: Set<string>
  /** Attempts with a broken connection or without a response in time. */
  broken: number
  slowestMs: number
  /** When the latest successful attempt was sent. */
  deliveredSentAtMs: number
  /** When each success arrived, in order. */
  readonly succeededAtMs: number[]
}

export type SendOptions = Readonly<{
  nodes: readonly Pick<Node, 'url'>[]
  connections?: number
  /** Payments to start per second; unlimited without it. */
  perSecond?: number
  /** How long a sender waits for a response. payx waits half a minute. */
  patienceMs?: number
}>

export type Senders = Readonly<{
  tally: Tally
  /** Settles when every delivery has got a success response. */
  done: Promise<void>
}>

const path = '/api/webhook/payx/handle-deposit-paid'
const pauseMs = 50
const tries = 2_000
const takenMs = 120_000

/** Delivers each payment, with retries until it gets a success response. */
export function send(
  stage: Stage,
  payments: Iterable<Payment>,
  { nodes, connections = 64, perSecond, patienceMs = 30_000 }: SendOptions,
): Senders {
  const tally = emptyTally()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = payments[Symbol.iterator]()
  const startedMs = performance.now()
  let turns = 0

  async function sender(): Promise<void> {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const turn = turns
      turns += 1
      const dueMs = startedMs + (perSecond === undefined ? 0 : (turn * 1_000) / perSecond)
      const earlyMs = dueMs - performance.now()
      if (earlyMs > 1) await stage.sleep(earlyMs)
      await deliver(next.value, turn)
    }
  }
  async function deliver(payment: Payment, turn: number): Promise<void> {
    const body = bodyOf(payment)
    for (let attempt = 0; attempt < tries; attempt += 1) {
      stage.signal.throwIfAborted()
      // The next attempt goes to the next node.
      const node = nodes[(turn + attempt) % nodes.length]
      if (node === undefined) throw new Error('senders need a node')
      if (await attemptOnce(tally, { agent, url: node.url + path, body, patienceMs })) return
      await delay(pauseMs, undefined, { signal: stage.signal })
    }
    throw new Error(`${payment.ref} was not taken in ${tries} attempts`)
  }
  const done = Promise.all(Array.from({ length: connections }, sender))
    .then(() => undefined)
    .finally(() => agent.destroy())
  // An error is still thrown to a later `await`.
  done.catch(() => undefined)
  return { tally, done }
}

const emptyTally = (): Tally => ({
  delivered: 0,
  outcomes: new Map(),
  successes: new Map(),
  wrong: new Set(),
  broken: 0,
  slowestMs: 0,
  deliveredSentAtMs: 0,
  succeededAtMs: [],
})

type Attempt = Readonly<{ agent: Agent; url: string; body: string; patienceMs: number }>

async function attemptOnce(tally: Tally, attempt: Attempt): Promise<boolean> {
  const sentAtMs = performance.now()
  const answer = await post(attempt)
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - sentAtMs)
  add(tally.outcomes, answer.outcome)
  if (answer.text === null) {
    tally.broken += 1
    return false
  }
  if (answer.outcome === '200') {
    tally.delivered += 1
    tally.succeededAtMs.push(performance.now())
    tally.deliveredSentAtMs = Math.max(tally.deliveredSentAtMs, sentAtMs)
    add(tally.successes, answer.text)
    return true
  }
  if (answer.outcome !== '503') tally.wrong.add(`${answer.outcome} ${answer.text}`)
  else if (!answer.retryAfter) tally.wrong.add('503 without Retry-After')
  return false
}

const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

type Answer =
  | Readonly<{ outcome: string; text: string; retryAfter: boolean }>
  | Readonly<{ outcome: string; text: null }>

function post({ agent, url, body, patienceMs }: Attempt): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => {
      const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
      resolve({ outcome: code, text: null })
    }
    const call = request(url, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-callback-token': depositToken,
      },
    })
    const late = setTimeout(() => call.destroy(new Error('no response in time')), patienceMs)
    call.once('close', () => clearTimeout(late))
    call.once('error', failed)
    call.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', failed)
      response.once('end', () =>
        resolve({
          outcome: String(response.statusCode),
          text: Buffer.concat(chunks).toString('utf8'),
          retryAfter: response.headers['retry-after'] !== undefined,
        }),
      )
    })
    call.end(body)
  })
}

/** Waits for the success of an attempt sent from now on. Returns how long it took, in ms. */
export function untilTaken(stage: Stage, tally: Tally): Promise<number> {
  const fromMs = performance.now()
  const look = () => tally.deliveredSentAtMs > fromMs
  return stage.until('a callback to be taken again', look, takenMs)
}

/** Checks the senders' counts; connections may break only if a node was killed or stopped. */
export function checkAnswers(
  stage: Stage,
  { outcomes, successes, wrong, broken, slowestMs }: Tally,
  { mayBreak }: Readonly<{ mayBreak: boolean }>,
): void {
  const counts = [...outcomes].toSorted(([, a], [, b]) => b - a)
  stage.print(`responses: ${counts.map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}`)
  stage.check('every success has the same body', successes.size === 1, [...successes.keys()].join())
  stage.check(
    'every failed request was a 503 with Retry-After',
    wrong.size === 0,
    wrong.size === 0 ? undefined : [...wrong].slice(0, 5).join('; '),
  )
  if (!mayBreak) stage.check('no connection was broken', broken === 0, `${broken} broken`)
  const seen = `the slowest after ${Math.round(slowestMs)} ms`
  stage.check('no attempt waited half a minute', slowestMs < 30_000, seen)
}
