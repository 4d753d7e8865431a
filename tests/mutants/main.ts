/**
 * Plants each defect of this folder in a copy of the source and runs the test that must fail with
 * it, for `npm run mutants`. Arguments select the defects whose name contains one of them.
 *
 * To add a defect: edit the source, save `git diff -U1` as `NN-what-happens.patch`, undo the edit,
 * and put two lines above the patch: what the defect does, and `test: <path of the test file>`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { type Mutant, planted, readMutant } from './mutant.ts'

const root = path.join(import.meta.dirname, '..', '..')
const uncopied = new Set(['node_modules', '.git', 'data', 'dist'])

/** A run of tests keeps about two cores busy. */
const lanes = Math.max(Math.floor(availableParallelism() / 2), 1)

type Verdict = 'caught' | 'SURVIVED' | 'does not apply' | 'did not run'

process.exitCode = await main(process.argv.slice(2))

async function main(selected: readonly string[]): Promise<number> {
  const mutants = await readMutants(selected)
  const verdicts: Verdict[] = []
  const waiting = mutants.values()
  const work = async () => {
    await withCopy(async (copy) => {
      for (const mutant of waiting) {
        const { verdict, failed } = await judge(copy, mutant)
        verdicts.push(verdict)
        console.log(`${verdict.padEnd(8)} ${mutant.name}${failed === '' ? '' : `: ${failed}`}`)
      }
    })
  }
  await Promise.all(Array.from({ length: lanes }, work))
  const caught = verdicts.filter((verdict) => verdict === 'caught').length
  console.log(`${caught} caught, ${mutants.length - caught} survived`)
  return caught === mutants.length && caught > 0 ? 0 : 1
}

async function readMutants(selected: readonly string[]): Promise<readonly Mutant[]> {
  const names = globSync('*.patch', { cwd: import.meta.dirname })
    .filter((name) => selected.length === 0 || selected.some((part) => name.includes(part)))
    .toSorted()
  return Promise.all(
    names.map(async (file) => {
      const patch = await readFile(path.join(import.meta.dirname, file), 'utf8')
      return readMutant(path.basename(file, '.patch'), patch)
    }),
  )
}

async function withCopy(work: (copy: string) => Promise<void>): Promise<void> {
  const copy = await mkdtemp(path.join(tmpdir(), 'tukar-mutants-'))
  try {
    await cp(root, copy, {
      recursive: true,
      filter: (from) => from === root || !uncopied.has(path.basename(from)),
    })
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    await work(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Returns the verdict, and the first test that failed. */
async function judge(
  copy: string,
  mutant: Mutant,
): Promise<Readonly<{ verdict: Verdict; failed: string }>> {
  const place = path.join(copy, mutant.file)
  const source = await readFile(place, 'utf8').catch(() => '')
  const defective = planted(source, mutant)
  if (defective === null) return { verdict: 'does not apply', failed: '' }
  await writeFile(place, defective)
  try {
    const { output, code } = await runTests(copy, mutant.test)
    const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output)
    if (counts === null) return { verdict: 'did not run', failed: '' }
    if (code === 0) return { verdict: 'SURVIVED', failed: '' }
    return { verdict: 'caught', failed: /✖ .*: (.*) \(/.exec(output)?.[1] ?? '' }
  } finally {
    await writeFile(place, source)
  }
}

async function runTests(copy: string, test: string) {
  const child = spawn(process.execPath, ['tests/run.ts', test], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (some: string) => {
    output += some
  })
  const [code] = await once(child, 'close')
  return { output, code }
}
