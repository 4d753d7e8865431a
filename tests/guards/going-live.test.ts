import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { providers } from '../../src/platform/config/providers.ts'
import { allSettings } from '../../src/platform/config/settings.ts'

const folder = path.resolve('docs/going-live')
const pages = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
)
const settings = new Set(allSettings.map(({ name }) => name))

/** Settings in the text, and those that its commands read. */
const named = (text: string): readonly string[] =>
  [...text.matchAll(/(?:`|\$\{?|process\.env\.)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)].map(
    ([, name = '']) => name,
  )

/** Words of providers, such as `INVALID_API_KEY`, begin otherwise than any setting. */
const beginnings = new Set([...settings].map((name) => name.split('_', 1)[0]))
const unknownSettings = (text: string) =>
  named(text).filter((name) => beginnings.has(name.split('_', 1)[0]) && !settings.has(name))
const pathsIn = (text: string): readonly string[] =>
  text.match(/\/api\/webhook\/[a-z0-9/-]+/g) ?? []
const longLines = (text: string) => text.split('\n').filter((line) => line.length > 120)

describe('the guide to going live', () => {
  test('names no setting that does not exist', () => {
    for (const [file, text] of pages) assert.deepEqual(unknownSettings(text), [], file)
  })

  test('has a page for each provider, which names all of its settings', () => {
    assert.equal(providers.length, 12)
    for (const provider of providers) {
      const file = `${provider.name.replace(' ', '-')}.md`
      const text = pages.get(file) ?? assert.fail(`there is no ${file}`)
      const names = named(text)
      for (const { name } of provider.settings) assert.ok(names.includes(name), name)
    }
    assert.equal(pages.size, providers.length + 1)
  })

  test('names every webhook address, and only mounted ones', () => {
    const mounted = pathsIn(readFileSync(path.resolve('docs/access.txt'), 'utf8'))
    const documented = new Set([...pages.values()].flatMap(pathsIn))
    assert.deepEqual([...documented].toSorted(), mounted.toSorted())
  })

  test('has the same sections for each provider, in short lines', () => {
    const parts = [
      ...['Set there', 'Set here', 'Check first', 'Differences from the sandbox'],
      ...['What can go wrong', 'Limits and rotation'],
    ]
    for (const [file, text] of pages) {
      assert.deepEqual(longLines(text), [], file)
      if (file === 'README.md') continue
      const found = [...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part)
      assert.deepEqual(found, parts, file)
      const checks = text.split(/^## /m).find((part) => part.startsWith('Check first')) ?? ''
      assert.match(checks, /^```sh run\n[\s\S]+?^```output\n/m, file)
    }
  })

  test('is linked, and its links lead somewhere', () => {
    const index = pages.get('README.md') ?? ''
    for (const file of pages.keys()) {
      assert.ok(file === 'README.md' || index.includes(`](${file})`), file)
    }
    for (const [file, text] of pages) {
      for (const [, to = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
        assert.ok(existsSync(path.join(folder, to)), `${file}: ${to}`)
      }
    }
    for (const [from, to] of [
      ['README.md', 'docs/going-live/README.md'],
      ['docs/operations.md', 'going-live/README.md'],
    ] as const) {
      assert.ok(readFileSync(path.resolve(from), 'utf8').includes(`](${to})`), from)
    }
  })

  test('is read by rules that find offences', () => {
    assert.deepEqual(unknownSettings('`PAYX_SECRET`, `NODE_ENV=development`, `INVALID_KEY`'), [
      'PAYX_SECRET',
    ])
    assert.deepEqual(unknownSettings('curl "$PAYX_URL" -u "$MAIL_URL"'), ['PAYX_URL'])
    assert.deepEqual(pathsIn('at `/api/webhook/nowhere`.'), ['/api/webhook/nowhere'])
    assert.equal(longLines(`${'x'.repeat(121)}\nshort`).length, 1)
  })
})
