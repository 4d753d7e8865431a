/**
 * A GET endpoint whose use case writes says so (`writes: true`), so that HEAD of it is refused.
 * Functions are followed through imports by their names, also if they are only passed on; methods
 * are not followed. A row is a call of `get`, `operatorRead` or `operatorList`.
 */
import type { CallExpression, Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAssignment,
} from 'typescript/unstable/ast'
import { isTest, lineOf, nodesIn, type Offence, type Source, textAt } from './source.ts'
import { type Declared, type Project, projectOf } from './transactions.ts'

const row = /(?:^|\.)(?:get|operatorRead|operatorList)$/

/** How a statement that changes rows is written here. */
const changes: readonly RegExp[] = [
  /\.(?:insertInto|updateTable|deleteFrom)\(|\b(?:insertRows|sendRows)\(/,
  /\b(?:insert into|delete from|update) +[a-z_]+\s/,
]

/** Finds GET endpoints that write without saying so, and those that say so without a need. */
export function writingReadOffences(sources: readonly Source[]): readonly Offence[] {
  const own = sources.filter(({ path }) => path.startsWith('src/') && !isTest(path))
  const project = projectOf(own)
  return own.flatMap((source) => {
    if (!source.path.endsWith('routes.ts')) return []
    return [...nodesIn(source.tree)].flatMap((node) => {
      if (!isCallExpression(node)) return []
      if (!row.test(node.expression.getText(source.tree))) return []
      return offenceOf(source, node, project) ?? []
    })
  })
}

function offenceOf(source: Source, call: CallExpression, project: Project): Offence | null {
  const terms = termsOf(source, call.arguments[1], project)
  const run = terms.find(({ name }) => name === 'run')?.node
  if (run === undefined) return null
  const says = terms.some(({ name }) => name === 'writes')
  const by = namesIn(source, run, project).map((key) => writerOf(key, project, new Set()))
  const writer = by.find((one) => one !== null)
  if (says === (writer !== undefined)) return null
  const place = { path: source.path, line: lineOf(source, call) }
  const name = textAt(call, 0) ?? call.arguments[0]?.getText(source.tree)
  return says
    ? { ...place, rule: `${name} writes nothing`, mend: 'strike `writes`' }
    : { ...place, rule: `${name} writes (${writer})`, mend: 'say `writes: true`' }
}

type Term = Readonly<{ name: string; node: Node }>

/** The properties of a row, also of objects of the same file that it spreads or names. */
function termsOf(source: Source, node: Node | undefined, project: Project): readonly Term[] {
  if (node === undefined) return []
  if (isIdentifier(node)) {
    const declared = project.declared.get(`${source.path}#${node.text}`)
    return termsOf(source, declared?.body, project)
  }
  if (!isObjectLiteralExpression(node)) return []
  return node.properties.flatMap((property): readonly Term[] => {
    if (isPropertyAssignment(property)) {
      return [{ name: property.name.getText(source.tree), node: property.initializer }]
    }
    return 'expression' in property ? termsOf(source, property.expression, project) : []
  })
}

/** Returns the function that writes, if one is reached. */
function writerOf(key: string, project: Project, seen: Set<string>): string | null {
  const found = project.declared.get(key)
  if (found === undefined || seen.has(key)) return null
  seen.add(key)
  if (changes.some((change) => change.test(textOf(found)))) return found.name
  for (const next of namesIn(found.source, found.body, project)) {
    const writer = writerOf(next, project, seen)
    if (writer !== null) return writer
  }
  return null
}

const textOf = ({ source, body }: Declared): string => body.getText(source.tree)

/** The declarations that the identifiers below a node may name. */
function namesIn(source: Source, root: Node, { imported }: Project): readonly string[] {
  const names = [...nodesIn(root)].flatMap((node) => (isIdentifier(node) ? [node.text] : []))
  return [...new Set(names)].map((name) => {
    const local = `${source.path}#${name}`
    return imported.get(local) ?? local
  })
}
