import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

const digest = (agent?: string) =>
  deviceOf({ headers: agent === undefined ? {} : { 'user-agent': agent } }).toString('hex')

test('an update leaves a device the same, another browser is another', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0'
  assert.equal(digest(firefox), digest(firefox.replaceAll('148', '149')))
  assert.notEqual(digest(firefox), digest('Tukar/3.1 (Android 17; Pixel 11)'))
})

test('what names itself nothing is a device too', () => {
  assert.equal(digest(), digest(''))
  assert.notEqual(digest(), digest('Tukar'))
})
