import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { providerSettings } from '../../src/config/providers.ts'
import { settingSections } from '../../tools/configuration.ts'
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

test('docs/configuration.md has every setting that the service reads, and no other', () => {
  const documented = settingSections.flatMap(({ settings }) => settings.map(({ name }) => name))
  const emulated = namesRead({})
  const examples = providerSettings.map(({ name, example }) => [name, example])
  const real = namesRead({ ...Object.fromEntries(examples), NODE_ENV: 'production' })
  assert.deepEqual(documented.toSorted(), [...new Set([...emulated, ...real])].toSorted())
})
