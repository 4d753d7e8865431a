/** Plays generated requests and callbacks against a service, and checks every answer. */
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { fetch, type Response } from 'undici'
import { z } from 'zod'
import { tradingLimits } from '../../src/app/trading/trading-limits.ts'
import { endpoints } from '../../src/endpoints.ts'
import {
  callbacksOpenApi,
  openApi,
  operatorOpenApi,
} from '../../src/platform/http/openapi/documents.ts'
import { contractOf, violationOf } from '../contract.ts'
import type { Tukar } from '../harness.ts'
import { stillMarket } from '../make/order.ts'
import { passWindows } from '../make/pin.ts'
import { pricesSeen } from '../make/prices.ts'
import { callbackOf } from './callbacks.ts'
import { type Caller, makeCallers } from './callers.ts'
import { drawFrom } from './draw.ts'
import { type Operation, operationsOf } from './operations.ts'
import { type Pool, startPool } from './pool.ts'
import { draftOf } from './requests.ts'

export type Count = Readonly<{ seed: string; requests: number; callbacks: number }>

/** A request as it was sent. */
type Sent = Readonly<{
  operation: Operation
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer> | null
}>

export type Played = Readonly<{
  /** What an answer violated, each with a command that repeats the request. */
  findings: readonly string[]
  /** The number of answers per status. */
  statuses: ReadonlyMap<number, number>
  /** The number of operations, and of those that succeeded at least once. */
  operations: Readonly<{ all: number; succeeded: number; never: readonly string[] }>
  /** Bytes of the heap after a collection, at a tenth of the way and at the end. */
  heap: Readonly<{ early: number; end: number }>
}>

/** After so many requests the windows of throttles pass, and prices are observed anew. */
const windowOf = 20
const longestFindings = 20
const triesIfBusy = 3
const busyPauseMs = 2_000
const prices = { BTC_IDR: '1640000000', USDT_IDR: '16400', BTC_USDT: '100000', ETH_IDR: '60000000' }

const Sendings = z.array(z.object({ path: z.string(), body: z.string() }))

export async function play(
  tukar: Tukar,
  { seed, requests, callbacks }: Count,
  print: (line: string) => void = () => undefined,
): Promise<Played> {
  const documents = {
    users: openApi(endpoints),
    operators: operatorOpenApi(endpoints),
    callbacks: callbacksOpenApi(endpoints),
  }
  const ofCallers = [...operationsOf(documents.users), ...operationsOf(documents.operators)]
  const ofProviders = operationsOf(documents.callbacks)
  await stillMarket(tukar)
  const callers = await makeCallers(tukar)
  const pool = startPool()
  const sendings = new Map<string, string[]>()
  const sender = startSender({ tukar, contract: contractOf(Object.values(documents)), pool, print })

  const request = async (at: number): Promise<void> => {
    const draw = drawFrom(`${seed} request ${at}`)
    const operation = draw.pick(ofCallers)
    const { caller, ...draft } = draftOf(draw, operation, callers.for(operation.access), pool)
    const sent = await signed(caller, { ...draft, method: operation.method })
    const status = await sender.send(sent)
    if (status !== 401 || caller.kind === 'public') return
    if (await isEnded(tukar, caller)) await callers.renew(caller)
  }
  const callback = async (at: number): Promise<void> => {
    const draw = drawFrom(`${seed} callback ${at}`)
    const made = callbackOf(draw, draw.pick(ofProviders), pool, sendings)
    await sender.send({ ...made, method: 'POST', path: made.operation.path })
  }

  const heap = { early: 0, end: 0 }
  const all = Math.max(requests, callbacks)
  for (let at = 0; at < all; at += 1) {
    if (at % windowOf === 0) await look(tukar)
    if (at % 200 === 0) await learnSendings(tukar, sendings, pool)
    if (at === Math.floor(all / 10)) heap.early = heapAfterCollection()
    if (at < requests) await request(at)
    if (at < callbacks) await callback(at)
    if (at % 1_000 === 999) print(`${at + 1} of each`)
  }
  heap.end = heapAfterCollection()
  const operations = [...ofCallers, ...ofProviders]
  const { findings, statuses, succeeded } = sender
  const never = operations.filter((one) => !succeeded.has(one))
  return {
    findings,
    statuses,
    operations: {
      all: operations.length,
      succeeded: succeeded.size,
      never: never.map(({ method, path }) => `${method} ${path}`),
    },
    heap,
  }
}

