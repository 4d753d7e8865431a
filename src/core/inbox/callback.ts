import type { z } from 'zod'
import { readLeniently } from '../../base/values/lenient.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../database/database.ts'

/**
 * The outcome of an event, as a word for the operator; or `later`, if the event's subject does not
 * exist yet: the event is then retried for a day, and parked after that.
 */
export type CallbackOutcome = string | Later
export type Later = Readonly<{ later: string }>

/**
 * One kind of provider event: its body, its key, and its effect. `apply` gets events that were not
 * applied before, in order of arrival, inside the transaction that also records them; it returns
 * one word per event for the operator. If an event's effect already happened by another path,
 * `apply` must change nothing.
 */
export type Callback<Contract extends z.ZodObject, Ahead = never> = Readonly<{
  /** The name of the kind in the inbox, such as `payx.deposit-paid`. */
  source: string
  body: Contract
  /**
   * The events in a stored body, in the form of `body`; throws if it cannot be read. By default the
   * body is one event.
   */
  eventsIn?: (raw: Buffer) => readonly unknown[]
  /** The provider's name for the event. */
  key: (notice: z.output<Contract>) => string
  apply: (
    tx: Tx,
    notices: readonly z.output<Contract>[],
    ctx: ApplyContext,
    ahead?: Promise<Ahead>,
  ) => Promise<readonly CallbackOutcome[]>
  /**
   * Reads what `apply` would read first, in the trip that claims the events, before it is known
   * which of them are new.
   */
  ahead?: (tx: Tx, notices: readonly z.output<Contract>[]) => Promise<Ahead>
  /**
   * Called with redelivered events, which are stored already and identical byte for byte. Without
   * it a redelivery changes nothing; events that have an effect by being redelivered need it.
   */
  onRedelivery?: (tx: Tx, notices: readonly z.output<Contract>[]) => Promise<void>
}>

/**
 * Separates applied events, each with its word, from those to apply later. Outcomes are in the
 * order of the events; an event without one counts as applied.
 */
export function splitOutcomes<Event>(
  events: readonly Event[],
  outcomes: readonly CallbackOutcome[],
) {
  const each = events.map((event, index) => ({ event, outcome: outcomes[index] ?? 'applied' }))
  return {
    applied: each.flatMap(({ event, outcome }) =>
      typeof outcome === 'string' ? [{ event, outcome }] : [],
    ),
    postponed: each.flatMap(({ event, outcome }) =>
      typeof outcome === 'string' ? [] : [{ event, ...outcome }],
    ),
  }
}

/**
 * All that `apply` may use besides the transaction: nothing that calls or notifies others. `db`
 * only identifies what the node holds in memory for it.
 */
export type ApplyContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership'>

/** A kind of event without its type parameter, for replay and the sweep. */
export type AnyCallback = Readonly<{
  source: string
  eventsIn: (raw: Buffer) => readonly unknown[]
  /** Parses such events by the same contract and applies them. */
  applyStored: (
    tx: Tx,
    events: readonly unknown[],
    ctx: ApplyContext,
  ) => Promise<readonly CallbackOutcome[]>
}>

export function anyCallback<Contract extends z.ZodObject, Ahead = never>(
  callback: Callback<Contract, Ahead>,
): AnyCallback {
  return {
    source: callback.source,
    eventsIn: callback.eventsIn ?? ((raw) => [readLeniently(raw)]),
    applyStored: (tx, events, ctx) =>
      callback.apply(
        tx,
        events.map((event) => callback.body.parse(event)),
        ctx,
      ),
  }
}
