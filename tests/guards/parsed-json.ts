/** What JSON holds is checked before it is used: `JSON.parse` alone would make it `any`. */
import {
  isArrowFunction,
  isCallExpression,
  isFunctionLikeDeclaration,
  isReturnStatement,
  isTypeQueryNode,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import { lineOf, nodesIn, type Offence, type Source } from './source.ts'

/** Tests read the bodies of answers by name, and a wrong name fails the test. */
const untyped = new Set(['tests/tukar.ts'])

/** Calls that take anything: those that check it, and those that only compare or write it. */
const takers = /^assert\.|\.(?:parse|safeParse)$|^JSON\.stringify$/

/** Results of `JSON.parse` that are neither parsed nor typed unknown, and its type borrowed. */
export const jsonOffences = (sources: readonly Source[]): readonly Offence[] =>
  sources.flatMap((source) =>
    [...nodesIn(source.tree)].flatMap((node) => {
      const rule = ruleBroken(source, node)
      if (rule === null) return []
      const mend = 'parse it with zod, or type it unknown'
      return [{ path: source.path, line: lineOf(source, node), rule, mend }]
    }),
  )

function ruleBroken({ path, tree }: Source, node: Node): string | null {
  const textOf = (one: Node | undefined): string => one?.getText(tree) ?? ''
  if (isTypeQueryNode(node) && textOf(node.exprName) === 'JSON.parse') {
    return untyped.has(path) ? null : 'typeof JSON.parse'
  }
  if (!isCallExpression(node) || textOf(node.expression) !== 'JSON.parse') return null
  return isUnknown(node, textOf) ? null : 'JSON.parse unchecked'
}

function isUnknown(node: Node, textOf: (one: Node | undefined) => string): boolean {
  const { parent } = node
  if (isVariableDeclaration(parent)) return textOf(parent.type) === 'unknown'
  if (isReturnStatement(parent) || isArrowFunction(parent)) return returnsUnknown(parent, textOf)
  const isArgument = isCallExpression(parent) && parent.expression !== node
  return isArgument && takers.test(textOf(parent.expression))
}

function returnsUnknown(within: Node, textOf: (one: Node | undefined) => string): boolean {
  let around = within
  while (!isFunctionLikeDeclaration(around) && around.parent !== undefined) around = around.parent
  return isFunctionLikeDeclaration(around) && /^(?:Promise<)?unknown>?$/.test(textOf(around.type))
}
