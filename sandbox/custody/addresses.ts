import { createHash, randomBytes } from 'node:crypto'
import { type BytesCoder, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'

const sha256 = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(bytes).digest())

const base58check = createBase58check(sha256)

/** An address as custody returns it; `legacyAddress` is the same address in an older format. */
export type Place = Readonly<{ address: string; legacyAddress: string; tag: string }>

type Chain = Readonly<{
  make: () => Place
  /** Whether a payment to the address could arrive. */
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

/** Custody's data of an asset. Tokens share their chain's addresses. */
export type CustodyAsset = Readonly<{
  name: string
  symbol: string
  decimals: number
  assetType: string
  /** The token's contract; empty for a coin. */
  contractAddress: string
  /** The asset of network fees: the chain's own coin. */
  feeAsset: string
  /** The fee of one transfer. */
  networkFee: string
  /** The units that a transfer is charged for: bytes of a UTXO chain, gas of an EVM chain. */
  feeUnits: Readonly<{ unit: 'byte' | 'gas'; count: bigint }> | null
  chain: Chain
  /** Many owners share an address and are distinguished by a tag. */
  tagged: boolean
  /** A wallet may have any number of addresses. */
  utxo: boolean
}>

type Given = Pick<CustodyAsset, 'name' | 'symbol' | 'decimals' | 'networkFee' | 'chain'> &
  Partial<CustodyAsset>

const coin = (feeAsset: string, given: Given): CustodyAsset => ({
  assetType: 'BASE_ASSET',
  contractAddress: '',
  feeAsset,
  feeUnits: null,
  tagged: false,
  utxo: given.chain === bitcoin,
  ...given,
})

type Token = Pick<CustodyAsset, 'name' | 'symbol' | 'decimals' | 'contractAddress'>

const evmToken = (given: Token): CustodyAsset =>
  coin('ETH', {
    ...given,
    assetType: 'ERC20',
    networkFee: '0.0009',
    feeUnits: { unit: 'gas', count: 47_250n },
    chain: ethereum,
  })

export const custodyAssets: ReadonlyMap<string, CustodyAsset> = new Map([
  [
    'BTC',
    coin('BTC', {
      name: 'Bitcoin',
      symbol: 'BTC',
      decimals: 8,
      networkFee: '0.00001',
      feeUnits: { unit: 'byte', count: 200n },
      chain: bitcoin,
    }),
  ],
  [
    'ETH',
    coin('ETH', {
      name: 'Ethereum',
      symbol: 'ETH',
      decimals: 18,
      networkFee: '0.0004',
      feeUnits: { unit: 'gas', count: 21_000n },
      chain: ethereum,
    }),
  ],
  [
    'USDT_ERC20',
    evmToken({
      name: 'Tether USD (ERC20)',
      symbol: 'USDT',
      decimals: 6,
      contractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    }),
  ],
  [
    'HOT1',
    evmToken({
      name: 'HoloToken',
      symbol: 'HOT',
      decimals: 18,
      contractAddress: '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2',
    }),
  ],
  [
    'MATIC',
    evmToken({
      name: 'Matic Token',
      symbol: 'MATIC',
      decimals: 18,
      contractAddress: '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
    }),
  ],
  [
    'TRX',
    coin('TRX', { name: 'Tron', symbol: 'TRX', decimals: 6, networkFee: '1.1', chain: tron }),
  ],
  [
    'TRX_USDT_S2UZ',
    coin('TRX', {
      name: 'Tether USD (Tron)',
      symbol: 'USDT',
      decimals: 6,
      assetType: 'TRON_TRC20',
      contractAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      networkFee: '13.4',
      chain: tron,
    }),
  ],
  [
    'XRP',
    coin('XRP', {
      name: 'XRP',
      symbol: 'XRP',
      decimals: 6,
      networkFee: '0.00001',
      chain: ripple,
      tagged: true,
    }),
  ],
  [
    'SOL',
    coin('SOL', {
      name: 'Solana',
      symbol: 'SOL',
      decimals: 9,
      networkFee: '0.000005',
      chain: solana,
    }),
  ],
])

const tagDigits = 9

/**
 * Returns an unused tag of a shared address: random, since tags must stay unique across restarts.
 */
export function newTag(taken: (tag: string) => boolean): string {
  for (;;) {
    const tag = (randomBytes(4).readUInt32BE() % 10 ** tagDigits).toString()
    if (tag.length === tagDigits && !taken(tag)) return tag
  }
}
