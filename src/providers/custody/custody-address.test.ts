import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf, memorySources, production } from '../../../tests/make/config.ts'
import { readConfig } from '../../platform/config/config.ts'

test('the keys of webhooks are those of the region that the base address names', () => {
  for (const region of ['', 'eu-', 'eu2-', 'sandbox-']) {
    for (const ending of ['', '/', '/v1', '/v1/']) {
      const CUSTODY_BASE_URL = `https://${region}api.fireblocks.io${ending}`
      const { custody } = configOf({ ...production, CUSTODY_BASE_URL })
      assert.equal(custody.baseUrl, `https://${region}api.fireblocks.io`)
      assert.equal(custody.jwksUrl, `https://${region}keys.fireblocks.io/.well-known/jwks.json`)
    }
  }
})

test('an emulator publishes its keys itself', () => {
  const { custody } = configOf({})
  assert.equal(custody.jwksUrl, `${custody.baseUrl}/.well-known/jwks.json`)
})

test('a host that names no region is warned of, and the keys are those of the US', () => {
  const warnings = (CUSTODY_JWKS_URL?: string) => {
    const CUSTODY_BASE_URL = 'https://custody.example.com'
    const env = { ...production, CUSTODY_BASE_URL, CUSTODY_JWKS_URL }
    const read = readConfig(env, memorySources())
    assert.ok(read.ok)
    const found = read.warnings.filter(({ name }) => name === 'CUSTODY_JWKS_URL')
    return [read.config.custody.jwksUrl, found.length]
  }
  assert.deepEqual(warnings(), ['https://keys.fireblocks.io/.well-known/jwks.json', 1])
  const own = 'https://keys.example.com/jwks.json'
  assert.deepEqual(warnings(own), [own, 0])
})
