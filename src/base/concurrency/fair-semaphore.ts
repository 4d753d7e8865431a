/** The caller's network and its address in it; `known` callers wait in a separate queue. */
export type QueuePlace = Readonly<{ network: string; address: string; known: boolean }>

export type FairSemaphore = (<Result>(
  place: QueuePlace,
  work: () => Promise<Result>,
) => Promise<Result>) &
  Readonly<{
    /** Throws if this work would be refused now, so that the caller prepares none in vain. */
    assertRoom: (place: QueuePlace) => void
  }>

type Waiting = Readonly<{ place: QueuePlace; start: () => void; refuse: (why: Error) => void }>

type FairSemaphoreOptions = Readonly<{
  atOnce: number
  /** Queue places of unknown callers, and of known ones. */
  waiting: number
  waitingKnown: number
  overloaded: () => Error
}>

/**
 * Runs at most `atOnce` pieces of work at a time. The next slot goes to the network with the fewest
 * recent slots, within it to the address with the fewest, then to the longest wait. Known and
 * unknown callers have separate queues that alternate. If the queue is full, the newest waiting
 * work of the network with the largest share is refused, which may be the newcomer.
 */
export function fairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { atOnce, overloaded } = options
  const used = recentPermits()
  const queues: Readonly<{ known: Waiting[]; unknown: Waiting[] }> = { known: [], unknown: [] }
  let running = 0
  let knownNext = true

  const queueOf = ({ known }: QueuePlace) => (known ? queues.known : queues.unknown)
  const placesOf = ({ known }: QueuePlace) => (known ? options.waitingKnown : options.waiting)

  /**
   * Returns the queue index to displace for a newcomer; -1 refuses the newcomer, null displaces
   * none.
   */
  const displacedBy = (place: QueuePlace): number | null => {
    const queue = queueOf(place)
    if (running < atOnce || queue.length < placesOf(place)) return null
    return largestShare([...queue.map((one) => one.place), place], used)
  }

  const startNext = () => {
    const isKnown = queues.unknown.length === 0 || (knownNext && queues.known.length > 0)
    const queue = isKnown ? queues.known : queues.unknown
    const at = fewestPermits(queue, used)
    const [next] = at === null ? [] : queue.splice(at, 1)
    if (next === undefined) {
      running -= 1
      return
    }
    knownNext = !isKnown
    used.add(next.place)
    next.start()
  }

  const wait = (place: QueuePlace): Promise<void> => {
    const displaced = displacedBy(place)
    if (displaced === -1) throw overloaded()
    const queue = queueOf(place)
    if (displaced !== null) queue.splice(displaced, 1)[0]?.refuse(overloaded())
    return new Promise((start, refuse) => queue.push({ place, start, refuse }))
  }

  const run = async <Result>(place: QueuePlace, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await wait(place)
    else {
      running += 1
      used.add(place)
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }
  const assertRoom = (place: QueuePlace) => {
    if (displacedBy(place) === -1) throw overloaded()
  }
  return Object.assign(run, { assertRoom })
}

type RecentPermits = Readonly<{
  add: (place: QueuePlace) => void
  ofNetwork: (place: QueuePlace) => number
  ofAddress: (turn: QueuePlace) => number
}>

/** After this many slots every count is halved; counts that fall below a tenth are dropped. */
const permitsPerHalving = 64

/** Counts slots by network and by address. Halving bounds the counts and their number. */
function recentPermits(): RecentPermits {
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
      if (taken % permitsPerHalving !== 0) return
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

/** Returns the queue index of the next work; null if the queue is empty. */
function fewestPermits(queue: readonly Waiting[], used: RecentPermits): number | null {
  let best: Readonly<{ at: number; network: number; address: number }> | null = null
  for (const [at, { place: turn }] of queue.entries()) {
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
 * Returns the index of the address with the largest share in the network with the largest share,
 * counting recent slots too; of equal ones the newest. Returns -1 for the newcomer, which is last.
 * Its network counts as larger by `lead`, so that many small networks do not displace each other.
 */
function largestShare(places: readonly QueuePlace[], used: RecentPermits): number {
  const networks = sharesOf(places, (turn) => turn.network, used.ofNetwork)
  const addresses = sharesOf(places, (turn) => turn.address, used.ofAddress)
  const newcomer = places.length - 1
  const own = places[newcomer]?.network ?? ''
  networks.set(own, shareIn(networks, own) + lead)
  let worst = newcomer
  let most = { network: 0, address: 0 }
  for (const [at, turn] of [...places.entries()].reverse()) {
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
  places: readonly QueuePlace[],
  keyOf: (turn: QueuePlace) => string,
  usedOf: (turn: QueuePlace) => number,
): Map<string, number> {
  const shares = new Map<string, number>()
  for (const turn of places) {
    const key = keyOf(turn)
    shares.set(key, (shares.get(key) ?? usedOf(turn)) + 1)
  }
  return shares
}
