/** Whether the workflows of a public host can run: nothing here runs them. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseDocument } from 'yaml'
import { z } from 'zod'

const root = path.join(import.meta.dirname, '../..')
const Step = z.object({ run: z.string().optional(), uses: z.string().optional() })
const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ 'timeout-minutes': z.int(), steps: z.array(Step) })),
})

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const parsed = (file: string): unknown => {
  const document = parseDocument(textOf(file), { strict: true })
  assert.deepEqual([...document.errors, ...document.warnings], [], file)
  return document.toJS()
}

test('workflows have few rights and a time limit, and run only what this project has', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf('package.json')))
  const files = globSync('.github/workflows/*.yml', { cwd: root })
  const names = files.map((file) => path.basename(file))
  assert.deepEqual(names.toSorted(), ['check.yml', 'release.yml'])
  for (const file of files) {
    const { permissions, jobs } = Workflow.parse(parsed(file))
    assert.deepEqual(permissions, { contents: 'read' }, file)
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    const commands = steps.map(({ run = '' }) => run).join('\n')
    for (const [, name = ''] of commands.matchAll(/npm run ([\w:]+)/g)) {
      assert.ok(Object.hasOwn(scripts, name), `${file} runs ${name}`)
    }
    for (const { uses } of steps) if (uses !== undefined) assert.match(uses, /^[\w./-]+@v\d+$/)
  }
})

test('forms of issues can be read', () => {
  const files = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })
  assert.ok(files.length >= 3)
  for (const file of files) assert.ok(parsed(file), file)
})
