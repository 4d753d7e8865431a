import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { planted, readMutant } from './mutant.ts'

const root = path.join(import.meta.dirname, '..', '..')

const sourceOf = (file: string): string => {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return ''
  }
}

test('every planted defect fits the current source, and names a test file', () => {
  const names = globSync('*.patch', { cwd: import.meta.dirname }).toSorted()
  assert.ok(names.length > 0)
  const stale = names.filter((name) => {
    const mutant = readMutant(name, readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    const isTest = mutant.test.endsWith('.test.ts') && sourceOf(mutant.test) !== ''
    return !isTest || planted(sourceOf(mutant.file), mutant) === null
  })
  assert.deepEqual(stale, [], 'edit the patch so that it plants the same defect again')
})

const patch = `A sum forgets its second part.
test: src/sum.test.ts

--- a/src/sum.ts
+++ b/src/sum.ts
@@ -1,2 +1,2 @@
 const sum = (one: number, other: number) =>
-  one + other
+  one
`

test('a defect is planted where its lines occur once, and nowhere else', () => {
  const mutant = readMutant('01-sum.patch', patch)
  const source = 'const sum = (one: number, other: number) =>\n  one + other\n'
  const defect = 'const sum = (one: number, other: number) =>\n  one\n'
  assert.equal(planted(source, mutant), defect)
  assert.equal(planted(`// moved down\n\n${source}`, mutant), `// moved down\n\n${defect}`)
  assert.equal(planted(source + source, mutant), null)
  assert.equal(planted(source.replace('other\n', 'another\n'), mutant), null)
  assert.equal(planted('', mutant), null)
})

test('a defect that leaves no readable source is no defect', () => {
  const mutant = readMutant('01-sum.patch', patch.replace('+  one', '+  one +'))
  assert.equal(
    planted('const sum = (one: number, other: number) =>\n  one + other\n', mutant),
    null,
  )
  assert.throws(() => readMutant('02-nothing.patch', 'test: src/sum.test.ts'))
})
