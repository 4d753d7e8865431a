import type { Random } from '../../base/secrets/crypto.ts'
import { proofLimits } from './proof-limits.ts'
import { climb, sumUnitsOf, treeSizes } from './summation-tree.ts'

const { chunkLeaves } = proofLimits
const { key: keyBytes, node: nodeBytes } = treeSizes
const recordBytes = keyBytes + nodeBytes

/** Consecutive leaves of a tree: their keys, then their nodes. */
export type LeafChunk = Readonly<{ chunk: number; leaves: Uint8Array }>

export const firstKeyOf = ({ leaves }: LeafChunk): Buffer => Buffer.from(leaves.slice(0, keyBytes))

/** The root of a tree, and the nodes above its chunks. */
export type Tree = Readonly<{ height: number; root: Uint8Array; total: bigint; tops: Uint8Array }>

/** The leaves of one asset, in memory while a proof is built. */
export function leafList(random: Random) {
  let records = Buffer.allocUnsafe(recordBytes * chunkLeaves)
  let count = 0

  function add(key: Buffer, node: Buffer): void {
    if (count >= proofLimits.leaves) throw new RangeError('a tree has too many leaves')
    if ((count + 1) * recordBytes > records.length) {
      const more = Buffer.allocUnsafeSlow(2 * records.length)
      records.copy(more)
      records = more
    }
    key.copy(records, count * recordBytes)
    node.copy(records, count * recordBytes + keyBytes)
    count += 1
  }

  /** Adds leaves of zero until their number is a power of two, and at least a chunk. */
  function pad(): void {
    const size = Math.max(chunkLeaves, 2 ** Math.ceil(Math.log2(count)))
    while (count < size) {
      const bytes = random.bytes(keyBytes + nodeBytes)
      // The hash is random, and the sum zero: other users cannot tell it from a leaf of zero.
      bytes.fill(0, keyBytes + treeSizes.hash)
      add(bytes.subarray(0, keyBytes), bytes.subarray(keyBytes))
    }
  }

  /** Yields the chunks in the order of their keys; returns the tree. */
  function* build(): Generator<LeafChunk, Tree> {
    pad()
    const order = sortedByKey(records, count)
    const tops = Buffer.allocUnsafe((count / chunkLeaves) * nodeBytes)
    for (let chunk = 0; chunk * chunkLeaves < count; chunk += 1) {
      const leaves = Buffer.allocUnsafeSlow(chunkLeaves * recordBytes)
      const nodes = leaves.subarray(chunkLeaves * keyBytes)
      for (let at = 0; at < chunkLeaves; at += 1) {
        const record = (order[chunk * chunkLeaves + at] ?? 0) * recordBytes
        records.copy(leaves, at * keyBytes, record, record + keyBytes)
        records.copy(nodes, at * nodeBytes, record + keyBytes, record + recordBytes)
      }
      climb(nodes).top.copy(tops, chunk * nodeBytes)
      yield { chunk, leaves }
    }
    const { top } = climb(tops)
    const root = top.subarray(0, treeSizes.hash)
    return { height: Math.log2(count), root, total: sumUnitsOf(top), tops }
  }

  return { add, build }
}

/** Returns the numbers of the records by their keys; throws if two keys are equal. */
function sortedByKey(records: Buffer, count: number): Uint32Array {
  const half = keyBytes / 2
  const high = new Float64Array(count)
  const low = new Float64Array(count)
  for (let at = 0; at < count; at += 1) {
    high[at] = records.readUIntBE(at * recordBytes, half)
    low[at] = records.readUIntBE(at * recordBytes + half, half)
  }
  const compare = (one: number, other: number): number =>
    (high[one] ?? 0) - (high[other] ?? 0) || (low[one] ?? 0) - (low[other] ?? 0)
  const order = Uint32Array.from({ length: count }, (_, at) => at).sort(compare)
  const isTwice = order.some((one, at) => at > 0 && compare(order[at - 1] ?? 0, one) === 0)
  if (isTwice) throw new RangeError('two leaves have one key')
  return order
}

export type Path = Readonly<{ index: number; units: bigint; siblings: readonly Buffer[] }>

/** Finds a leaf in its chunk, with the siblings up to the root; null if no leaf has the key. */
export function findPath(
  key: Buffer,
  { chunk, leaves, tops }: Readonly<{ chunk: number; leaves: Buffer; tops: Buffer }>,
): Path | null {
  const count = leaves.length / recordBytes
  const at = Array.from({ length: count }, (_, one) => one).find((one) =>
    leaves.subarray(one * keyBytes, (one + 1) * keyBytes).equals(key),
  )
  if (at === undefined) return null
  const nodes = leaves.subarray(count * keyBytes)
  return {
    index: chunk * count + at,
    units: sumUnitsOf(nodes.subarray(at * nodeBytes)),
    siblings: [...climb(nodes, at).siblings, ...climb(tops, chunk).siblings],
  }
}
