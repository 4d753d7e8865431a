import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressCheck } from './address-check.ts'

const inside = [
  ...['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1', '0.0.0.0'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1'],
  // Addresses of IPv6 that carry one of IPv4.
  ...['2002:7f00:1::', '64:ff9b::7f00:1', '2001:0:1::'],
]

test('private and special addresses are refused, in every spelling', () => {
  const isAllowed = addressCheck([])
  for (const address of inside) assert.equal(isAllowed(address), false, address)
  assert.equal(isAllowed('example.com'), false)
})

test('public addresses are allowed', () => {
  const isAllowed = addressCheck([])
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111']) {
    assert.equal(isAllowed(address), true, address)
  }
})

test('only the named private networks are allowed', () => {
  const isAllowed = addressCheck(['10.1.0.0/16', '::1'])
  for (const address of ['10.1.2.3', '::1']) assert.equal(isAllowed(address), true, address)
  for (const address of ['10.2.0.1', '127.0.0.1']) assert.equal(isAllowed(address), false, address)
})
