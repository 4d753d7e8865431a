/** Group commit: calls that arrive while one group runs become the next group. */

export type GroupOptions<Item, Outcome> = Readonly<{
  /** Processes a whole group; outcomes are in the order of the items. */
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>
  /** True if a failure is not due to any one member, so that retrying them singly is useless. */
  failsAll: (error: unknown) => boolean
  maxItems: number
  /** Groups that run concurrently. */
  lanes: number
  /** How long a group gathers from its first item on, unless it fills up; by default one tick. */
  gatherMs?: number
  /** Calls waiting for a group; further calls are refused with `overloaded`. */
  maxWaiting: number
  overloaded: () => Error
}>

type Waiting<Item, Outcome> = Readonly<{
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}>

/**
 * Returns a function that adds an item to the next group and settles with that item's outcome. If a
 * group fails, its members are run again one by one, so that a member fails only if it would have
 * failed alone. `run` must therefore leave no effects when it throws.
 */
export function inGroups<Item, Outcome>(
  options: GroupOptions<Item, Outcome>,
): (item: Item) => Promise<Outcome> {
  const waiting: Waiting<Item, Outcome>[] = []
  let running = 0
  /** True if the waiting items have gathered for long enough. */
  let isDue = false

  function pump(): void {
    while (isDue && running < options.lanes) {
      const group = waiting.splice(0, options.maxItems)
      isDue = waiting.length > 0
      running += 1
      void runGroup(options, group).finally(() => {
        running -= 1
        pump()
      })
    }
  }

  const begin = () => {
    isDue = waiting.length > 0
    pump()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) return reject(options.overloaded())
      waiting.push({ item, resolve, reject })
      if (waiting.length === options.maxItems && !isDue) return begin()
      if (waiting.length > 1) return
      // One tick of the event loop lets the requests of one socket read join the same group.
      if (options.gatherMs === undefined) setImmediate(begin)
      else setTimeout(begin, options.gatherMs)
    })
}

async function runGroup<Item, Outcome>(
  options: GroupOptions<Item, Outcome>,
  group: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  try {
    settle(group, await options.run(group.map((member) => member.item)))
  } catch (error) {
    if (group.length === 1 || options.failsAll(error)) {
      for (const member of group) member.reject(error)
      return
    }
    for (const member of group) await runGroup(options, [member])
  }
}

function settle<Item, Outcome>(
  group: readonly Waiting<Item, Outcome>[],
  outcomes: readonly Outcome[],
): void {
  for (const [index, member] of group.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined)
      member.reject(new Error('a group gave fewer outcomes than it has items'))
    else member.resolve(outcome)
  }
}
