/**
 * Reads this project's own source for the guards: files by path, and syntax trees by the parser
 * of the pinned TypeScript. The same functions read the small offending samples by which each
 * guard shows that it can fail.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast'
import { isStringLiteralLikeNode, SyntaxKind } from 'typescript/unstable/ast'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'

/** Text by path; paths are relative to the project and use `/`. */
export type Files = Readonly<Record<string, string>>

export type Source = Readonly<{ path: string; text: string; tree: SourceFile }>

/** One broken rule: its place, the rule, and its remedy. */
export type Offence = Readonly<{ path: string; line: number; rule: string; mend: string }>

const project = join(import.meta.dirname, '..', '..')
const skipped = new Set(['node_modules', 'data', 'dist', '__pycache__', '.git'])
const binary = /\.(?:png|jpe?g|ico|woff2?|gz|pdf|wasm|log)$/

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** Every text file of the project, read once. */
export const projectFiles = once(
  (): Files =>
    Object.fromEntries(
      projectPaths()
        .filter((path) => !binary.test(path))
        .map((path) => [path, readFileSync(join(project, path), 'utf8')]),
    ),
)

/** The paths of all files of the project, pictures included. */
export const projectPaths = (folder = ''): readonly string[] =>
  readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : projectPaths(path)
    return entry.isFile() ? [path] : []
  })

export const isTypeScript = (path: string): boolean => /\.tsx?$/.test(path)
export const isTest = (path: string): boolean => path.endsWith('.test.ts')

/** The syntax trees of the TypeScript files among `files`, in path order. */
export function parse(files: Files): readonly Source[] {
  const paths = Object.keys(files).filter(isTypeScript).sort()
  const virtual: Record<string, string> = { '/tsconfig.json': settings(paths) }
  for (const path of paths) virtual[`/${path}`] = files[path] ?? ''
  const api = new API({ cwd: '/', fs: createVirtualFileSystem(virtual) })
  try {
    const snapshot = api.updateSnapshot({ openProjects: ['/tsconfig.json'] })
    const program = snapshot.getProject('/tsconfig.json')?.program
    assert.ok(program, 'the parser opened no project')
    return paths.map((path) => {
      const tree = program.getSourceFile(`/${path}`)
      assert.ok(tree, `the parser gave nothing for ${path}`)
      return { path, text: files[path] ?? '', tree }
    })
  } finally {
    api.close()
  }
}

/** The syntax trees of the project, parsed once: that takes seconds. */
export const projectSources = once(() => parse(projectFiles()))

function settings(paths: readonly string[]): string {
  const compilerOptions = {
    noLib: true,
    noResolve: true,
    types: [],
    module: 'esnext',
    target: 'esnext',
    jsx: 'preserve',
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  return JSON.stringify({ compilerOptions, files: paths.map((path) => `/${path}`) })
}

/** A node and all below it, parents first. */
export function* nodesIn(root: Node): Generator<Node, void> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    const children: Node[] = []
    node.forEachChild((child) => {
      children.push(child)
    })
    waiting.push(...children.reverse())
  }
}

const lineAt = (source: Source, position: number): number =>
  source.tree.getLineAndCharacterOfPosition(position).line + 1

export const lineOf = (source: Source, node: Node): number =>
  lineAt(source, node.getStart(source.tree))

/** The text a call was given as an argument, when that is a plain string. */
export function textAt({ arguments: given }: CallExpression, index: number): string | null {
  const argument = given[index]
  return argument !== undefined && isStringLiteralLikeNode(argument) ? argument.text : null
}

const textKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateExpression,
])

/** Strings and templates as written, without their quotes; a template's holes stay as written. */
export function* textsIn(source: Source): Generator<Readonly<{ node: Node; text: string }>, void> {
  for (const node of nodesIn(source.tree)) {
    if (textKinds.has(node.kind)) yield { node, text: node.getText(source.tree).slice(1, -1) }
  }
}

/** Fails with one line for each offence: `file:line rule, remedy`. */
export function assertNone(offences: readonly Offence[]): void {
  const lines = offences.map(({ path, line, rule, mend }) => `${path}:${line} ${rule}; ${mend}`)
  assert.equal(lines.length, 0, `\n${lines.join('\n')}\n`)
}
