import { orderHolds } from '../../src/app/trading/order-model/orders.sql.ts'
import { withdrawalHolds } from '../../src/app/withdrawals/model/withdrawals.sql.ts'
import { systemClock } from '../../src/base/clock.ts'
import { auditLedger } from '../../src/core/ledger/audit.ts'
import type { Tukar } from '../harness.ts'
import { type Count, play } from './play.ts'

/** How much the heap may grow between a tenth of the way and the end. */
const mostGrowth = 48 * 1_048_576

/** Plays requests and callbacks; returns what was found. */
export async function fuzz(
  tukar: Tukar,
  count: Count,
  print: (line: string) => void,
): Promise<readonly string[]> {
  print(`seed ${count.seed}`)
  const startedMs = performance.now()
  const { findings, statuses, operations, heap } = await play(tukar, count, print)
  const seconds = (performance.now() - startedMs) / 1_000
  const { db } = tukar.service.ctx
  const breaches = await auditLedger({ db, clock: systemClock }, 'full', [
    withdrawalHolds,
    orderHolds,
  ])
  const shown = [...statuses].toSorted(([a], [b]) => a - b)
  print(
    `${seconds.toFixed(1)} s: ${shown.map(([status, times]) => `${times} × ${status}`).join(', ')}`,
  )
  print(`${operations.succeeded} of ${operations.all} operations succeeded at least once`)
  print(`without success: ${operations.never.join(', ') || 'none'}`)
  const growth = heap.end - heap.early
  print(`heap: ${inMegabytes(heap.early)} early, ${inMegabytes(heap.end)} at the end`)
  return [
    ...findings,
    ...breaches.map((one) => `an audit finds ${JSON.stringify(one)}`),
    ...(growth > mostGrowth ? [`the heap grew by ${inMegabytes(growth)}`] : []),
  ]
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`
