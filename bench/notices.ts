/**
 * Measures the delay of a mailed one-time code while payments are credited and announced.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { distinct } from './callbacks.ts'
import { type ServiceBeside, startBesideProviders } from './providers.ts'
import { figure, line, perSecond, rounded, type Target } from './stage/figures.ts'
import { runLoad } from './stage/load.ts'
import { processorTime } from './stage/processor-time.ts'
import type { Running, Stage } from './stage/stage.ts'

const Mails = z.array(z.object({ code: z.string().nullable(), at: z.string() }))

const paymentsPerSecond = 550
const codesPerSecond = 2
const connections = 64
const lookMs = 100
const codeMs = 180_000
const drainMs = 600_000

export type NoticeCounts = Readonly<{ warmUp: number; seconds: number }>

export async function notices(
  stage: Stage,
  { warmUp, seconds }: NoticeCounts,
): Promise<readonly Target[]> {
  line(`Codes by mail while ${paymentsPerSecond} payments a second are credited and announced`)
  const service = await startBesideProviders(stage)
  await pay(service, 1, warmUp)
  await untilAllNotified(stage)
  const count = paymentsPerSecond * seconds
  const printCpu = await processorTime(stage, service)
  const startedMs = performance.now()
  const paying = pay(service, warmUp + 1, count)
  const waits = await requestCodes(service, seconds)
  await paying
  figure('jobs left when the last payment was credited', rounded(await jobsLeft(stage)))
  await untilAllNotified(stage)
  const noticesPerSecond = (count * 1_000) / (performance.now() - startedMs)
  printCpu('notice', count)
  await assertReported(stage, warmUp + count)
  await service.stop()
  const sorted = waits.toSorted((a, b) => a - b)
  return [
    perSecond('notices with all their deliveries', noticesPerSecond, 500),
    within('from asking for a code to its mail, p50', quantile(sorted, 0.5), 2_000),
    within('from asking for a code to its mail, p99', quantile(sorted, 0.99), 5_000),
  ]
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity

const within = (name: string, ms: number, mostMs: number): Target => ({
  name,
  value: `${rounded(ms)} ms`,
  wanted: `at most ${rounded(mostMs)} ms`,
})

/** Sends payments at a constant rate, each once. */
async function pay({ port }: Running, from: number, count: number): Promise<void> {
  const requests = distinct(from, count)
  const { statuses } = await runLoad({ port, requests, connections, perSecond: paymentsPerSecond })
  if (statuses.get(200) !== count) throw new Error('a payment was refused')
}

/** Requests codes one after the other; returns after how many milliseconds each was mailed. */
async function requestCodes(service: ServiceBeside, seconds: number): Promise<readonly number[]> {
  const waits: Promise<number>[] = []
  for (let trader = 1; trader <= seconds * codesPerSecond; trader += 1) {
    waits.push(codeMailed(service, `bench-${trader}@tukar.test`))
    await delay(1_000 / codesPerSecond)
  }
  return Promise.all(waits)
}

async function codeMailed({ port, sandboxUrl }: ServiceBeside, email: string): Promise<number> {
  const askedMs = Date.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/email/otp-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (!answer.ok) throw new Error(`a code was refused with ${answer.status}`)
  const query = new URLSearchParams({ channel: 'mail', to: email })
  while (Date.now() - askedMs < codeMs) {
    const listed = await fetch(`${sandboxUrl}/control/messages?${query}`)
    const mails = Mails.parse(await listed.json())
    const found = mails.find(({ code }) => code !== null)
    if (found !== undefined) return Date.parse(found.at) - askedMs
    await delay(lookMs)
  }
  return Infinity
}

async function jobsLeft({ sql }: Stage): Promise<number> {
  const found = await sql.query('select count(*) as jobs from graphile_worker._private_jobs')
  return Number(found.rows[0].jobs)
}

/** Checks that every payment was reported to the regulator, the last receiver. */
async function assertReported({ sql }: Stage, payments: number): Promise<void> {
  const found = await sql.query(
    `select count(*)::int as reports from reports where status <> 'PENDING'`,
  )
  if (found.rows[0].reports < payments) {
    throw new Error(`${found.rows[0].reports} reports were sent of ${payments} payments`)
  }
}

async function untilAllNotified(stage: Stage): Promise<void> {
  const startedMs = performance.now()
  while ((await jobsLeft(stage)) > 0) {
    if (performance.now() - startedMs > drainMs) throw new Error('the queue does not drain')
    await delay(lookMs)
  }
}
