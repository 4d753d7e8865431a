import { hmacSha256, sha256 } from '../../base/secrets/crypto.ts'

/**
 * A Merkle sum tree. A node is a hash of 32 bytes and a sum of 16, in the asset's smallest unit.
 * A parent hashes the hashes and the sums of both children, so that its sum cannot be split
 * otherwise later: docs/proof-of-liabilities.md has the format and the argument.
 */
export const treeSizes = { hash: 32, sum: 16, node: 48, key: 12, nonce: 32 } as const

const { hash: hashBytes, sum: sumBytes, node: nodeBytes, key: keyBytes } = treeSizes

/** Sums fit their 16 bytes. */
const maxUnits = 2n ** 128n - 1n

/** The nonce of a user's leaves in one proof. */
export const nonceOf = (secret: Uint8Array, user: number | string): Buffer =>
  hmacSha256(secret, `leaf ${user}`)

/** The place of a user's leaf in the order of leaves, which says nothing about the user. */
export const leafKeyOf = (nonce: Buffer): Buffer => nonce.subarray(0, keyBytes)

export type Leaf = Readonly<{ nonce: Buffer; symbol: string; email: string; units: bigint }>

/** Returns the node of a leaf; throws if the units are below zero or too many. */
export function leafNode({ nonce, symbol, email, units }: Leaf): Buffer {
  const sum = sumOf(units)
  const text = Buffer.from(`${symbol} ${email}`)
  return Buffer.concat([sha256(Buffer.concat([Buffer.of(0), nonce, sum, text])), sum])
}

function sumOf(units: bigint): Buffer {
  if (units < 0n || units > maxUnits) throw new RangeError(`${units} units are out of bounds`)
  const sum = Buffer.alloc(sumBytes)
  sum.writeBigUInt64BE(units >> 64n, 0)
  sum.writeBigUInt64BE(units & 0xffff_ffff_ffff_ffffn, 8)
  return sum
}

export const sumUnitsOf = (node: Buffer): bigint =>
  (node.readBigUInt64BE(hashBytes) << 64n) | node.readBigUInt64BE(hashBytes + 8)

export const hashOf = (node: Buffer): Buffer => node.subarray(0, hashBytes)

/**
 * Reduces nodes, whose number is a power of two, to their common ancestor. With an index it also
 * returns the siblings on the way from that node, the lowest first.
 */
export function climb(
  nodes: Buffer,
  index: number | null = null,
): Readonly<{ top: Buffer; siblings: readonly Buffer[] }> {
  const siblings: Buffer[] = []
  const input = Buffer.alloc(1 + 2 * nodeBytes, 1)
  let level = nodes
  let at = index
  while (level.length > nodeBytes) {
    if (at !== null) {
      const sibling = (at ^ 1) * nodeBytes
      siblings.push(level.subarray(sibling, sibling + nodeBytes))
      at >>= 1
    }
    const next = Buffer.allocUnsafe(level.length / 2)
    for (let to = 0; to < next.length; to += nodeBytes) {
      const from = 2 * to
      level.copy(input, 1, from, from + 2 * nodeBytes)
      sha256(input).copy(next, to)
      addSums(next, to + hashBytes, level, from + hashBytes)
    }
    level = next
  }
  return { top: level, siblings }
}

/** Writes the sum of the two sums that begin at `from` and a node later. */
function addSums(next: Buffer, to: number, level: Buffer, from: number): void {
  let carry = 0
  for (let at = sumBytes - 4; at >= 0; at -= 4) {
    const sum = level.readUInt32BE(from + at) + level.readUInt32BE(from + nodeBytes + at) + carry
    next.writeUInt32BE(sum >>> 0, to + at)
    carry = sum > 0xffff_ffff ? 1 : 0
  }
  if (carry > 0) throw new RangeError('the sum of a tree is out of bounds')
}
