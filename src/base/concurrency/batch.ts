/** Batching and group commit: calls that arrive while one batch runs become the next batch. */

import { currentSpan, type Span, traceShared } from '../tracing.ts'

export type BatchOptions<Item, Outcome> = Readonly<{
  /** Processes a whole batch; outcomes are in the order of the items. */
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>
  /**
   * True if a failure is not due to any one member, so that retrying them singly is useless.
   * `alone` is the number of members of the batch that already failed singly.
   */
  failsAll: (error: unknown, alone: number) => boolean
  maxItems: number
  /** How many batches may run concurrently. */
  lanes: number
  /** How long a batch gathers from its first item on, unless it fills up; by default one tick. */
  gatherMs?: number | undefined
  /** True if it gathers for that long only while another batch runs; if none runs, for one tick. */
  startsIdle?: boolean | undefined
  /** Calls waiting for a batch; further calls are refused with `overloaded`. */
  maxWaiting: number
  overloaded: () => Error
}>

type Waiting<Item, Outcome> = Readonly<{
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  span: Span | null
}>

/**
 * Returns a function that adds an item to the next batch and settles with that item's outcome. If a
 * batch fails, its members are run again one by one, so that a member fails only if it would have
 * failed alone. `run` must therefore leave no effects when it throws.
 */
export function batch<Item, Outcome>(
  options: BatchOptions<Item, Outcome>,
): (item: Item) => Promise<Outcome> {
  const waiting: Waiting<Item, Outcome>[] = []
  let running = 0
  /** True if the waiting items have gathered for long enough. */
  let isDue = false

  function begin(): void {
    isDue = waiting.length > 0
    pump()
  }

  function pump(): void {
    while (isDue && running < options.lanes) {
      const members = waiting.splice(0, options.maxItems)
      isDue = waiting.length > 0
      running += 1
      void runBatch(options, members).finally(() => {
        running -= 1
        if (running === 0 && options.startsIdle === true) begin()
        else pump()
      })
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) return reject(options.overloaded())
      waiting.push({ item, resolve, reject, span: currentSpan() })
      if (waiting.length === options.maxItems && !isDue) return begin()
      if (waiting.length > 1) return
      const { gatherMs, startsIdle = false } = options
      // One tick of the event loop lets the requests of one socket read join the same batch.
      if (gatherMs === undefined || (startsIdle && running === 0)) setImmediate(begin)
      else setTimeout(begin, gatherMs)
    })
}

async function runBatch<Item, Outcome>(
  options: BatchOptions<Item, Outcome>,
  members: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  const failure = await failureOf(options, members)
  if (failure === null) return
  if (members.length === 1 || options.failsAll(failure.error, 0)) {
    return rejectAll(members, failure)
  }
  let alone = 0
  for (const [at, member] of members.entries()) {
    const own = await failureOf(options, [member])
    if (own === null) continue
    alone += 1
    rejectAll([member], own)
    if (options.failsAll(own.error, alone)) return rejectAll(members.slice(at + 1), own)
  }
}

type Failure = Readonly<{ error: unknown }>

/** Runs a batch and settles its members, unless it fails. */
async function failureOf<Item, Outcome>(
  options: BatchOptions<Item, Outcome>,
  members: readonly Waiting<Item, Outcome>[],
): Promise<Failure | null> {
  try {
    const spans = members.map(({ span }) => span)
    const run = async () => options.run(members.map((member) => member.item))
    settle(members, await traceShared('batch', spans, run))
    return null
  } catch (error) {
    return { error }
  }
}

function rejectAll<Item, Outcome>(
  members: readonly Waiting<Item, Outcome>[],
  { error }: Failure,
): void {
  for (const { reject } of members) reject(error)
}

function settle<Item, Outcome>(
  members: readonly Waiting<Item, Outcome>[],
  outcomes: readonly Outcome[],
): void {
  for (const [index, member] of members.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined)
      member.reject(new Error('a batch returned fewer outcomes than it has items'))
    else member.resolve(outcome)
  }
}
