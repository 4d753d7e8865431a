import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import {
  deadPathOffences,
  placesOf,
  undecided,
  unmountedOffences,
  unnamedPictures,
} from './documents.ts'
import { projectFiles, projectPaths } from './source.ts'

const files = projectFiles()
const Named = z.record(z.string(), z.string())
const Packages = z.object({ dependencies: Named, devDependencies: Named })

describe('the documents', () => {
  test('name no path that does not exist, and link to no such page or heading', () =>
    assert.deepEqual(deadPathOffences(files, placesOf(projectPaths())), []))

  test('name no request that no endpoint takes', () => {
    assert.deepEqual(unmountedOffences(files, endpoints), [])
    const named = {
      'a.md': '`GET alerts?kind=break`, `PUT /api/gone/{id}`,\n`GET gone`, `POST /kyc`',
    }
    assert.deepEqual(
      unmountedOffences(named, endpoints).map(
        ({ line, rule }) => `${line} ${rule.split(',', 1)[0]}`,
      ),
      ['1 names PUT /api/gone/{id}', '2 names GET gone'],
    )
  })

  test('have an ARCHITECTURE.md of at most 15,000 bytes', () =>
    assert.ok(readFileSync('ARCHITECTURE.md').byteLength <= 15_000))

  test('have a row in docs/decisions for each dependency', () => {
    const decisions = files['docs/decisions/README.md'] ?? ''
    const { dependencies, devDependencies } = Packages.parse(
      JSON.parse(files['package.json'] ?? ''),
    )
    const all = Object.keys({ ...dependencies, ...devDependencies })
    assert.ok(all.length > 40)
    assert.deepEqual(undecided(all, decisions), [])
    assert.deepEqual(undecided(['zod', 'zodiac', '@types/pg'], decisions), ['zodiac'])
  })

  test('show each picture that is kept', () => {
    const paths = projectPaths()
    assert.ok(paths.some((path) => /^docs\/pictures\/.*\.png$/.test(path)))
    assert.deepEqual(unnamedPictures(files, paths), [])
    const pictures = ['docs/pictures/a.png', 'docs/pictures/b.png', 'src/c.png']
    const named = { 'README.md': '![a](docs/pictures/a.png)', 'd.ts': 'docs/pictures/b.png' }
    assert.deepEqual(unnamedPictures(named, pictures), ['docs/pictures/b.png'])
  })

  test('are read by rules that find offences', () => {
    const places = placesOf(['docs/a.md', 'src/core/ledger/post.ts', 'src/core/ledger/README.md'])
    const found = (page: string, text: string) =>
      deadPathOffences({ 'docs/a.md': '# One: two\n', [page]: text }, places).map(
        ({ line, rule }) => `${line} ${rule.split(',', 1)[0]}`,
      )
    assert.deepEqual(found('README.md', 'The `ledger/post.ts`, `src/core/*`, `text/plain`.'), [])
    assert.deepEqual(found('README.md', '\n`src/ledger` and `ledger/gone.ts`'), [
      '2 names src/ledger',
      '2 names ledger/gone.ts',
    ])
    assert.deepEqual(found('src/core/ledger/README.md', '`post.ts`, `gone.ts`'), [
      '1 names gone.ts',
    ])
    assert.deepEqual(found('README.md', '[a](docs/a.md#one-two) [b](docs/b.md) [c](docs/a.md#x)'), [
      '1 names docs/b.md',
      '1 names docs/a.md#x',
    ])
    assert.deepEqual(found('a.sql', '\n-- Only src/ledger writes it.'), ['2 names src/ledger'])
    assert.deepEqual(found('README.md', '```\n`src/gone`\n```'), [])
  })
})
