/**
 * What of the specification is built so far. What is not built stands in two lists that may only
 * shrink: missing-paths.txt and missing-keys.txt.
 */
import { isStringLiteralLikeNode } from 'typescript/unstable/ast'
import { refusals } from '../../src/base/refusal.ts'
import { type Files, isTest, nodesIn, type Offence, type Source } from './source.ts'
import { documentedExtras, messages, specified } from './specification.ts'

export type Mounted = Readonly<{ method: string; path: string }>

export const missingPathsFile = 'tests/guards/missing-paths.txt'
export const missingKeysFile = 'tests/guards/missing-keys.txt'

export const listed = (files: Files, file: string): readonly string[] =>
  (files[file] ?? '').split('\n').filter((line) => line !== '')

const named = ({ method, path }: Mounted): string => `${method} ${path}`

/** Mounted and specified agree, but for our documented extras and the list of missing paths. */
export function pathOffences(
  endpoints: readonly Mounted[],
  missing: readonly string[],
): readonly Offence[] {
  const mounted = endpoints.map(named)
  const wanted = specified.map(named)
  const strangers = mounted
    .filter((name) => !wanted.includes(name) && !documentedExtras.some((extra) => extra.test(name)))
    .map((name) =>
      offence(
        'src/app.ts',
        `${name} is mounted and in no document`,
        'spell it as the specification does, or document it and list it in documentedExtras',
      ),
    )
  const twice = mounted
    .filter((name, index) => mounted.indexOf(name) !== index)
    .map((name) => offence('src/app.ts', `${name} is mounted twice`, 'take one out'))
  return [...strangers, ...twice, ...listOffences(missingPathsFile, wanted, mounted, missing)]
}

/** Every message is in the code and in a test, but for the list of missing keys. */
export function messageOffences(
  sources: readonly Source[],
  missing: readonly string[],
): readonly Offence[] {
  return listOffences(missingKeysFile, messages, provenMessages(sources), missing)
}

/** The messages of the specification that the code answers and some test names. */
export function provenMessages(sources: readonly Source[]): readonly string[] {
  const answered = new Set<string>(Object.keys(refusals))
  const tested = new Set<string>()
  for (const source of sources) {
    if (provesIt(source.path)) addTexts(tested, source)
    else if (answersIt(source.path)) addTexts(answered, source)
  }
  return messages.filter((message) => answered.has(message) && tested.has(message))
}

const provesIt = (path: string): boolean =>
  isTest(path) && /^(?:src|tests)\//.test(path) && !path.startsWith('tests/guards/')

const answersIt = (path: string): boolean => /^src\/(?:features|callbacks|access|http)\//.test(path)

function addTexts(texts: Set<string>, source: Source): void {
  for (const node of nodesIn(source.tree)) if (isStringLiteralLikeNode(node)) texts.add(node.text)
}

/** `wanted` less `done` is exactly `missing`. */
function listOffences(
  file: string,
  wanted: readonly string[],
  done: readonly string[],
  missing: readonly string[],
): readonly Offence[] {
  const finished = new Set(done)
  const excused = new Set(missing)
  const absent = wanted
    .filter((name) => !finished.has(name) && !excused.has(name))
    .map((name) => offence(file, `${name} is specified and missing`, absentMend))
  const stale = missing.flatMap((name, index) => {
    const why = finished.has(name) ? 'is done' : wanted.includes(name) ? null : 'is not specified'
    return why === null ? [] : [offence(file, `${name} ${why}`, staleMend, index + 1)]
  })
  return [...absent, ...stale]
}

const absentMend = 'build it and name it in a test; what was there once must not go missing'
const staleMend = 'remove it from the list: `npm run generate` does'

const offence = (path: string, rule: string, mend: string, line = 1): Offence => ({
  path,
  line,
  rule,
  mend,
})
