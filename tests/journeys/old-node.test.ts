import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')
const start = path.join(root, 'start.js')

/** A module that makes this Node report another version. */
const pretended =
  'data:text/javascript,' +
  encodeURIComponent(`Object.defineProperty(process, 'versions', {
    value: { ...process.versions, node: '20.20.2' } })`)

type Ended = Readonly<{ code: unknown; stderr: string }>

const startWith = (node: string, ...flags: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      node,
      [...flags, start],
      { env: { PORT: 'none' }, timeout: 30_000 },
      (error, _out, stderr) => resolve({ code: error?.code ?? 0, stderr }),
    )
  })

const sentence =
  /^Tukar needs Node 26, and this is Node 2\d\.\d+\.\d+: start it with `npm start`, .*\n$/

test('an older Node is refused in one sentence, for the version of package.json', async () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  assert.equal(engines.node, '>=26')
  const { code, stderr } = await startWith(process.execPath, '--import', pretended)
  assert.equal(code, 1)
  assert.match(stderr, sentence)
})

const old = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => majorOf(node) < 26)
const skip = old === undefined ? 'no older Node is installed' : false

test('an older Node of the machine can read as far as that sentence', { skip }, async () => {
  const { code, stderr } = await startWith(old ?? '')
  assert.equal(code, 1)
  assert.match(stderr, sentence)
})

function majorOf(node: string): number {
  try {
    return Number.parseInt(execFileSync(node, ['-p', 'process.versions.node']).toString(), 10)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
