import { createHash, randomBytes } from 'node:crypto'
import { type BytesCoder, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'

const sha256 = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(bytes).digest())

const base58check = createBase58check(sha256)

/** An address as custody gives it out; `legacyAddress` is the same place in an older spelling. */
export type Place = Readonly<{ address: string; legacyAddress: string; tag: string }>

type Chain = Readonly<{
  make: () => Place
  /** Whether money sent there could arrive. */
  isValid: (address: string) => boolean
}>

const place = (address: string, legacyAddress = ''): Place => ({ address, legacyAddress, tag: '' })

const bitcoin: Chain = {
  make() {
    const hash = Uint8Array.from(randomBytes(20))
    const words = [0, ...bech32.toWords(hash)]
    return place(bech32.encode('bc', words), base58check.encode(Uint8Array.from([0, ...hash])))
  },
  isValid: (address) => isSegwit(address) || isBase58check(address, [0, 5], 21),
}

function isSegwit(address: string): boolean {
  const lower = address.toLowerCase()
  if (!/^bc1[02-9ac-hj-np-z]{8,87}$/.test(lower)) return false
  if (address !== lower && address !== address.toUpperCase()) return false
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(lower)
    const version = decoded?.words[0]
    if (decoded === undefined || version === undefined) continue
    return (version === 0) === (coder === bech32) && version <= 16
  }
  return false
}

function isBase58check(address: string, versions: readonly number[], length: number): boolean {
  const bytes = decoded(base58check, address)
  return bytes?.length === length && versions.includes(bytes[0] ?? -1)
}

function decoded(coder: BytesCoder, address: string): Uint8Array | undefined {
  try {
    return coder.decode(address)
  } catch {
    return undefined
  }
}

const ethereum: Chain = {
  make: () => place(`0x${randomBytes(20).toString('hex')}`),
  isValid: (address) => /^0x[0-9a-fA-F]{40}$/.test(address),
}

const tronPrefix = 0x41
const tron: Chain = {
  make: () => place(base58check.encode(Uint8Array.from([tronPrefix, ...randomBytes(20)]))),
  isValid: (address) => isBase58check(address, [tronPrefix], 21),
}

const rippleCheck = (body: Uint8Array): Uint8Array => sha256(sha256(body)).slice(0, 4)

const ripple: Chain = {
  make() {
    const body = Uint8Array.from([0, ...randomBytes(20)])
    return place(base58xrp.encode(Uint8Array.from([...body, ...rippleCheck(body)])))
  },
  isValid(address) {
    const bytes = decoded(base58xrp, address)
    if (bytes?.length !== 25 || bytes[0] !== 0) return false
    const body = bytes.slice(0, 21)
    return Buffer.from(bytes.slice(21)).equals(Buffer.from(rippleCheck(body)))
  },
}

const keyBytes = 32
const solana: Chain = {
  make: () => place(base58.encode(Uint8Array.from(randomBytes(keyBytes)))),
  isValid: (address) => decoded(base58, address)?.length === keyBytes,
}

/** What custody knows of an asset. Tokens live at their chain's addresses. */
export type CustodyAsset = Readonly<{
  assetType: string
  /** The asset network fees are paid in. */
  feeAsset: string
  networkFee: string
  chain: Chain
  /** Many owners share an address and are told apart by a tag. */
  tagged: boolean
  /** A wallet may have any number of addresses. */
  utxo: boolean
}>

const token = (assetType: string, feeAsset: string, networkFee: string, chain: Chain) => ({
  assetType,
  feeAsset,
  networkFee,
  chain,
  tagged: false,
  utxo: chain === bitcoin,
})

export const custodyAssets: ReadonlyMap<string, CustodyAsset> = new Map([
  ['BTC', token('BASE_ASSET', 'BTC', '0.00001', bitcoin)],
  ['ETH', token('BASE_ASSET', 'ETH', '0.0004', ethereum)],
  ['USDT_ERC20', token('ERC20', 'ETH', '0.0009', ethereum)],
  ['HOT1', token('ERC20', 'ETH', '0.0009', ethereum)],
  ['MATIC', token('ERC20', 'ETH', '0.0009', ethereum)],
  ['TRX', token('BASE_ASSET', 'TRX', '1.1', tron)],
  ['TRX_USDT_S2UZ', token('TRON_TRC20', 'TRX', '13.4', tron)],
  ['XRP', { ...token('BASE_ASSET', 'XRP', '0.00001', ripple), tagged: true }],
  ['SOL', token('BASE_ASSET', 'SOL', '0.000005', solana)],
])

const tagDigits = 9

/** A tag no other owner of the shared address has: random, as numbers must outlive the sandbox. */
export function newTag(taken: (tag: string) => boolean): string {
  for (;;) {
    const tag = (randomBytes(4).readUInt32BE() % 10 ** tagDigits).toString()
    if (tag.length === tagDigits && !taken(tag)) return tag
  }
}
