/** Who asks for a turn: a caller's network and the address in it; `known` callers wait apart. */
export type Turn = Readonly<{ network: string; address: string; known: boolean }>

export type FairTurns = (<Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>) &
  Readonly<{
    /** Throws if work with this turn would be refused now, so that none is prepared in vain. */
    assertRoom: (turn: Turn) => void
  }>

type Waiting = Readonly<{ turn: Turn; start: () => void; refuse: (why: Error) => void }>

type FairTurnsOptions = Readonly<{
  atOnce: number
  /** Places of unknown callers, and of known ones. */
  waiting: number
  waitingKnown: number
  overloaded: () => Error
}>

/**
 * Runs at most `atOnce` pieces of work at a time. The next turn goes to the network that had the
 * fewest lately, within it to the address that had the fewest, then to the one that waits longest.
 * Known and unknown callers have separate places and take turns. If all places are taken, the
 * newest waiting work of the network with the largest share is refused: it may be the newcomer.
 */
export function fairTurns(options: FairTurnsOptions): FairTurns {
  const { atOnce, overloaded } = options
  const used = recentTurns()
  const queues: Readonly<{ known: Waiting[]; unknown: Waiting[] }> = { known: [], unknown: [] }
  let running = 0
  let knownNext = true

  const queueOf = ({ known }: Turn) => (known ? queues.known : queues.unknown)
  const placesOf = ({ known }: Turn) => (known ? options.waitingKnown : options.waiting)

  /** What has to leave the queue for a newcomer; the newcomer itself is -1, and null is nothing. */
  const displacedBy = (turn: Turn): number | null => {
    const queue = queueOf(turn)
    if (running < atOnce || queue.length < placesOf(turn)) return null
    return largestShare([...queue.map((one) => one.turn), turn], used)
  }

  const startNext = () => {
    const isKnown = queues.unknown.length === 0 || (knownNext && queues.known.length > 0)
    const queue = isKnown ? queues.known : queues.unknown
    const at = fewestTurns(queue, used)
    const [next] = at === null ? [] : queue.splice(at, 1)
    if (next === undefined) {
      running -= 1
      return
    }
    knownNext = !isKnown
    used.add(next.turn)
    next.start()
  }

  const wait = (turn: Turn): Promise<void> => {
    const displaced = displacedBy(turn)
    if (displaced === -1) throw overloaded()
    const queue = queueOf(turn)
    if (displaced !== null) queue.splice(displaced, 1)[0]?.refuse(overloaded())
    return new Promise((start, refuse) => queue.push({ turn, start, refuse }))
  }

  const run = async <Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await wait(turn)
    else {
      running += 1
      used.add(turn)
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }
  const assertRoom = (turn: Turn) => {
    if (displacedBy(turn) === -1) throw overloaded()
  }
  return Object.assign(run, { assertRoom })
}

type RecentTurns = Readonly<{
  add: (turn: Turn) => void
  ofNetwork: (turn: Turn) => number
  ofAddress: (turn: Turn) => number
}>

/** After so many turns every count is halved; what is left of less than a tenth is forgotten. */
const turnsPerHalving = 64

/** Counts turns by network and by address. Halving bounds the counts, and how many there are. */
function recentTurns(): RecentTurns {
  const networks = new Map<string, number>()
  const addresses = new Map<string, number>()
  let taken = 0
  const addTo = (counts: Map<string, number>, key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return {
    add: ({ network, address }) => {
      addTo(networks, network)
      addTo(addresses, address)
      taken += 1
      if (taken % turnsPerHalving !== 0) return
      halve(networks)
      halve(addresses)
    },
    ofNetwork: ({ network }) => networks.get(network) ?? 0,
    ofAddress: ({ address }) => addresses.get(address) ?? 0,
  }
}

function halve(counts: Map<string, number>): void {
  for (const [key, count] of counts) {
    if (count < 0.2) counts.delete(key)
    else counts.set(key, count / 2)
  }
}

/** The place in the queue of the next turn; null if nobody waits. */
function fewestTurns(queue: readonly Waiting[], used: RecentTurns): number | null {
  let best: Readonly<{ at: number; network: number; address: number }> | null = null
  for (const [at, { turn }] of queue.entries()) {
    const [network, address] = [used.ofNetwork(turn), used.ofAddress(turn)]
    const isFewer =
      best === null ||
      network < best.network ||
      (network === best.network && address < best.address)
    if (isFewer) best = { at, network, address }
  }
  return best?.at ?? null
}

const lead = 1

/**
 * The turn of the address with the largest share in the network with the largest share, turns they
 * had lately included; of equal ones the newest. -1 if that is the last of these, the newcomer,
 * whose network counts as larger by `lead`: of a crowd of networks none pushes out another.
 */
function largestShare(turns: readonly Turn[], used: RecentTurns): number {
  const networks = sharesOf(turns, (turn) => turn.network, used.ofNetwork)
  const addresses = sharesOf(turns, (turn) => turn.address, used.ofAddress)
  const newcomer = turns.length - 1
  const own = turns[newcomer]?.network ?? ''
  networks.set(own, shareIn(networks, own) + lead)
  let worst = newcomer
  let most = { network: 0, address: 0 }
  for (const [at, turn] of [...turns.entries()].reverse()) {
    const network = shareIn(networks, turn.network)
    const address = shareIn(addresses, turn.address)
    if (network < most.network) continue
    if (network === most.network && address <= most.address) continue
    worst = at
    most = { network, address }
  }
  return worst === newcomer ? -1 : worst
}

const shareIn = (shares: ReadonlyMap<string, number>, key: string): number => shares.get(key) ?? 0

function sharesOf(
  turns: readonly Turn[],
  keyOf: (turn: Turn) => string,
  usedOf: (turn: Turn) => number,
): Map<string, number> {
  const shares = new Map<string, number>()
  for (const turn of turns) {
    const key = keyOf(turn)
    shares.set(key, (shares.get(key) ?? usedOf(turn)) + 1)
  }
  return shares
}
