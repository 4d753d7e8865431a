/**
 * A use case opens at most one transaction on each path, or its comment gives the reason for more.
 * Places in the code are counted: a loop counts once. Functions are followed through imports,
 * methods are not, and a call counts at most once, since the callee explains the rest.
 */
import type {
  ArrowFunction,
  Block,
  FunctionDeclaration,
  FunctionExpression,
  IfStatement,
  Node,
  Statement,
  TryStatement,
} from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isNamedImports,
  isPropertyAccessExpression,
  isReturnStatement,
  isThrowStatement,
  isTryStatement,
  isTypeNode,
  isVariableStatement,
} from 'typescript/unstable/ast'
import { importsOf } from './imports.ts'
import { partOf } from './rooms.ts'
import { isTest, lineOf, type Offence, type Source } from './source.ts'

/** The tag in a function's comment, with the reason for more than one transaction. */
const excuse = /^\s*(?:\*|\/\*\*|\/\/) *@transactions +\w/m

const checked = /^src\/(?:platform\/access|callbacks|app|backoffice)\//

export type Declared = Readonly<{ source: Source; node: Node; body: Node; name: string }>

/** The top-level declarations of all files by `file#name`, and the targets of imported names. */
export type Project = Readonly<{
  declared: ReadonlyMap<string, Declared>
  imported: ReadonlyMap<string, string>
}>

/** Finds functions with a second transaction and no reason, or a reason and no second one. */
export function transactionOffences(sources: readonly Source[]): readonly Offence[] {
  const project = projectOf(sources.filter(({ path }) => path.startsWith('src/') && !isTest(path)))
  const known = new Map<string, Cost>()
  return [...project.declared].flatMap(([key, { source, node, name }]) => {
    const { path } = source
    if (!checked.test(path) || partOf(path) !== 'use case') return []
    const { most } = costOf(key, project, known)
    const explains = excuse.test(source.text.slice(node.pos, node.getStart(source.tree)))
    if (most > 1 === explains) return []
    const line = lineOf(source, node)
    return explains
      ? [{ path, line, rule: `${name} needs no @transactions`, mend: 'strike it' }]
      : [{ path, line, rule: `${name} opens ${most} transactions`, mend }]
  })
}

const mend = 'do it in one, or say in its comment why not: @transactions <reason>'

export function projectOf(sources: readonly Source[]): Project {
  const declared = new Map<string, Declared>()
  const imported = new Map<string, string>()
  for (const source of sources) {
    const files = new Map(importsOf(source).map(({ specifier, file }) => [specifier, file]))
    for (const node of source.tree.statements) {
      for (const [name, body] of bodiesOf(node)) {
        declared.set(`${source.path}#${name}`, { source, node, body, name })
      }
      if (!isImportDeclaration(node)) continue
      const names = node.importClause?.namedBindings
      const file = files.get(node.moduleSpecifier.getText(source.tree).slice(1, -1))
      if (names === undefined || !isNamedImports(names) || file === undefined) continue
      for (const { name, propertyName } of names.elements) {
        imported.set(`${source.path}#${name.text}`, `${file}#${(propertyName ?? name).text}`)
      }
    }
  }
  return { declared, imported }
}

function bodiesOf(node: Statement): readonly (readonly [name: string, body: Node])[] {
  if (isFunctionDeclaration(node)) {
    return node.name === undefined ? [] : [[node.name.text, node]]
  }
  if (!isVariableStatement(node)) return []
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    isIdentifier(name) && initializer !== undefined ? [[name.text, initializer] as const] : [],
  )
}

/**
 * How many transactions a function opens: the most on any path, the most on a path that returns,
 * and those of each parameter's default.
 */
type Cost = Readonly<{ most: number; returning: number; defaults: readonly number[] }>

function costOf(key: string, project: Project, known: Map<string, Cost>): Cost {
  const found = known.get(key)
  if (found !== undefined) return found
  const declared = project.declared.get(key)
  if (declared === undefined) return nothing
  known.set(key, nothing)
  const called: Called = (name, given) => {
    const local = `${declared.source.path}#${name}`
    const { returning, defaults } = costOf(project.imported.get(local) ?? local, project, known)
    return Math.min(1, sumOf([returning, ...defaults.slice(given)]))
  }
  const cost = costOfBody(declared.body, called)
  known.set(key, cost)
  return cost
}

