import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traitsOf } from './device.ts'

const traits = (agent?: string, ip = '198.51.100.7') =>
  traitsOf({ ip, headers: agent === undefined ? {} : { 'user-agent': agent } })
const digest = (agent?: string) => traits(agent).agent.toString('hex')

test('an update keeps the identity of a device; another browser changes it', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0'
  assert.equal(digest(firefox), digest(firefox.replaceAll('148', '149')))
  assert.notEqual(digest(firefox), digest('Tukar/3.1 (Android 17; Pixel 11)'))
})

test('devices without a name are the same device', () => {
  assert.equal(digest(), digest(''))
  assert.equal(traits().name, '')
  assert.notEqual(digest(), digest('Tukar'))
})

test('the name of a device is readable, bounded and makes no link', () => {
  const named = traits('Tukar/3.1 (Android 17; Pixel 11)').name
  assert.equal(named, 'Tukar 3.1 (Android 17; Pixel 11)')
  const hostile = traits('Call us: https://evil.example/x?y=1 <b>now</b>\u0007 a@evil.example').name
  assert.equal(hostile, 'Call us https evil example x y 1 b now b a evil example')
  assert.ok(traits('x'.repeat(5_000)).name.length <= 100)
})

test('devices are neighbours in a /24 of IPv4 and in a /48 of IPv6', () => {
  const networkOf = (ip: string) => traits('x', ip).network
  assert.equal(networkOf('198.51.100.7'), '198.51.100.0/24')
  assert.equal(networkOf('2001:db8:1:2::3'), '2001:db8:1::/48')
})
