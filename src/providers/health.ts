import type { Clock } from '../base/clock.ts'
import { outboundLimits } from './outbound-limits.ts'

export type CircuitState = 'closed' | 'open' | 'probing'

/** The use of a limit that a provider sets for all our calls. */
export type BudgetUse = Readonly<{ name: string; used: number; most: number }>

/** A provider's health as one node sees it. Latencies are those of the last calls. */
export type ProviderState = Readonly<{
  provider: string
  circuit: CircuitState
  calls: number
  failures: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastFailure: string | null
  medianMs: number | null
  p95Ms: number | null
  budgets: readonly BudgetUse[]
}>

/** What came of a call; `why` there was no clear response. */
type CallOutcome = Readonly<{ kind: 'accepted' | 'rejected' } | { kind: 'unknown'; why: string }>

/** Receives each call that was sent, with its time in milliseconds. */
export type ObserveCall = (provider: string, outcome: CallOutcome['kind'], ms: number) => void

/** Begins to record a call of one client; returns a function that receives its outcome. */
export type WatchCall = () => (outcome: CallOutcome) => void

/** The health of all providers, as this node sees it since its start. */
export type ProviderHealth = Readonly<{
  /** Registers a client; a provider may have several, each with its own circuit breaker. */
  line: (provider: string, circuit: () => CircuitState) => WatchCall
  budget: (provider: string, use: () => readonly BudgetUse[]) => void
  read: () => readonly ProviderState[]
}>

type Seen = {
  readonly circuits: (() => CircuitState)[]
  readonly budgets: (() => readonly BudgetUse[])[]
  readonly latencies: number[]
  calls: number
  failures: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastFailure: string | null
}

/** Failures of ours: nothing was sent, so they say nothing about the provider. */
const unsent: ReadonlySet<string> = new Set(['circuit-open', 'overloaded'])

export function providerHealth(
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  observe: ObserveCall = () => undefined,
): ProviderHealth {
  const seen = new Map<string, Seen>()
  return {
    line(provider, circuit) {
      const of = seenOf(seen, provider)
      of.circuits.push(circuit)
      return () => {
        const startedMs = clock.monotonicMs()
        return (outcome) => {
          if (outcome.kind === 'unknown' && unsent.has(outcome.why)) return
          const ms = clock.monotonicMs() - startedMs
          note(of, outcome, ms, clock.now())
          observe(provider, outcome.kind, ms)
        }
      }
    },
    budget: (provider, use) => {
      seenOf(seen, provider).budgets.push(use)
    },
    read: () => [...seen].map(([provider, of]) => stateOf(provider, of)),
  }
}

function seenOf(seen: Map<string, Seen>, provider: string): Seen {
  const found = seen.get(provider) ?? {
    circuits: [],
    budgets: [],
    latencies: [],
    calls: 0,
    failures: 0,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastFailure: null,
  }
  seen.set(provider, found)
  return found
}

function note(of: Seen, outcome: CallOutcome, ms: number, at: Date): void {
  of.calls += 1
  of.latencies.push(Math.round(ms))
  if (of.latencies.length > outboundLimits.latencies) of.latencies.shift()
  if (outcome.kind !== 'unknown') {
    of.lastSuccessAt = at
    return
  }
  of.failures += 1
  of.lastFailureAt = at
  of.lastFailure = outcome.why
}

/** The worst circuit counts. */
function stateOf(provider: string, of: Seen): ProviderState {
  const { circuits, budgets, latencies, ...facts } = of
  const states = circuits.map((circuit) => circuit())
  const worst = (['open', 'probing'] as const).find((state) => states.includes(state))
  const sorted = latencies.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null
  return {
    provider,
    circuit: worst ?? 'closed',
    ...facts,
    medianMs: rank(0.5),
    p95Ms: rank(0.95),
    budgets: budgets.flatMap((use) => use()),
  }
}
