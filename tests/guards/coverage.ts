/** Compares the tables of the specification with the endpoints, the code and its tests. */
import { isStringLiteralLikeNode } from 'typescript/unstable/ast'
import { refusals } from '../../src/base/refusal.ts'
import { isTest, nodesIn, type Offence, type Source } from './source.ts'
import { documentedExtras, messages, specified } from './specification.ts'

export type Mounted = Readonly<{ method: string; path: string }>

const named = ({ method, path }: Mounted): string => `${method} ${path}`

/** Mounted and specified endpoints agree, except for our documented extras. */
export function pathOffences(endpoints: readonly Mounted[]): readonly Offence[] {
  const mounted = endpoints.map(named)
  const wanted = specified.map(named)
  const undocumented = mounted
    .filter((name) => !wanted.includes(name) && !documentedExtras.some((extra) => extra.test(name)))
    .map((name) =>
      offence(
        `${name} is mounted and in no document`,
        'spell it as the specification does, or list it in guards/specification.ts as an extra',
      ),
    )
  const twice = mounted
    .filter((name, index) => mounted.indexOf(name) !== index)
    .map((name) => offence(`${name} is mounted twice`, 'take one out'))
  const missing = wanted
    .filter((name) => !mounted.includes(name))
    .map((name) => offence(`${name} is specified and missing`, 'mount it'))
  return [...undocumented, ...twice, ...missing]
}

/** Every message of the specification is in the code, and in a test. */
export function messageOffences(sources: readonly Source[]): readonly Offence[] {
  const answered = new Set<string>(Object.keys(refusals))
  const tested = new Set<string>()
  for (const source of sources) {
    if (provesIt(source.path)) addTexts(tested, source)
    else if (answersIt(source.path)) addTexts(answered, source)
  }
  return messages
    .filter((message) => !answered.has(message) || !tested.has(message))
    .map((message) =>
      offence(`${message} is specified and missing`, 'send it, and name it in a test'),
    )
}

const provesIt = (path: string): boolean =>
  isTest(path) && /^(?:src|tests)\//.test(path) && !path.startsWith('tests/guards/')

const answersIt = (path: string): boolean =>
  /^src\/(?:app|backoffice|callbacks|platform)\//.test(path)

function addTexts(texts: Set<string>, source: Source): void {
  for (const node of nodesIn(source.tree)) if (isStringLiteralLikeNode(node)) texts.add(node.text)
}

const offence = (rule: string, mend: string): Offence => ({
  path: 'src/endpoints.ts',
  line: 1,
  rule,
  mend,
})
