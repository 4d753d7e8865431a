import { stripTypeScriptTypes } from 'node:module'

type Hunk = Readonly<{ before: string; after: string }>

/** A planted defect in one file, and the test that must fail with it. */
export type Mutant = Readonly<{
  name: string
  /** Path of the file that has the defect, and of the test file; relative to the project. */
  file: string
  test: string
  hunks: readonly Hunk[]
}>

/** Reads a patch in the format of `git apply`, with the test's path in its header. */
export function readMutant(name: string, patch: string): Mutant {
  const test = /^test: (\S+)$/m.exec(patch)?.[1]
  const file = /^--- a\/(\S+)$/m.exec(patch)?.[1]
  const [, ...hunks] = patch.split(/^@@ .* @@.*\n/m)
  if (test === undefined || file === undefined || hunks.length === 0) {
    throw new Error(`${name} lacks its test, its file or its change`)
  }
  return { name, file, test, hunks: hunks.map(hunkOf) }
}

function hunkOf(text: string): Hunk {
  const lines = text.replace(/\n$/, '').split('\n')
  const side = (marks: string) =>
    lines.flatMap((line) => (marks.includes(line.charAt(0)) ? [line.slice(1)] : [])).join('\n')
  return { before: side(' -'), after: side(' +') }
}

/**
 * Returns the source with the defect; null if it no longer applies. Lines are found by their text
 * alone, which must occur once, so patches survive changes elsewhere in the file.
 */
export function planted(source: string, { file, hunks }: Mutant): string | null {
  let text = `\n${source}`
  for (const { before, after } of hunks) {
    const at = text.indexOf(`\n${before}\n`)
    if (at < 0 || at !== text.lastIndexOf(`\n${before}\n`)) return null
    text = `${text.slice(0, at)}\n${after}${text.slice(at + 1 + before.length)}`
  }
  return isReadable(file, text) ? text.slice(1) : null
}

/** Whether the source can be parsed; otherwise every test would fail for that reason. */
function isReadable(file: string, text: string): boolean {
  if (!file.endsWith('.ts')) return true
  try {
    stripTypeScriptTypes(text)
    return true
  } catch {
    return false
  }
}
