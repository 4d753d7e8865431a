import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wideNetworkOf } from './wide-network.ts'

test('addresses of one /24 or one /48 are one network, and others are not', () => {
  assert.equal(wideNetworkOf('203.0.113.9'), '203.0.113.0/24')
  assert.equal(wideNetworkOf('203.0.114.9'), '203.0.114.0/24')
  assert.equal(wideNetworkOf('2001:db8:7:1::1'), '2001:db8:7::/48')
  assert.equal(wideNetworkOf('2001:0db8:0007:ffff::2'), '2001:db8:7::/48')
  assert.equal(wideNetworkOf('2001:db8:8::1'), '2001:db8:8::/48')
  assert.equal(wideNetworkOf('::1'), '0:0:0::/48')
  assert.equal(wideNetworkOf('fe80::1%eth0'), 'fe80:0:0::/48')
  assert.equal(wideNetworkOf('unknown'), 'unknown')
})
