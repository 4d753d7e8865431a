/** docs/security.md: each requirement of the standard stands there once, with what it rests on. */
import type { Files, Offence } from './source.ts'

/** The requirements of levels 1 and 2 of OWASP ASVS 5.0.0, by section. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}

export const requirements: readonly string[] = Object.entries(sections).flatMap(
  ([section, numbers]) => numbers.split(' ').map((number) => `${section}.${number}`),
)

export const securityPage = 'docs/security.md'

type Entry = Readonly<{ line: number; ids: readonly string[]; state: string; text: string }>

const entryForm = /^- \*\*(?<ids>\d[\d., ]*)\*\* (?<state>[^:]+): (?<text>.*)$/s

/** The entries of the page; an entry goes on in indented lines. */
function entriesIn(page: string): readonly Entry[] {
  let line = 1
  return page.split(/\n(?! )/).flatMap((block) => {
    const at = line
    line += block.split('\n').length
    const { ids, state, text } = entryForm.exec(block)?.groups ?? {}
    if (ids === undefined || state === undefined || text === undefined) return []
    return [{ line: at, ids: ids.split(', '), state, text }]
  })
}

const namedIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** Missing, repeated and unknown requirements, and entries without a state, a file or a reason. */
export function securityOffences(files: Files, places: ReadonlySet<string>): readonly Offence[] {
  const page = files[securityPage] ?? ''
  const entries = entriesIn(page)
  const seen = new Map<string, number>()
  for (const id of entries.flatMap(({ ids }) => ids)) seen.set(id, (seen.get(id) ?? 0) + 1)
  const offence = (line: number, rule: string): Offence => ({
    path: securityPage,
    line,
    rule,
    mend: 'write one entry: its number, Met, Not applicable or Open, and what it rests on',
  })
  return [
    ...requirements.filter((id) => !seen.has(id)).map((id) => offence(1, `lacks ${id}`)),
    ...[...seen]
      .filter(([id, times]) => times > 1 || !requirements.includes(id))
      .map(([id]) => offence(1, `has ${id} too often, or it is none of the standard`)),
    ...entries.flatMap((entry) =>
      entryOffences(entry, places).map((rule) => offence(entry.line, rule)),
    ),
  ]
}

function entryOffences({ state, text }: Entry, places: ReadonlySet<string>): readonly string[] {
  const isThere = (name: string) => places.has(name.replace(/\/$/, ''))
  const gone = namedIn(text).filter((name) => name.endsWith('.test.ts') && !isThere(name))
  const rules = gone.map((name) => `names the test ${name}, which does not exist`)
  if (state === 'Met') return namedIn(text).some(isThere) ? rules : [...rules, 'names no file']
  if (state === 'Open')
    return /decides?\b/.test(text) ? rules : [...rules, 'names no one to decide']
  return state === 'Not applicable' ? rules : [...rules, `has the unknown state ${state}`]
}