const nothing: Cost = { most: 0, returning: 0, defaults: [] }

type Called = (name: string, given: number) => number

function costOfBody(body: Node, called: Called): Cost {
  if (!isFunction(body)) {
    const opened = within(body, called)
    return { most: opened, returning: opened, defaults: [] }
  }
  const opened = pathsOf(body, called)
  const defaults = body.parameters.map((parameter) => within(parameter, called))
  const returning = Math.max(0, opened.on, opened.returned)
  return { most: mostOf(opened) + sumOf(defaults), returning, defaults }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)

/** The most transactions on paths that continue after a statement, return in it, or throw in it. */
type Paths = Readonly<{ on: number; returned: number; thrown: number }>

const none = Number.NEGATIVE_INFINITY
const mostOf = ({ on, returned, thrown }: Paths): number => Math.max(on, returned, thrown)

const goesOn = (on: number): Paths => ({ on, returned: none, thrown: none })

const after = (before: number, { on, returned, thrown }: Paths): Paths => ({
  on: before + on,
  returned: before + returned,
  thrown: before + thrown,
})

const either = (one: Paths, other: Paths): Paths => ({
  on: Math.max(one.on, other.on),
  returned: Math.max(one.returned, other.returned),
  thrown: Math.max(one.thrown, other.thrown),
})

type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunction

const isFunction = (node: Node): node is FunctionNode =>
  isFunctionDeclaration(node) || isFunctionExpression(node) || isArrowFunction(node)

function pathsOf({ body }: FunctionNode, called: Called): Paths {
  if (body === undefined) return goesOn(0)
  return isBlock(body) ? along(body.statements, called) : goesOn(within(body, called))
}

/** The most transactions that an expression opens, nested functions included. */
function within(node: Node, called: Called): number {
  if (isFunction(node)) return costOfBody(node, called).most
  if (isTypeNode(node)) return 0
  if (isConditionalExpression(node)) {
    const branches = [node.whenTrue, node.whenFalse].map((branch) => within(branch, called))
    return within(node.condition, called) + Math.max(...branches)
  }
  if (isCallExpression(node) && isIdentifier(node.expression)) {
    const given = node.arguments.map((argument) => within(argument, called))
    return sumOf(given) + called(node.expression.text, given.length)
  }
  if (isPropertyAccessExpression(node) && node.name.text === 'inTransaction') return 1
  return isBranching(node) ? mostOf(paths(node, called)) : sumBelow(node, called)
}

function sumBelow(node: Node, called: Called): number {
  let sum = 0
  node.forEachChild((child) => {
    sum += within(child, called)
  })
  return sum
}

const isBranching = (node: Node): node is Block | IfStatement | TryStatement =>
  isBlock(node) || isIfStatement(node) || isTryStatement(node)

function along(statements: Iterable<Statement>, called: Called): Paths {
  let all = goesOn(0)
  for (const statement of statements) {
    all = either({ ...all, on: none }, after(all.on, paths(statement, called)))
  }
  return all
}

function paths(node: Statement, called: Called): Paths {
  if (isBlock(node)) return along(node.statements, called)
  if (isIfStatement(node)) {
    const { expression, thenStatement, elseStatement } = node
    const other = elseStatement === undefined ? goesOn(0) : paths(elseStatement, called)
    return after(within(expression, called), either(paths(thenStatement, called), other))
  }
  if (isTryStatement(node)) return ofTry(node, called)
  const opened = sumBelow(node, called)
  if (isThrowStatement(node) || refuses(node)) return { on: none, returned: none, thrown: opened }
  return isReturnStatement(node) ? { on: none, returned: opened, thrown: none } : goesOn(opened)
}

function refuses(node: Statement): boolean {
  if (!isReturnStatement(node) && !isExpressionStatement(node)) return false
  const { expression } = node
  if (expression === undefined || !isCallExpression(expression)) return false
  return isIdentifier(expression.expression) && expression.expression.text === 'refuse'
}

/** A catch clause may run after any part of its try block. */
function ofTry({ tryBlock, catchClause, finallyBlock }: TryStatement, called: Called): Paths {
  const tried = along(tryBlock.statements, called)
  const caught =
    catchClause === undefined
      ? tried
      : either(
          { ...tried, thrown: none },
          after(mostOf(tried), along(catchClause.block.statements, called)),
        )
  return after(finallyBlock === undefined ? 0 : within(finallyBlock, called), caught)
}
