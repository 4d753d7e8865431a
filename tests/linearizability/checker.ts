/**
 * Decides whether a concurrent history is linearizable: whether its calls could have happened one
 * at a time, each at a moment between its start and its end. The search of Wing and Gong, with the
 * memory of visited states that Lowe added, as in Porcupine.
 */

/** An object as one caller alone would see it. */
export type Model<State, Input, Output> = Readonly<{
  initial: State
  /**
   * Returns the state after a call, or null if the call cannot have this output in this state. The
   * output is null if it is unknown; such a call must be possible in each state.
   */
  step: (state: State, input: Input, output: Output | null) => State | null
  /** The same text for equal states only. */
  keyOf: (state: State) => string
}>

/** A call of a history. Times are of one monotonic clock. */
export type Call<Input, Output> = Readonly<{
  input: Input
  startedMs: number
  /** Null with an unknown outcome: the call may take effect at any later time, or never. */
  ended: Readonly<{ atMs: number; output: Output }> | null
}>

export type Verdict<Input, Output> =
  | Readonly<{ linearizable: true }>
  /** The longest order of calls that was found possible; no other call could follow. */
  | Readonly<{ linearizable: false; longest: readonly Call<Input, Output>[] }>

/** The start or the end of a call, in a list by time from which calls are taken and put back. */
type Entry = {
  readonly call: number
  readonly isStart: boolean
  before: Entry | null
  after: Entry | null
}

export function linearize<State, Input, Output>(
  model: Model<State, Input, Output>,
  calls: readonly Call<Input, Output>[],
): Verdict<Input, Output> {
  const { head, ends } = entriesOf(calls)
  const visited = new Set<string>()
  const taken: { readonly entry: Entry; readonly state: State }[] = []
  let longest: readonly number[] = []
  let state = model.initial
  let bits = 0n
  let left = calls.filter(({ ended }) => ended !== null).length
  let entry = head.after
  // Calls with an unknown outcome may never take effect, so these may be left over.
  while (left > 0) {
    if (entry === null) throw new Error('a history ends with the end of a call')
    if (!entry.isStart) {
      // The call must have taken effect by now, so an earlier choice was wrong.
      if (taken.length > longest.length) longest = taken.map((one) => one.entry.call)
      const last = taken.pop()
      if (last === undefined) {
        return { linearizable: false, longest: longest.flatMap((at) => calls[at] ?? []) }
      }
      state = last.state
      if (calls[last.entry.call]?.ended !== null) left += 1
      bits &= ~(1n << BigInt(last.entry.call))
      putBack(last.entry, ends[last.entry.call])
      entry = last.entry.after
      continue
    }
    const call = calls[entry.call]
    if (call === undefined) throw new Error('an entry has a call')
    const next = model.step(state, call.input, call.ended?.output ?? null)
    const after = bits | (1n << BigInt(entry.call))
    const key = next === null ? null : model.keyOf(next)
    // One that would change nothing now may still take effect later.
    const isIdle = call.ended === null && key === model.keyOf(state)
    if (next === null || isIdle || visited.has(`${after} ${key}`)) {
      entry = entry.after
      continue
    }
    visited.add(`${after} ${key}`)
    taken.push({ entry, state })
    if (call.ended !== null) left -= 1
    state = next
    bits = after
    takeOut(entry, ends[entry.call])
    entry = head.after
  }
  return { linearizable: true }
}

/** The starts and ends in the order of their times; unknown ends come last. */
function entriesOf(calls: readonly Call<unknown, unknown>[]) {
  const times = calls.flatMap(({ startedMs, ended }, call) => [
    { call, isStart: true, atMs: startedMs },
    { call, isStart: false, atMs: ended?.atMs ?? Number.POSITIVE_INFINITY },
  ])
  // Calls that touch in time are concurrent, so a start precedes an end of the same time.
  const earlier = (a: (typeof times)[0], b: (typeof times)[0]) =>
    a.atMs === b.atMs ? Number(b.isStart) - Number(a.isStart) : a.atMs - b.atMs
  const head: Entry = { call: -1, isStart: false, before: null, after: null }
  const ends: Entry[] = []
  let last = head
  for (const { call, isStart } of times.toSorted(earlier)) {
    const entry: Entry = { call, isStart, before: last, after: null }
    if (!isStart) ends[call] = entry
    last.after = entry
    last = entry
  }
  return { head, ends }
}

function takeOut(start: Entry, end: Entry | undefined): void {
  for (const entry of end === undefined ? [start] : [start, end]) {
    if (entry.before !== null) entry.before.after = entry.after
    if (entry.after !== null) entry.after.before = entry.before
  }
}

/** Undoes `takeOut` in reverse order. */
function putBack(start: Entry, end: Entry | undefined): void {
  for (const entry of end === undefined ? [start] : [end, start]) {
    if (entry.before !== null) entry.before.after = entry
    if (entry.after !== null) entry.after.before = entry
  }
}
