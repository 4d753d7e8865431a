/** Which of the operators' endpoints the console calls, and which are not meant for people. */
import type { Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isPropertyAccessExpression,
  isStringLiteralLikeNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import { nodesIn, type Offence, type Source, textsIn } from './source.ts'

type Named = Readonly<{ method: string; path: string }>

/** Operators' endpoints that no page calls, with the reason. */
const notForPeople: ReadonlyMap<string, string> = new Map([
  ['GET /operator/api/events', 'consumers read on by a cursor; people read attempts'],
])

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const isOperators = (path: string): boolean => path.startsWith('/operator/api/')

/**
 * The calls in these sources, as `GET /operator/api/alerts`. A path that is no argument of a method
 * is one that a shared part reads: a list with its CSV, or the one method that the path has.
 */
function consoleCalls(
  sources: readonly Source[],
  endpoints: readonly Named[],
): ReadonlySet<string> {
  return new Set(sources.flatMap((source) => callsIn(source, endpoints)))
}

function callsIn(source: Source, endpoints: readonly Named[]): readonly string[] {
  const calls: string[] = []
  const constants = constantsOf(source)
  const called = new Set<Node>()
  for (const node of nodesIn(source.tree)) {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) continue
    const [argument] = node.arguments
    const name = node.expression.name.text
    const method = name === 'list' ? 'GET' : name.toUpperCase()
    if (argument === undefined || !methods.has(method)) continue
    called.add(argument)
    const path = pathOf(source, argument, constants)
    if (path === null) continue
    const own = endpoints.filter((one) => one.method === method && fits(path, one.path))
    calls.push(...(own.length > 0 ? own.map(nameOf) : [`${method} ${path}`]))
  }
  for (const { node } of textsIn(source)) {
    const path = called.has(node) ? null : pathOf(source, node, constants)
    if (path === null) continue
    const own = endpoints.filter((one) => fits(path, one.path) || `${path}.csv` === one.path)
    const reads = own.filter(({ method }) => method === 'GET')
    calls.push(...(reads.length > 0 ? reads : own).map(nameOf))
  }
  return calls
}

const nameOf = ({ method, path }: Named): string => `${method} ${path}`

/** The declarations `const path = '…'` of a source. */
function constantsOf(source: Source): ReadonlyMap<string, string> {
  const constants = new Map<string, string>()
  for (const node of nodesIn(source.tree)) {
    if (!isVariableDeclaration(node) || node.initializer === undefined) continue
    if (isStringLiteralLikeNode(node.initializer)) {
      constants.set(node.name.getText(source.tree), node.initializer.text)
    }
  }
  return constants
}

/** The path that an expression is, with `*` for what only the running page knows. */
function pathOf(source: Source, node: Node, constants: ReadonlyMap<string, string>): string | null {
  const written = node.getText(source.tree)
  const text = /^['"`]/.test(written)
    ? written.slice(1, -1).replaceAll(/\$\{([^}]+)\}/g, (_, name) => constants.get(name) ?? '*')
    : (constants.get(written) ?? '')
  return isOperators(text) ? text : null
}

/** Whether a path with wildcards is this one. */
const fits = (path: string, one: string): boolean => {
  const [parts, others] = [path.split('/'), one.split('/')]
  return (
    parts.length === others.length &&
    parts.every((part, index) => part === '*' || part === others[index])
  )
}

/** Endpoints that no page calls, and reasons without an endpoint or for one that a page calls. */
export function unreachableOffences(
  sources: readonly Source[],
  endpoints: readonly Named[],
  reasons: ReadonlyMap<string, string> = notForPeople,
): readonly Offence[] {
  const operators = endpoints.filter(({ path }) => isOperators(path))
  const calls = consoleCalls(sources, operators)
  const names = new Set(operators.map(({ method, path }) => `${method} ${path}`))
  const offence = (rule: string, mend: string): Offence => ({
    path: 'tests/guards/console-calls.ts',
    line: 1,
    rule,
    mend,
  })
  return [
    ...[...names]
      .filter((name) => !calls.has(name) && !reasons.has(name))
      .map((name) => offence(`no page calls ${name}`, 'call it in web/console, or list it')),
    ...[...reasons.keys()]
      .filter((name) => !names.has(name) || calls.has(name))
      .map((name) => offence(`${name} is listed for nothing`, 'delete it from notForPeople')),
    ...[...calls]
      .filter((name) => !names.has(name))
      .map((name) => offence(`the console calls ${name}, which is no endpoint`, 'correct it')),
  ]
}
