import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { OperatorNotice } from '../../src/core/outbox/notices.ts'
import { endpoints } from '../../src/endpoints.ts'
import { impossible, instructionsIn } from './instructions.ts'

const root = path.join(import.meta.dirname, '../..')
const runbooks = path.join(root, 'docs/runbooks')

const pageFiles = readdirSync(path.join(root, 'web/console'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('pages.ts'))
  .map((file) => readFileSync(path.join(root, 'web/console', file), 'utf8'))

const atHand = {
  endpoints: endpoints.map((one) => `${one.method} ${one.path}`),
  pages: new Set(
    pageFiles.flatMap((text) =>
      [...text.matchAll(/path: '\/([a-z-]+)/g)].map(([, page = '']) => page),
    ),
  ),
  read: (file: string) => {
    const place = path.join(runbooks, file)
    return existsSync(place) ? readFileSync(place, 'utf8') : null
  },
}

test('what the runbooks say about each alert can be done', () => {
  const index = readFileSync(path.join(runbooks, 'README.md'), 'utf8')
  const { kind } = OperatorNotice.shape
  assert.deepEqual(impossible(kind.options, index, atHand), [])
  assert.match(instructionsIn(index).get('event-parked') ?? '', /replay/)
})

test('an instruction that names nothing, or what is not there, is found', () => {
  const index = [
    '- `a`, `b`: it broke.\n  **Do:** `POST inbox/{id}/replay`.',
    '- `c`: it broke.\n  **Do:** ask the provider.',
    '- `d`: it broke.\n  **Do:** `POST inbox/{id}/mend`.',
    '- `e`: it broke.\n  **Do:** see [it](../operations.md#nowhere), and\n  `/console/nowhere/`.',
    '- `f`: it broke.\n  **Do:** nothing.',
  ].join('\n')
  assert.deepEqual(impossible(['a', 'b', 'c', 'd', 'e', 'f', 'g'], index, atHand), [
    'c: its instruction names no endpoint, page or section',
    'd: POST inbox/{id}/mend does not exist or names nothing to do',
    'e: `/console/nowhere does not exist or names nothing to do',
    'e: ../operations.md#nowhere does not exist or names nothing to do',
    'g: its instruction names no endpoint, page or section',
  ])
})
