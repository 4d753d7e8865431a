import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { configOf, memorySources, production } from '../../tests/make/config.ts'
import { readConfig } from '../config.ts'
import { describeProviders } from './describe-providers.ts'
import { providerExamples } from './provider-examples.ts'

describe('an example of each provider setting', () => {
  const names = Object.keys(providerExamples)

  test('exists, and docs/configuration.md shows it', () => {
    const page = readFileSync(path.resolve('docs/configuration.md'), 'utf8').replaceAll('\n  ', ' ')
    const { SANDBOX_OPERATOR_PASSWORD: _, ...described } = describeProviders(configOf({}))
    const all = [...Object.keys(described), 'CUSTODY_WEBHOOK_PUBLIC_KEY']
    assert.deepEqual(names.toSorted(), all.toSorted())
    for (const [name, example] of Object.entries(providerExamples)) {
      const item = page.split('\n').find((line) => line.startsWith(`- \`${name}\``))
      assert.ok(item?.includes(`Example: \`${example}\`.`), name)
    }
  })

  test('is taken where it is an address', () => {
    const addresses = Object.entries(providerExamples).filter(([, value]) =>
      /^\w+:\/\//.test(value),
    )
    const bucket = names.filter((name) => name.startsWith('OBJECT_STORE_'))
    const asked = Object.fromEntries(bucket.map((name) => [name, 'o-58c1d07ae94f2b3660f1ca']))
    const config = configOf({ ...production, ...asked, ...Object.fromEntries(addresses) })
    assert.equal(config.payd.baseUrl, 'https://passport.duitku.com')
  })

  test('is shown where the setting is missing', () => {
    const read = readConfig({ NODE_ENV: 'production' }, memorySources())
    assert.ok(!read.ok)
    const mendOf = (wanted: string) => read.problems.find(({ name }) => name === wanted)?.mend
    const address = 'set it to the address of the provider, for example'
    assert.equal(mendOf('CUSTODY_BASE_URL'), `${address} https://api.fireblocks.io/v1`)
    assert.equal(mendOf('PAYX_BASE_URL'), `${address} https://api.xendit.co`)
  })
})
