import { sha256 } from './columns.ts'
import { bytesOf, cellReader, microsOf } from './source.ts'

const linkColumns = [
  'id',
  'at',
  'above',
  'upto',
  'posting_hashes',
  'move_hashes',
  'posting_prints',
  'move_prints',
  'tx_hash',
  'previous',
  'hash',
] as const

export type Link = Readonly<{
  id: number
  at: string
  above: number
  upto: number
  postingHashes: Buffer
  moveHashes: Buffer
  postingPrints: Buffer
  movePrints: Buffer
  /** Null after a restore into another cluster. */
  txHash: Buffer | null
  previous: Buffer
  hash: Buffer
}>

export function linkReader(table: string, columns: readonly string[]) {
  const read = cellReader(table, columns, linkColumns)
  return (line: string): Link => {
    const [id, at, above, upto, ...bytes] = read(line)
    const [postingHashes, moveHashes, postingPrints, movePrints, txHash, previous, hash] = bytes
    return {
      id: Number(id),
      at: microsOf(at ?? null),
      above: Number(above),
      upto: Number(upto),
      postingHashes: bytesOf(postingHashes ?? null),
      moveHashes: bytesOf(moveHashes ?? null),
      postingPrints: bytesOf(postingPrints ?? null),
      movePrints: bytesOf(movePrints ?? null),
      txHash: txHash === null ? null : bytesOf(txHash ?? null),
      previous: bytesOf(previous ?? null),
      hash: bytesOf(hash ?? null),
    }
  }
}

const hashOfLink = (link: Omit<Link, 'hash' | 'txHash'>): Buffer =>
  sha256(
    [
      'tukar-link-1',
      link.id,
      link.at,
      link.above,
      link.upto,
      link.postingHashes.toString('hex'),
      link.moveHashes.toString('hex'),
      sha256(link.postingPrints).toString('hex'),
      sha256(link.movePrints).toString('hex'),
      link.previous.toString('hex'),
    ]
      .map((part) => `${part}\n`)
      .join(''),
  )

const genesis: Buffer = Buffer.alloc(32)

/** What is kept of each link: digests are shortened to 16 bytes, as text. */
export type KeptLink = {
  readonly id: number
  readonly at: number
  readonly above: number
  readonly upto: number
  readonly postings: number
  readonly moves: number
  readonly postingDigest: string
  readonly moveDigest: string
  readonly txDigest: string | null
  readonly previous: string
  readonly hash: string
  /** The hash of the link's columns. */
  readonly computed: string
}

export const short = (digest: Buffer): string => digest.toString('latin1', 0, 16)

export const keptOf = (link: Link): KeptLink => ({
  id: link.id,
  at: Number(link.at),
  above: link.above,
  upto: link.upto,
  postings: link.postingPrints.length / 4,
  moves: link.movePrints.length / 4,
  postingDigest: short(sha256(link.postingHashes)),
  moveDigest: short(sha256(link.moveHashes)),
  txDigest: link.txHash === null ? null : short(link.txHash),
  previous: short(link.previous),
  hash: short(link.hash),
  computed: short(hashOfLink(link)),
})

/** The links in the order of their ids, and the ranges of postings that they cover. */
export class Chain {
  readonly links: readonly KeptLink[]
  readonly #byRange: readonly number[]
  #last = 0

  constructor(links: KeptLink[]) {
    this.links = links.sort((a, b) => a.id - b.id)
    this.#byRange = links.map((_, at) => at).sort((a, b) => this.#upto(a) - this.#upto(b))
  }

  #upto(at: number): number {
    return this.links[at]?.upto ?? 0
  }

  get upto(): number {
    return this.#upto(this.#byRange.at(-1) ?? -1)
  }

  get newest(): KeptLink | null {
    return this.links.at(-1) ?? null
  }

  /** The place of the link that covers a posting; null if none does. */
  find(posting: number): number | null {
    const covers = (place: number) => {
      const link = this.links[this.#byRange[place] ?? -1]
      return link !== undefined && link.above < posting && posting <= link.upto
    }
    if (!covers(this.#last)) {
      let [low, high] = [0, this.#byRange.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.#upto(this.#byRange[middle] ?? -1) < posting) low = middle + 1
        else high = middle
      }
      this.#last = low
    }
    return covers(this.#last) ? (this.#byRange[this.#last] ?? null) : null
  }

  /** What the neighbours say that a link must be. */
  expected(
    at: number,
  ): Readonly<{ id: number; above: number; upto: number | null; previous: string }> {
    const [before, after] = [this.links[at - 1], this.links[at + 1]]
    return {
      id: (before?.id ?? 0) + 1,
      above: before?.upto ?? 0,
      upto: after?.above ?? null,
      previous: before?.hash ?? short(genesis),
    }
  }

  /** Places of links whose own columns do not agree with their hash or with their neighbours. */
  broken(): readonly number[] {
    return this.links.flatMap(({ id, above, previous, hash, computed }, at) => {
      const { id: place, above: start, previous: before } = this.expected(at)
      const fits = id === place && above === start && previous === before && hash === computed
      return fits ? [] : [at]
    })
  }
}
