/** The imports of each file, and the cycles among them. */
import { posix } from 'node:path'
import type { ExportDeclaration, ImportDeclaration, Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { lineOf, nodesIn, type Source } from './source.ts'

export type Import = Readonly<{
  from: string
  line: number
  /** As written; null when it is computed at run time and nothing can be said of it. */
  specifier: string | null
  /** The project file it names, or null for a package or a part of Node. */
  file: string | null
  dynamic: boolean
  /** Nothing of it is left at run time. */
  typeOnly: boolean
}>

/** Static, type-only, re-exporting, `import('…')` types and run-time imports of one file. */
export function importsOf(source: Source): readonly Import[] {
  const imports: Import[] = []
  for (const node of nodesIn(source.tree)) {
    const named = importNamedBy(node)
    if (named === null) continue
    const { specifier, ...kind } = named
    const relative = specifier?.startsWith('.') === true
    const file = relative ? posix.join(posix.dirname(source.path), specifier) : null
    imports.push({ from: source.path, line: lineOf(source, node), specifier, file, ...kind })
  }
  return imports
}

type Named = Readonly<{ specifier: string | null; dynamic: boolean; typeOnly: boolean }>

function importNamedBy(node: Node): Named | null {
  if (isImportDeclaration(node) || isExportDeclaration(node)) {
    const module = node.moduleSpecifier
    return module !== undefined && isStringLiteral(module)
      ? { specifier: module.text, dynamic: false, typeOnly: bringsTypesOnly(node) }
      : null
  }
  if (isImportTypeNode(node)) {
    const { argument } = node
    const text =
      isLiteralTypeNode(argument) && isStringLiteral(argument.literal)
        ? argument.literal.text
        : null
    return { specifier: text, dynamic: false, typeOnly: true }
  }
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
    const first = node.arguments[0]
    const text = first !== undefined && isStringLiteral(first) ? first.text : null
    return { specifier: text, dynamic: true, typeOnly: false }
  }
  return null
}

function bringsTypesOnly(node: ImportDeclaration | ExportDeclaration): boolean {
  if (isExportDeclaration(node)) return node.isTypeOnly
  return node.importClause?.phaseModifier === SyntaxKind.TypeKeyword
}

/** The package an import names: `pg` of `pg/lib/x`, `@a/b` of `@a/b/c`; null for files and Node. */
export function packageOf({ specifier }: Import): string | null {
  if (specifier === null || specifier.startsWith('.') || specifier.startsWith('node:')) return null
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

export type Edge = Readonly<{ from: string; to: string }>

/** One closed path for each knot of nodes that reach each other; empty when there is no cycle. */
export function cyclesOf(edges: readonly Edge[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const done = new Set<string>()
  const cycles: (readonly string[])[] = []
  for (const start of [...next.keys()].sort()) {
    if (done.has(start)) continue
    const cycle = shortestWayBack(next, start)
    if (cycle === null) continue
    for (const node of cycle) done.add(node)
    cycles.push(cycle)
  }
  return cycles
}

/** The shortest path from a node to itself, both ends named, or null. */
function shortestWayBack(
  next: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
): readonly string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const to of next.get(at) ?? []) {
      if (to === start) return wayTo(cameFrom, start, at)
      if (cameFrom.has(to)) continue
      cameFrom.set(to, at)
      queue.push(to)
    }
  }
  return null
}

function wayTo(cameFrom: ReadonlyMap<string, string>, start: string, last: string): string[] {
  const way = [start]
  for (let at: string | undefined = last; at !== undefined && at !== start; at = cameFrom.get(at)) {
    way.unshift(at)
  }
  return [start, ...way]
}
