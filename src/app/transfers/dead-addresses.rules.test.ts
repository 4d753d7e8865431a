import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../tests/database.ts'
import { addressOn, hasValidChecksum, type Network } from '../../base/values/coin-address.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { isDeadAddress, tokenContracts } from './dead-addresses.rules.ts'

const dead: readonly (readonly [Network, what: string, address: string])[] = [
  ['BTC', 'the hash of zeros', '1111111111111111111114oLvT2'],
  ['BTC', 'the witness program of zeros', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs'],
  ['BTC', 'the eater', '1BitcoinEaterAddressDontSendf59kuE'],
  ['BTC', 'an anchor, which anyone spends', 'bc1pfeessrawgf'],
  ['BTC', 'a witness program without rules', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  ['ETH', 'the null address', '0x0000000000000000000000000000000000000000'],
  ['ERC20', 'the null address', '0x0000000000000000000000000000000000000000'],
  ['ETH', 'a precompiled contract', '0x0000000000000000000000000000000000000004'],
  ['ETH', 'a burn address', '0x000000000000000000000000000000000000dEaD'],
  ['ETH', 'a burn address', '0xdEAD000000000000000042069420694206942069'],
  ['ETH', 'what stands for ether', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
  ['ETH', 'the system', '0xfffffffffffffffffffffffffffffffffffffffe'],
  ['ERC20', 'the contract of USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['ETH', 'the contract of USDT, for ether', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['ERC20', 'the contract of another token', '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2'],
  ['ETH', 'wrapped ether', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  ['TRX', 'the null address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['TRX', 'the black hole', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
  ['TRC20', 'the contract of USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TRX', 'the contract of USDT, for TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['XRP', 'the account of zeros', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['XRP', 'the account of one', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
  ['XRP', 'the account of names', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'],
  ['XRP', 'the account of what is no number', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd'],
  ['SOL', 'the system program', '11111111111111111111111111111111'],
  ['SOL', 'the incinerator', '1nc1nerator11111111111111111111111111111111'],
  ['SOL', 'the stake program', 'Stake11111111111111111111111111111111111111'],
  ['SOL', 'the clock', 'SysvarC1ock11111111111111111111111111111111'],
  ['SOL', 'wrapped SOL', 'So11111111111111111111111111111111111111112'],
  ['SOL', 'the token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['SOL', 'the mint of USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
]

for (const [network, what, address] of dead) {
  test(`nothing returns from ${address} on ${network}: ${what}`, () => {
    assert.ok(hasValidChecksum(network, address))
    const canonical = addressOn(network, address)
    assert.ok(canonical !== null && isDeadAddress(network, canonical))
  })
}

const alive: readonly (readonly [Network, string])[] = [
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['ETH', '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae'],
  // A contract that was given a cheap address of many zeros.
  ['ETH', '0x00000000000000adc04c56bf30ac9d3c0aaf14dc'],
  ['TRX', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['SOL', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
]

test('addresses of people are none of them', () => {
  for (const [network, address] of alive) {
    const canonical = addressOn(network, address)
    assert.ok(canonical !== null && !isDeadAddress(network, canonical), address)
  }
})

test('every token that the service knows has its contract in the list', async (t) => {
  const { db } = await testDatabase(t)
  const tokens = await readRows(db.read, { network: 'text', symbol: 'text' })`
    select n.network, a.symbol from networks n join assets a on a.id = n.asset_id
    where n.network not in (select b.symbol from assets b)`
  assert.ok(tokens.length >= 4)
  for (const { network, symbol } of tokens) {
    const listed = tokenContracts.some(([on, of]) => on === network && of === symbol)
    assert.ok(listed, `${symbol} on ${network} has no contract in dead-addresses.rules.ts`)
  }
})
