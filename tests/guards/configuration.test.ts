import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/platform/config/config.ts'
import { providerSettings } from '../../src/platform/config/providers.ts'
import { secretSettings } from '../../tools/chart.ts'
import { settingSections } from '../../tools/configuration.ts'
import { memorySources } from '../make/config.ts'
import { problemsOfChart } from './chart.ts'

const root = path.resolve(import.meta.dirname, '../..')

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

const documented = settingSections.flatMap(({ settings }) => settings.map(({ name }) => name))

test('docs/configuration.md has every setting that the service reads, and no other', () => {
  const emulated = namesRead({})
  const examples = providerSettings.map(({ name, example }) => [name, example])
  const real = namesRead({ ...Object.fromEntries(examples), NODE_ENV: 'production' })
  assert.deepEqual(documented.toSorted(), [...new Set([...emulated, ...real])].toSorted())
})

test('the Helm chart has every setting once, and secrets only among its secrets', async () => {
  const values = await readFile(path.join(root, 'ops/helm/tukar/values.yaml'), 'utf8')
  assert.deepEqual(problemsOfChart(values, documented, secretSettings), [])
})

test('a setting that the chart lacks, does not know or gives away is found', () => {
  const values =
    'settings:\n  PORT: ""\n  APP_KEY: ""\n  POST: ""\nsecrets:\n  keys:\n    MAIL_URL: ""\n'
  const place = 'ops/helm/tukar/values.yaml'
  const names = ['PORT', 'APP_KEY', 'MAIL_URL', 'HOST']
  assert.deepEqual(problemsOfChart(values, names, ['APP_KEY', 'MAIL_URL']), [
    `${place} APP_KEY is settings; put it once below secrets`,
    `${place} HOST is nowhere; put it once below settings`,
    `${place} POST is no setting; delete it`,
  ])
})

test('a setting whose name sounds like a secret is one, or is known to be none', () => {
  const sounds = documented.filter((name) =>
    /(?:KEY|SECRET|TOKEN|PASSWORD|HEADERS)(?:_(?!URL)[A-Z]+)?$/.test(name),
  )
  const others = sounds.filter((name) => !secretSettings.includes(name))
  // A public key, and the ids of two keys, which the service prints.
  const known = ['CUSTODY_WEBHOOK_PUBLIC_KEY', 'OBJECT_STORE_ACCESS_KEY']
  assert.deepEqual(others.toSorted(), known)
  assert.ok(sounds.length > 20)
})
