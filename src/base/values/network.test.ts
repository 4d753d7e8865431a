import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkOf, ownerNetworkOf, plainAddress, plainRange } from './network.ts'

test('ranges have one spelling, and a network has its first address', () => {
  const ranges: readonly (readonly [string, string | null])[] = [
    ['127.0.0.5/8', '127.0.0.0/8'],
    ['203.0.113.255/25', '203.0.113.128/25'],
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9/32', '203.0.113.9/32'],
    ['203.0.113.9/0', '0.0.0.0/0'],
    ['10.0.0.0/08', '10.0.0.0/8'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['2001:DB8:ffff::7/33', '2001:db8:8000::/33'],
    ['2001:db8::7/0', '::/0'],
    ['::ffff:203.0.113.9/120', '::ffff:cb00:7100/120'],
    ['fe80::1%eth0', null],
    ['fe80::1%eth0/64', null],
    ['10.0.0.0/33', null],
    ['10.0.0.0/8/8', null],
    ['10.0.0.0/', null],
    ['here', null],
  ]
  for (const [typed, range] of ranges) assert.equal(plainRange(typed), range, typed)
})

describe('addresses', () => {
  test('belongs to a /24, or a /48 of IPv6, if whole networks are counted', () => {
    assert.equal(ownerNetworkOf('198.51.100.7'), '198.51.100.0/24')
    assert.equal(ownerNetworkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48')
    assert.equal(ownerNetworkOf('2001:DB8::1'), '2001:db8:0::/48')
    assert.equal(ownerNetworkOf('203.0.114.9'), '203.0.114.0/24')
    assert.equal(ownerNetworkOf('2001:0db8:0007:ffff::2'), '2001:db8:7::/48')
    assert.equal(ownerNetworkOf('fe80::1%eth0'), 'fe80:0:0::/48')
    assert.equal(ownerNetworkOf('::1'), '0:0:0::/48')
    assert.equal(ownerNetworkOf('unknown'), 'unknown')
  })

  test('of IPv6 are counted by their network, of IPv4 by themselves', () => {
    assert.equal(networkOf('198.51.100.7'), '198.51.100.7')
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
    assert.equal(networkOf('2001:DB8::1'), '2001:db8:0:0::/64')
    assert.equal(networkOf('::1'), '0:0:0:0::/64')
    assert.equal(networkOf('::'), '0:0:0:0::/64')
    assert.equal(networkOf('1::'), '1:0:0:0::/64')
    assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
    assert.equal(networkOf('2001:db8::10.0.0.1'), '2001:db8:0:0::/64')
  })

  test('of IPv4 written as IPv6 are IPv4', () => {
    assert.equal(plainAddress('::ffff:198.51.100.7'), '198.51.100.7')
    assert.equal(plainAddress('::FFFF:198.51.100.7'), '198.51.100.7')
    assert.equal(plainAddress('::ffff:999.1.1.1'), '::ffff:999.1.1.1')
    assert.equal(plainAddress('2001:db8::1'), '2001:db8::1')
  })
})
