/** Coin address formats of each network. */
import { type BytesCoder, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'
import { keccak256, sha256 } from '../secrets/crypto.ts'

/** The networks that coins move on; a token is on the network of its chain. */
export const networks = ['BTC', 'ETH', 'ERC20', 'TRX', 'TRC20', 'XRP', 'SOL'] as const
export type Network = (typeof networks)[number]

/** Networks with the same address format: an address of ours on one is ours on the other. */
const families: readonly (readonly Network[])[] = [
  ['ETH', 'ERC20'],
  ['TRX', 'TRC20'],
]

/** Returns the networks on which this network's addresses are the same account, itself first. */
export const sameAddressNetworks = (network: Network): readonly Network[] => {
  const family = families.find((one) => one.includes(network)) ?? []
  return [network, ...family.filter((one) => one !== network)]
}

export const isNetwork = (text: string): text is Network => networks.some((name) => name === text)

/**
 * Returns the canonical spelling of an address, or null if it is not an address of the network. EVM
 * and segwit addresses are case-insensitive; all others are case-sensitive.
 */
export function addressOn(network: Network, text: string): string | null {
  switch (network) {
    case 'BTC':
      return segwit(text) ?? (hasForm(bitcoin, text, 21, [0x00, 0x05]) ? text : null)
    case 'ETH':
    case 'ERC20':
      return /^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : null
    case 'TRX':
    case 'TRC20':
      return hasForm(bitcoin, text, 21, [0x41]) ? text : null
    case 'XRP':
      return hasForm(ripple, text, 21, [0x00]) ? text : null
    case 'SOL':
      return bytesOf(base58, text)?.length === 32 ? text : null
    default:
      return network satisfies never
  }
}

/**
 * Returns the addresses that belong to the key of an address, on all networks and with itself:
 * Ethereum and Tron derive them from the same hash of a key, and so do Bitcoin and the XRP Ledger.
 * The address is canonical.
 */
export function addressesOfKey(network: Network, address: string): readonly string[] {
  switch (network) {
    case 'ETH':
    case 'ERC20':
      return spelledWithKeccak(Buffer.from(address.slice(2), 'hex'))
    case 'TRX':
    case 'TRC20':
      return spelledWithKeccak(bitcoin.decode(address).slice(1))
    case 'XRP':
      return spelledWithRipemd(ripple.decode(address).slice(1))
    case 'BTC': {
      const hash = keyHashOf(address)
      return hash === null ? [address] : spelledWithRipemd(hash)
    }
    case 'SOL':
      return [address]
    default:
      return network satisfies never
  }
}

const spelledWithKeccak = (hash: Uint8Array): readonly string[] => [
  `0x${Buffer.from(hash).toString('hex')}`,
  bitcoin.encode(Uint8Array.from([0x41, ...hash])),
]

const spelledWithRipemd = (hash: Uint8Array): readonly string[] => {
  const versioned = Uint8Array.from([0x00, ...hash])
  const words = [0, ...bech32.toWords(Uint8Array.from(hash))]
  return [bitcoin.encode(versioned), bech32.encode('bc', words), ripple.encode(versioned)]
}

/** Returns the hash of the key that owns a Bitcoin address; null if it is of a script. */
function keyHashOf(address: string): Uint8Array | null {
  const witness = segwitProgramOf(address)
  if (witness === null) {
    const bytes = bitcoin.decode(address)
    return bytes[0] === 0x00 ? bytes.slice(1) : null
  }
  return witness.version === 0 && witness.program.length === 20 ? witness.program : null
}

/**
 * Returns false if an EVM address has mixed case and fails its EIP-55 checksum. An address in one
 * case has no checksum and passes, as do other networks, whose checksums `addressOn` verifies.
 */
export function hasValidChecksum(network: Network, address: string): boolean {
  if (network !== 'ETH' && network !== 'ERC20') return true
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const check = keccak256(lower).toString('hex')
  const cased = [...lower].map((digit, at) => (isUpper(check, at) ? digit.toUpperCase() : digit))
  return digits === cased.join('')
}

const isUpper = (check: string, at: number): boolean => Number.parseInt(check[at] ?? '0', 16) >= 8

/** True for networks whose owners share an address and are distinguished by a tag. */
export const isTagged = (network: Network): boolean => network === 'XRP'

const mostTag = 0xffff_ffff

/** True for a destination tag: decimal digits of a 32-bit number. */
export const isTag = (text: string): boolean =>
  /^(?:0|[1-9][0-9]{0,9})$/.test(text) && Number(text) <= mostTag

const doubleSha = (bytes: Uint8Array): Uint8Array => Uint8Array.from(sha256(bytes))
const bitcoin = createBase58check(doubleSha)

/** Bitcoin's base58check, in Ripple's alphabet. */
const ripple: BytesCoder = {
  encode: (bytes) => base58xrp.encode(Uint8Array.from([...bytes, ...checkOf(bytes)])),
  decode: (text) => {
    const bytes = base58xrp.decode(text)
    const [body, check] = [bytes.slice(0, -4), bytes.slice(-4)]
    if (!Buffer.from(check).equals(Buffer.from(checkOf(body)))) throw new Error('wrong check')
    return body
  },
}

const checkOf = (body: Uint8Array): Uint8Array => doubleSha(doubleSha(body)).slice(0, 4)

const hasForm = (
  coder: BytesCoder,
  text: string,
  length: number,
  versions: readonly number[],
): boolean => {
  const bytes = bytesOf(coder, text)
  return bytes?.length === length && versions.includes(bytes[0] ?? -1)
}

const longestText = 100

function bytesOf(coder: BytesCoder, text: string): Uint8Array | null {
  // Decoding time grows with the square of the length.
  if (text.length > longestText) return null
  try {
    return coder.decode(text)
  } catch {
    return null
  }
}

/** Returns the address in lower case. Mixed case is invalid. */
function segwit(text: string): string | null {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return null
  return segwitProgramOf(lower) === null ? null : lower
}

type WitnessProgram = Readonly<{ version: number; program: Uint8Array }>

/**
 * Reads a segwit address in lower case; null if it is none. Version 0 uses the bech32 checksum,
 * later versions bech32m.
 */
export function segwitProgramOf(lower: string): WitnessProgram | null {
  if (!/^bc1[02-9ac-hj-np-z]{8,87}$/.test(lower)) return null
  const [first, second] = [bech32, bech32m].map((coder) => coder.decodeUnsafe(lower))
  const words = first?.words ?? second?.words
  const version = words?.[0]
  if (words === undefined || version === undefined || version > 16) return null
  if ((version === 0) !== (first !== undefined)) return null
  const program = bech32.fromWordsUnsafe(words.slice(1))
  if (program === undefined || program.length < 2 || program.length > 40) return null
  return version !== 0 || [20, 32].includes(program.length) ? { version, program } : null
}
