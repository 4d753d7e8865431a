/**
 * Verifies proofs of liabilities, with nothing but SHA-256 of WebCrypto: it trusts neither the
 * service nor its code. Format and argument: docs/proof-of-liabilities.md of the service.
 */

/** A published tree, of `GET /api/proofs/liabilities`. */
export type PublishedLiabilities = Readonly<{
  symbol: string
  decimals: number
  total: string
  root: string
  height: number
}>

/** A branch of a user, of `GET /api/users/proof-of-liabilities`. */
export type LiabilityBranch = Readonly<{
  symbol: string
  balance: string
  index: number
  siblings: readonly Readonly<{ hash: string; sum: string }>[]
}>

/** Why a branch proves nothing. */
export type LiabilityFault =
  /** The proof has no branch of an asset that the user owned. */
  | 'left-out'
  /** The balance in the branch is not the one that the user expects. */
  | 'other-balance'
  /** No published tree has this asset, or the branch is longer or shorter than its height. */
  | 'other-tree'
  /** An amount is negative, out of bounds or no number, or a hash is none. */
  | 'malformed'
  /** The sums on the way do not add up to the published total. */
  | 'other-total'
  /** The hashes on the way do not lead to the published root. */
  | 'other-root'

export type LiabilityVerdict = Readonly<{
  symbol: string
  /** The balance that the branch contains; null if there is no branch. */
  balance: string | null
  fault: LiabilityFault | null
}>

export type OwnLiabilities = Readonly<{
  /** The address that the user registered with, from memory rather than from the service. */
  email: string
  nonce: string
  branches: readonly LiabilityBranch[]
  /** What the user owned at the time of the proof, by symbol, if it is known. */
  expected?: ReadonlyMap<string, string>
}>

/**
 * Verifies that each branch leads from the user's leaf to the published root, with sums that add up
 * to the published total. Returns a verdict of each asset that is in a branch or expected.
 */
export async function verifyLiabilities(
  published: readonly PublishedLiabilities[],
  { email, nonce, branches, expected = new Map() }: OwnLiabilities,
): Promise<readonly LiabilityVerdict[]> {
  const verdicts: LiabilityVerdict[] = []
  for (const branch of branches) {
    const tree = published.find(({ symbol }) => symbol === branch.symbol)
    const wanted = expected.get(branch.symbol) ?? (expected.size > 0 ? '0' : branch.balance)
    const fault = await faultOf(tree, { branch, email, nonce, wanted })
    verdicts.push({ symbol: branch.symbol, balance: branch.balance, fault })
  }
  for (const [symbol, balance] of expected) {
    const isProven = branches.some((branch) => branch.symbol === symbol)
    if (isProven || /^[0.]*$/.test(balance)) continue
    verdicts.push({ symbol, balance: null, fault: 'left-out' })
  }
  return verdicts
}

type Checked = Readonly<{ branch: LiabilityBranch; email: string; nonce: string; wanted: string }>

async function faultOf(
  tree: PublishedLiabilities | undefined,
  { branch, email, nonce, wanted }: Checked,
): Promise<LiabilityFault | null> {
  if (tree === undefined || branch.siblings.length !== tree.height) return 'other-tree'
  const { decimals, symbol } = tree
  const [balance, owned] = [unitsOf(branch.balance, decimals), unitsOf(wanted, decimals)]
  const salt = hashOf(nonce)
  const { index } = branch
  const isPlaced = Number.isSafeInteger(index) && index >= 0 && index < 2 ** tree.height
  if (balance === null || salt === null || !isPlaced) return 'malformed'
  if (balance !== owned) return 'other-balance'
  const text = new TextEncoder().encode(`${symbol} ${email.trim().toLowerCase()}`)
  let node: Node = { hash: await sha256(leafMark, salt, sumBytes(balance), text), sum: balance }
  let at = index
  for (const { hash, sum } of branch.siblings) {
    const sibling = nodeOf(hash, unitsOf(sum, decimals))
    if (sibling === null) return 'malformed'
    node = at % 2 === 0 ? await parentOf(node, sibling) : await parentOf(sibling, node)
    if (node.sum > maxUnits) return 'malformed'
    at = Math.floor(at / 2)
  }
  if (node.sum !== unitsOf(tree.total, decimals)) return 'other-total'
  return hexOf(node.hash) === tree.root ? null : 'other-root'
}

type Node = Readonly<{ hash: Uint8Array; sum: bigint }>

/** Leaves and parents begin with different bytes, so that neither passes for the other. */
const leafMark = Uint8Array.of(0)
const parentMark = Uint8Array.of(1)

/** A parent hashes both sums, not only their total. */
const parentOf = async (left: Node, right: Node): Promise<Node> => ({
  hash: await sha256(
    parentMark,
    ...[left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)],
  ),
  sum: left.sum + right.sum,
})

/** A sum has 16 bytes. */
const maxUnits = 2n ** 128n - 1n

/** Reads an amount of zero or more in smallest units; null if it is anything else. */
function unitsOf(decimal: string, decimals: number): bigint | null {
  const [, whole = '', fraction = ''] = /^([0-9]{1,40})(?:\.([0-9]{1,40}))?$/.exec(decimal) ?? []
  if (whole === '' || fraction.length > decimals) return null
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > maxUnits ? null : units
}

function sumBytes(units: bigint): Uint8Array {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, units >> 64n)
  view.setBigUint64(8, units & 0xffff_ffff_ffff_ffffn)
  return bytes
}

const nodeOf = (hex: string, sum: bigint | null): Node | null => {
  const hash = hashOf(hex)
  return hash === null || sum === null ? null : { hash, sum }
}

/** Reads a hash of 32 bytes. */
const hashOf = (hex: string): Uint8Array | null =>
  /^[0-9a-f]{64}$/.test(hex)
    ? Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
    : null

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