type Sending = Readonly<{
  tukar: Tukar
  contract: ReturnType<typeof contractOf>
  pool: Pool
  print: (line: string) => void
}>

/** Sends requests, checks their answers, and keeps what these teach and violate. */
function startSender({ tukar, contract, pool, print }: Sending) {
  const findings: string[] = []
  const statuses = new Map<number, number>()
  const succeeded = new Set<Operation>()

  function violationIn(
    seen: Parameters<typeof violationOf>[1],
    headers: Response['headers'],
  ): string | null {
    if (seen.status >= 500 && !isStopped(seen.status, headers))
      return `it answers ${seen.status}: ${seen.text}`
    return seen.type === '' ? null : violationOf(contract, seen)
  }

  async function send(sent: Sent): Promise<number> {
    const { method, path, headers, body, operation } = sent
    const ask = () => fetch(tukar.url + path, { method, headers, body })
    let answer = await ask()
    // A database that is late on a busy machine is a 503, after which callers try again.
    for (let turn = 0; answer.status === 503 && turn < triesIfBusy; turn += 1) {
      if (isStopped(answer.status, answer.headers)) break
      await answer.arrayBuffer()
      await delay(busyPauseMs)
      answer = await ask()
    }
    const text = await answer.text()
    const { status } = answer
    const type = answer.headers.get('content-type')?.split(';', 1).join() ?? ''
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const { pathname } = new URL(tukar.url + path)
    const violation = violationIn({ method, path: pathname, status, type, text }, answer.headers)
    if (violation !== null && findings.length < longestFindings) {
      findings.push(`${violation}\n${replayOf(tukar.url, sent)}`)
      print(findings.at(-1) ?? '')
    }
    if (status < 300) succeeded.add(operation)
    if (status < 300 && type === 'application/json') pool.learn(parsed(text), operation.path)
    return status
  }
  return { send, findings, statuses, succeeded }
}

/** A generated request of an operator may stop trading; then orders are answered 503. */
const isStopped = (status: number, headers: Response['headers']): boolean =>
  status === 503 && headers.get('retry-after') === String(tradingLimits.stopped.retryAfterSeconds)

async function look(tukar: Tukar): Promise<void> {
  const { db, counters } = tukar.service.ctx
  await sql`update wallet_flags set value = 1 where type = 'TRADE' and value <> 1`.execute(db.read)
  await passWindows(tukar)
  counters.forget()
  await pricesSeen(db, prices)
}

/** Learns what the emulated providers sent to the service. */
async function learnSendings(
  tukar: Tukar,
  sendings: Map<string, string[]>,
  pool: Pool,
): Promise<void> {
  const { body } = await tukar.control('GET', '/callbacks?limit=100')
  for (const { path, body: text } of Sendings.parse(body)) {
    sendings.set(path, [...(sendings.get(path) ?? []), text].slice(-40))
    pool.learn(parsed(text), path)
  }
}

/** Whether the session of a caller has ended. */
async function isEnded(tukar: Tukar, caller: Caller): Promise<boolean> {
  const path = caller.kind === 'operator' ? '/operator/api/me' : '/api/users/me'
  const me = await fetch(tukar.url + path, { headers: caller.headers('GET', path, '') })
  await me.arrayBuffer()
  return me.status !== 200
}

async function signed(caller: Caller, draft: Sent): Promise<Sent> {
  const { body, path, method } = draft
  const text = typeof body === 'string' ? await caller.withCodes(body) : body
  const whole = typeof text === 'string' ? text : ''
  const headers = { ...caller.headers(method, path, whole), ...draft.headers }
  return { ...draft, headers, body: text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A shell command that sends the request again. */
function replayOf(url: string, { method, path, headers, body }: Sent): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const shown = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const bytes =
    body === null
      ? []
      : typeof body === 'string'
        ? [`--data-raw ${quoted(body)}`]
        : [`--data-binary @<(base64 -d <<< ${Buffer.from(body).toString('base64')})`]
  return ['curl', '-X', method, quoted(url + path), ...shown, ...bytes].join(' ')
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

function heapAfterCollection(): number {
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
