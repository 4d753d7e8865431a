import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/platform/config/config.ts'
import { providerSettings } from '../../src/platform/config/providers.ts'
import { allSettings } from '../../src/platform/config/settings.ts'
import { memorySources } from '../make/config.ts'

/** Reads a configuration that has only these settings and returns every name that is looked up. */
function namesRead(given: Readonly<Record<string, string>>): readonly string[] {
  const names = new Set<string>()
  const env = new Proxy(given, {
    get: (target, name) => {
      names.add(String(name))
      return target[String(name)]
    },
  })
  readConfig(env, { ...memorySources(), isRoot: () => true })
  return [...names].filter((name) => !name.endsWith('_FILE'))
}

const names = allSettings.map(({ name }) => name)

test('docs/configuration.md has every setting that the service reads, and no other', () => {
  const emulated = namesRead({})
  const examples = providerSettings.map(({ name, example = '' }) => [name, example])
  const real = namesRead({ ...Object.fromEntries(examples), NODE_ENV: 'production' })
  assert.deepEqual(names.toSorted(), [...new Set([...emulated, ...real])].toSorted())
})

test('a setting whose name sounds like a secret is one, or is known to be none', () => {
  const sounding = allSettings.filter(({ name }) =>
    /(?:KEY|SECRET|TOKEN|PASSWORD|HEADERS)(?:_(?!URL)[A-Z]+)?$/.test(name),
  )
  const others = sounding.filter(({ secret }) => secret === undefined).map(({ name }) => name)
  // A public key, and the id of a key, which the service prints.
  const known = ['CUSTODY_WEBHOOK_PUBLIC_KEY', 'OBJECT_STORE_ACCESS_KEY']
  assert.deepEqual(others.toSorted(), known)
  assert.ok(sounding.length > 20)
})
