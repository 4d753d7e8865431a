import {
  addressesOfKey,
  addressOn,
  type Network,
  segwitProgramOf,
} from '../../base/values/coin-address.ts'

/** Addresses that have one spelling, of networks that share them. */
type Family = 'BTC' | 'EVM' | 'TRON' | 'XRP' | 'SOL'

const familyOf: { readonly [Name in Network]: Family } = {
  BTC: 'BTC',
  ETH: 'EVM',
  ERC20: 'EVM',
  TRX: 'TRON',
  TRC20: 'TRON',
  XRP: 'XRP',
  SOL: 'SOL',
}

/** The contract of each token on each network, ours and those that they replaced. */
export const tokenContracts: readonly (readonly [Network, symbol: string, address: string])[] = [
  ['ERC20', 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['ERC20', 'HOT', '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2'],
  ['ERC20', 'POL', '0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6'],
  ['ERC20', 'MATIC', '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0'],
  ['TRC20', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
]

/**
 * Contracts and programs that keep whatever they are sent, and burn addresses that `isWritten` does
 * not recognise. Tokens that users might mistake for ours are among them.
 */
const keepers: readonly (readonly [Network, what: string, address: string])[] = [
  ['BTC', 'the eater', '1BitcoinEaterAddressDontSendf59kuE'],
  ['ETH', 'a burn address', '0xdEAD000000000000000042069420694206942069'],
  ['ETH', 'wrapped ether', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  ['ERC20', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['TRX', 'the black hole', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
  ['TRX', 'wrapped TRX', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR'],
  ['TRC20', 'USDC', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ['SOL', 'the token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['SOL', 'the token program of 2022', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
  ['SOL', 'the program of token accounts', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'],
  ['SOL', 'the memo program', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'],
  ['SOL', 'USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  ['SOL', 'USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
]

const listed: ReadonlySet<string> = new Set(
  [...tokenContracts, ...keepers].map(([network, what, address]) => {
    const canonical = addressOn(network, address)
    if (canonical === null) throw new Error(`the address of ${what} is not one of ${network}`)
    return canonical
  }),
)

/**
 * Whether nothing can ever return from an address, so that coins sent there are lost: the null
 * address, burn addresses, programs of the network, contracts of tokens. `address` is canonical.
 */
export const isDeadAddress = (network: Network, address: string): boolean =>
  listed.has(address) || isWritten(network, address) || isForAnyone(network, address)

/**
 * An address comes from a key, at random. One with a long run of the same character was written by
 * hand, so it has no key: the null address, the programs of Ethereum, Tron and Solana, most burn
 * addresses. The addresses of Tron show it only in the bytes, as Ethereum spells them.
 */
function isWritten(network: Network, address: string): boolean {
  const family = familyOf[network]
  if (family === 'EVM') return hexRun.test(address)
  if (family === 'TRON') return addressesOfKey(network, address).some((one) => hexRun.test(one))
  return letterRun.test(address)
}

/** Runs too long to be found by searching for a key: about 90 bits of it, and 50 of base58. */
const hexRun = /^0x.*([0-9a-f])\1{23}/
const letterRun = /(.)\1{9}/

/** Bitcoin has no rules yet for other witness programs: whoever sees the coins may take them. */
function isForAnyone(network: Network, address: string): boolean {
  const witness = network === 'BTC' ? segwitProgramOf(address) : null
  if (witness === null || witness.version === 0) return false
  return witness.version > 1 || witness.program.length !== 32
}
