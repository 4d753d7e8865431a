import { hashesOf, inOrder, type Row, sha256, txHashOf } from './columns.ts'
import { type Chain, type KeptLink, short } from './links.ts'

type Kind = Readonly<{
  columns: number
  countOf: (link: KeptLink) => number
  digestOf: (link: KeptLink) => string
  hasTx: boolean
}>

export const postingKind: Kind = {
  columns: 4,
  countOf: ({ postings }) => postings,
  digestOf: ({ postingDigest }) => postingDigest,
  hasTx: false,
}
export const moveKind: Kind = {
  columns: 10,
  countOf: ({ moves }) => moves,
  digestOf: ({ moveDigest }) => moveDigest,
  hasTx: true,
}

/**
 * Compares rows with the links that cover them. Rows may come in any order: those of a link wait
 * until all of them came.
 */
export class Segments {
  readonly #chain: Chain
  readonly #kind: Kind
  readonly #waiting = new Map<number, Row[]>()
  readonly #done: Uint8Array
  /** Places of links that differ from their rows. */
  readonly differing = new Set<number>()

  constructor(chain: Chain, kind: Kind) {
    this.#chain = chain
    this.#kind = kind
    this.#done = new Uint8Array(chain.links.length)
  }

  /** Returns whether a link covers the row. */
  add(row: Row): boolean {
    const at = this.#chain.find(row.id)
    const link = at === null ? undefined : this.#chain.links[at]
    if (at === null || link === undefined) return false
    if (this.#done[at] === 1) {
      this.differing.add(at)
      return true
    }
    const rows = this.#waiting.get(at) ?? []
    if (rows.push(row) === 1) this.#waiting.set(at, rows)
    if (rows.length >= this.#kind.countOf(link)) this.#compare(at, link, rows)
    return true
  }

  /** Compares the links whose rows did not all come; `isPresent` excludes detached ones. */
  end(isPresent: (link: KeptLink) => boolean = () => true): void {
    for (const [at, link] of this.#chain.links.entries()) {
      if (this.#done[at] === 0 && isPresent(link)) {
        this.#compare(at, link, this.#waiting.get(at) ?? [])
      }
    }
  }

  #compare(at: number, link: KeptLink, rows: Row[]): void {
    this.#waiting.delete(at)
    this.#done[at] = 1
    rows.sort(inOrder)
    const { columns, digestOf, hasTx } = this.#kind
    if (short(sha256(hashesOf(rows, columns))) !== digestOf(link)) this.differing.add(at)
    else if (hasTx && !hasTxOf(link, rows)) this.differing.add(at)
  }
}

/** A restore into another cluster sets all transaction numbers to zero. */
export const hasTxOf = ({ txDigest }: Pick<KeptLink, 'txDigest'>, rows: readonly Row[]): boolean =>
  txDigest === null ? rows.every(({ tx }) => tx === '0') : short(txHashOf(rows)) === txDigest
