import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOn, hasValidChecksum, isTag, type Network } from './coin-address.ts'

// Published examples of each form.
const good: readonly (readonly [Network, string])[] = [
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['ETH', '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae'],
  ['ERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
]

test('an address is valid on its network, and on no network of another kind', () => {
  for (const [network, address] of good) assert.equal(addressOn(network, address), address)
  for (const network of ['BTC', 'ETH', 'TRX', 'XRP', 'SOL'] as const) {
    for (const [other, address] of good) {
      const related = other.replace('ERC20', 'ETH').replace('TRC20', 'TRX')
      if (related !== network)
        assert.equal(addressOn(network, address), null, `${network} ${address}`)
    }
  }
})

test('spellings that mean the same address compare as the same', () => {
  const checksummed = '0xDe0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'
  assert.equal(addressOn('ETH', checksummed), checksummed.toLowerCase())
  const upper = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'
  assert.equal(addressOn('BTC', upper), upper.toLowerCase())
})

test('a mixed-case EVM address has a checksum, one of a single case has none', () => {
  // From EIP-55.
  const right = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ]
  for (const address of right) {
    for (const network of ['ETH', 'ERC20'] as const) assert.ok(hasValidChecksum(network, address))
    assert.ok(hasValidChecksum('ETH', address.toLowerCase()))
  }
  assert.ok(!hasValidChecksum('ETH', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'))
  assert.ok(!hasValidChecksum('ERC20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35a'))
})

test('one wrong character makes an address invalid', () => {
  for (const [network, address] of good) {
    if (network === 'ETH' || network === 'ERC20' || network === 'SOL') continue
    for (const at of [5, 12, address.length - 1]) {
      const other = address[at] === '2' ? '3' : '2'
      const typo = address.slice(0, at) + other + address.slice(at + 1)
      assert.equal(addressOn(network, typo), null, typo)
    }
  }
  const wrong = ['', ' ', '0x', '0xzz', 'bc1', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '１']
  for (const text of wrong) {
    for (const network of ['BTC', 'ETH', 'TRX', 'XRP', 'SOL'] as const) {
      assert.equal(addressOn(network, text), null, text)
    }
  }
})

test('a text of a megabyte is refused as quickly as any other', () => {
  for (const network of ['BTC', 'ETH', 'TRX', 'XRP', 'SOL'] as const) {
    assert.equal(addressOn(network, '1'.repeat(1_000_000)), null)
  }
})

test('a tag is a number of 32 bits in plain digits', () => {
  for (const tag of ['0', '1', '4294967295']) assert.ok(isTag(tag), tag)
  for (const tag of ['', '-1', '01', '4294967296', '1.0', '1e3', '99999999999']) {
    assert.ok(!isTag(tag), tag)
  }
})
