import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../database/database.ts'

/**
 * What applying an event did, in a word for the operator; or that what it is about is not there,
 * and may still appear: then it is applied again for a day, and parked after that.
 */
export type CallbackOutcome = string | Later
export type Later = Readonly<{ later: string }>

/**
 * One kind of provider event: how it is read, what makes it one event, and what it does. `apply`
 * gets the events nobody applied before, in the order they came, inside the transaction that also
 * records them; it answers one word per event for the operator. It may be given an event whose
 * effect is already there by another path, and then must change nothing.
 */
export type Callback<Contract extends z.ZodObject> = Readonly<{
  /** Names the kind in the inbox: `payx.deposit-paid`. */
  source: string
  body: Contract
  /** The provider's name for the event. */
  key: (notice: z.output<Contract>) => string
  apply: (
    tx: Tx,
    notices: readonly z.output<Contract>[],
    ctx: ApplyContext,
  ) => Promise<readonly CallbackOutcome[]>
  /**
   * Gets events that were stored before and are told once more, word for word. Without it that
   * changes nothing, as it must where an event has its effect by being told.
   */
  retold?: (tx: Tx, notices: readonly z.output<Contract>[]) => Promise<void>
}>

/**
 * Parts what was applied, with a word for each, from what is to be applied again. Outcomes stand in
 * the order of their events; an event without one counts as applied.
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

/** What applying may know besides the database: nothing that could be asked or told in between. */
export type ApplyContext = Pick<Context, 'config'>

/** A kind of event with its notice type closed over, as replay and the sweep need it. */
export type AnyCallback = Readonly<{
  source: string
  /** Reads stored bodies again by the same contract and applies them. */
  applyStored: (
    tx: Tx,
    bodies: readonly unknown[],
    ctx: ApplyContext,
  ) => Promise<readonly CallbackOutcome[]>
}>

export function anyCallback<Contract extends z.ZodObject>(
  callback: Callback<Contract>,
): AnyCallback {
  return {
    source: callback.source,
    applyStored: (tx, bodies, ctx) =>
      callback.apply(
        tx,
        bodies.map((body) => callback.body.parse(body)),
        ctx,
      ),
  }
}
