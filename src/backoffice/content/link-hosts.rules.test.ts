import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadTo } from './link-hosts.rules.ts'

const hosts = new Set(['tukar.example', 'help.tukar.example'])

test('links lead to listed hosts, by https or mail, or stay within an app', () => {
  for (const link of [
    'https://tukar.example',
    'https://HELP.tukar.example/a?b=1&c=2#d',
    'mailto:cs@tukar.example',
    '/faq',
    '#top',
  ]) {
    assert.ok(leadTo(hosts, [link]), link)
  }
  assert.ok(leadTo(hosts, []))
})

test('no other host is reached, however the link is written', () => {
  for (const link of [
    'https://evil.example',
    'https://tukar.example.evil.example',
    'https://tukar.example@evil.example',
    'https://eviltukar.example',
    'https://tukar.example:8443',
    'https://tukar.example.',
    'http://tukar.example',
    '//evil.example',
    '/\\evil.example',
    'tukar:pay',
    'mailto:cs@evil.example',
    'mailto:cs@tukar.example,x@evil.example',
    'mailto:cs@tukar.example?cc=x@evil.example',
    'mailto:cs%40evil.example%2C@tukar.example',
    'mailto:%',
  ]) {
    assert.ok(!leadTo(hosts, ['/faq', link]), link)
  }
})
