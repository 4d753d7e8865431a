import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { configOf, memorySources, production } from '../../../tests/make/config.ts'
import { readConfig } from './config.ts'
import { providerSettings } from './providers.ts'

describe('an example of each provider setting', () => {
  const names = providerSettings.map(({ name }) => name)

  test('exists, and docs/configuration.md shows it', () => {
    const page = readFileSync(path.resolve('docs/configuration.md'), 'utf8').replaceAll('\n  ', ' ')
    for (const { name, example } of providerSettings) {
      const item = page.split('\n').find((line) => line.startsWith(`- \`${name}\``))
      assert.ok(item?.includes(`Example: \`${example}\`.`), name)
    }
  })

  test('is accepted if it is an address', () => {
    const addresses = providerSettings.filter(({ example }) => /^\w+:\/\//.test(example ?? ''))
    const examples = Object.fromEntries(addresses.map(({ name, example }) => [name, example]))
    const bucket = names.filter((name) => name.startsWith('OBJECT_STORE_'))
    const env = Object.fromEntries(bucket.map((name) => [name, 'o-58c1d07ae94f2b3660f1ca']))
    const config = configOf({ ...production, ...env, ...examples })
    assert.equal(config.payd.baseUrl, 'https://passport.duitku.com')
  })

  test('is shown if the setting is missing', () => {
    const read = readConfig({ NODE_ENV: 'production' }, memorySources())
    assert.ok(!read.ok)
    const mendOf = (wanted: string) => read.problems.find(({ name }) => name === wanted)?.mend
    const address = 'set it to the address of the provider, for example'
    assert.equal(mendOf('CUSTODY_BASE_URL'), `${address} https://api.fireblocks.io/v1`)
    assert.equal(mendOf('PAYX_BASE_URL'), `${address} https://api.xendit.co`)
  })
})
