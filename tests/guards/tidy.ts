/** Rules of size and of words; each takes the parsed sources and returns their offences. */
import type { Node } from 'typescript/unstable/ast'
import {
  isAsExpression,
  isCallExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isNewExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { importsOf } from './imports.ts'
import { roomOf } from './rooms.ts'
import type { Source } from './source.ts'
import { type Files, isTest, isTypeScript, lineOf, nodesIn, type Offence } from './source.ts'

const fileLines = 400
const lineColumns = 100
const markdownColumns = 120
const functionLines = 60

/** Generated from code and contracts; not reviewed as prose. */
const generated = new Set([
  'src/core/database/tables.ts',
  'packages/client/src/schema.ts',
  'packages/client/src/operator-schema.ts',
  'packages/client/src/refusal-texts.ts',
  'packages/client/src/operator-texts.ts',
])

const written = (files: Files): readonly (readonly [path: string, text: string])[] =>
  Object.entries(files).filter(([path]) => isTypeScript(path) && !generated.has(path))

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')

export function fileOffences(files: Files): readonly Offence[] {
  return written(files).flatMap(([path, text]) => {
    const count = linesOf(text).length
    if (count <= fileLines) return []
    const rule = `file of ${count} lines, over ${fileLines}`
    return [{ path, line: fileLines + 1, rule, mend: 'split it by noun, not by kind' }]
  })
}

export function lineOffences(files: Files): readonly Offence[] {
  return written(files).flatMap(([path, text]) =>
    linesOf(text).flatMap((line, index) => {
      const columns = [...line].length
      if (columns <= lineColumns) return []
      const rule = `line of ${columns} columns, over ${lineColumns}`
      return [{ path, line: index + 1, rule, mend: 'break it' }]
    }),
  )
}

export function markdownOffences(files: Files): readonly Offence[] {
  return Object.entries(files).flatMap(([path, text]) => {
    if (!path.endsWith('.md')) return []
    return linesOf(text).flatMap((line, index) => {
      const columns = [...line].length
      if (columns <= markdownColumns) return []
      const rule = `line of ${columns} columns, over ${markdownColumns}`
      return [{ path, line: index + 1, rule, mend: 'break it; write a wide table as a list' }]
    })
  })
}

/** Operations of both interfaces; each document has its own ids. */
const ofBothInterfaces = new Set(['Login', 'login', 'logout', 'showMe'])

/** Who searches the source for an exported function, or for an exported type, finds one. */
export function homeOffences(files: Files): readonly Offence[] {
  const homes = new Map<string, string>()
  return written(files).flatMap(([path, text]) => {
    if (!path.startsWith('src/') || isTest(path)) return []
    const names = text.matchAll(/^export (?:async )?(?:function|const|class|(type)) (\w+)/gm)
    return [...names].flatMap(({ 1: isType, 2: name = '', index }) => {
      const key = isType === undefined ? name : `type ${name}`
      const home = homes.get(key) ?? path
      homes.set(key, home)
      if (home === path || ofBothInterfaces.has(name)) return []
      const line = linesOf(text.slice(0, index + 1)).length
      const rule = `export of ${name}, as in ${home}`
      return [{ path, line, rule, mend: 'say in the name what it is of' }]
    })
  })
}

/** Functions stay under sixty lines; the callback of `describe` is a heading, not a function. */
export function functionOffences(sources: readonly Source[]): readonly Offence[] {
  return each(sources, (source, node) => {
    if (!isFunctionLikeDeclaration(node) || isSuite(node.parent)) return null
    const first = lineOf(source, node)
    const count = source.tree.getLineAndCharacterOfPosition(node.end).line + 2 - first
    if (count < functionLines) return null
    return [`function of ${count} lines, not under ${functionLines}`, 'give its steps names']
  })
}

const isSuite = (node: Node): boolean =>
  isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'describe'

/** Types are neither silenced nor forced; ids.ts, which makes the brands, may cast. */
export function typeOffences(sources: readonly Source[]): readonly Offence[] {
  return each(sources, (source, node) => {
    if (node.kind === SyntaxKind.AnyKeyword) return ['any', 'parse it with zod, or use unknown']
    if (node.kind === SyntaxKind.NonNullExpression) return ['!', 'handle the absent case']
    const cast = isAsExpression(node) && node.type.getText(source.tree) !== 'const'
    if (!cast && node.kind !== SyntaxKind.TypeAssertionExpression) return null
    if (source.path === 'src/base/values/ids.ts') return null
    return ['cast', 'narrow it by a check, or parse it at the door']
  })
}

const valueTypes =
  /^(?:string|number|boolean|Date|unknown|[A-Z]\w+(?:Id|No))(?:\[\])?(?: \| null)?$/

/** Their rows have the types of the columns they name. */
const typedBySchema = new Set([
  'src/core/database/driver/rows.ts',
  'src/core/database/driver/insert.ts',
])

/** Rows of hand-written SQL are read by `readRows`; a type parameter would only claim them. */
export function rowOffences(sources: readonly Source[]): readonly Offence[] {
  return each(sources.filter(isService), (source, node) => {
    if (typedBySchema.has(source.path) || !isTaggedTemplateExpression(node)) return null
    const [claimed] = node.typeArguments ?? []
    if (node.tag.getText(source.tree) !== 'sql' || claimed === undefined) return null
    if (valueTypes.test(claimed.getText(source.tree))) return null
    return ['claims its rows', 'read them with readRows, which checks the columns']
  })
}

/** Spelt in pieces, so that this file does not offend itself. */
const leftOpen = ['TO+DO', 'FIX+ME', 'XX+X', '@ts-+ignore', '@ts-+expect-error', '@ts-+nocheck']
const openWords = new RegExp(leftOpen.map((word) => word.replace('+', '')).join('|'))

/** Nothing is left open, in code, SQL, scripts or prose. */
export function openOffences(files: Files): readonly Offence[] {
  return eachLine(files, (line) => {
    // A checksum in a lockfile may spell anything.
    if (/^\s*"integrity": /.test(line)) return null
    const word = openWords.exec(line)?.[0]
    return word === undefined ? null : [word, 'finish it, or write an issue and take it out']
  })
}

const lists = new Set(['test', 'it', 'describe', 'suite'])

/** No test is left out, and none shuts the others out. */
export function skippedTestOffences(sources: readonly Source[]): readonly Offence[] {
  return each(sources, (_source, node) => {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null
    const { expression, name } = node.expression
    if (!isIdentifier(expression) || !lists.has(expression.text)) return null
    if (!['only', 'skip', ['to', 'do'].join('')].includes(name.text)) return null
    return [`${expression.text}.${name.text}`, 'run every test or delete it']
  })
}

/** Where each source of time, chance and configuration may be reached for. */
const start = ['src/main.ts', 'src/base/settings/setting.ts']
const reaches: Readonly<Record<string, readonly string[]>> = {
  'Date.now': ['src/base/clock.ts'],
  'new Date()': ['src/base/clock.ts'],
  'Math.random': [],
  'process.env': start,
  randomBytes: ['src/base/secrets/crypto.ts', ...start],
  randomUUID: ['src/base/secrets/crypto.ts', ...start],
  randomInt: ['src/base/secrets/crypto.ts', ...start],
  getRandomValues: ['src/base/secrets/crypto.ts', ...start],
}

/** The service takes time, randomness and configuration from its context. */
export function reachOffences(sources: readonly Source[]): readonly Offence[] {
  return each(sources.filter(isService), (source, node) => {
    const reach = reachOf(node)
    if (reach === null || reaches[reach]?.includes(source.path) !== false) return null
    return [reach, 'take it from ctx: clock, random or config']
  })
}

function reachOf(node: Node): string | null {
  if (isNewExpression(node) && isIdentifier(node.expression)) {
    const none = (node.arguments ?? []).length === 0
    return node.expression.text === 'Date' && none ? 'new Date()' : null
  }
  if (isPropertyAccessExpression(node)) {
    const owner = isIdentifier(node.expression) ? node.expression.text : ''
    return known(`${owner}.${node.name.text}`) ?? known(node.name.text)
  }
  return isCallExpression(node) && isIdentifier(node.expression)
    ? known(node.expression.text)
    : null
}

const known = (name: string): string | null => (Object.hasOwn(reaches, name) ? name : null)

const floatCalls = new Set(['Number', 'parseFloat', 'parseInt'])
const floatMethods = new Set(['parseFloat', 'parseInt', 'toFixed', 'toPrecision', 'toExponential'])
const moneyFiles = ['src/base/values/money.ts', 'src/base/values/ratio.ts']

/** No float comes near money, not even to count something else. */
export function floatOffences(sources: readonly Source[]): readonly Offence[] {
  const service = sources.filter(isService)
  const near = placesNearMoney(service)
  return each(
    service.filter(({ path }) => near.has(placeOf(path))),
    (_source, node) => {
      const name = floatOf(node)
      return name === null ? null : [name, 'keep money in bigint units, read counts with integerOf']
    },
  )
}

/** A room, or a single file of `base`, in which money and plain numbers are neighbours. */
const placeOf = (path: string): string => {
  const room = roomOf(path)?.name ?? 'base'
  return room === 'base' ? path : room
}

/** The places that import money, or that import a room that does. */
function placesNearMoney(sources: readonly Source[]): ReadonlySet<string> {
  const near = new Set(moneyFiles)
  const imports = sources
    .flatMap(importsOf)
    .flatMap(({ from, file }) => (file === null ? [] : [[placeOf(from), placeOf(file)] as const]))
  for (let known = -1; known < near.size; ) {
    known = near.size
    for (const [from, to] of imports) if (near.has(to)) near.add(from)
  }
  return near
}

function floatOf(node: Node): string | null {
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.PlusToken) return 'unary +'
  if (!isCallExpression(node)) return null
  const called = node.expression
  if (isIdentifier(called)) return floatCalls.has(called.text) ? `${called.text}()` : null
  if (!isPropertyAccessExpression(called)) return null
  return floatMethods.has(called.name.text) ? `.${called.name.text}()` : null
}

const isService = ({ path }: Source): boolean => path.startsWith('src/') && !isTest(path)

/** Places that exist on one machine only: homes, and folders at the root of its disk. */
const ownPlaces = /(?:^|[\s"'`(=,>])\/(?:farm|home|root|work|Users)(?![\w-])/

/** The project works wherever it is put, so it names no place of the machine it was written on. */
export function placeOffences(files: Files): readonly Offence[] {
  return eachLine(files, (line) => {
    const place = ownPlaces.exec(line)?.[0].trim()
    return place === undefined ? null : [`names ${place}`, 'write a path relative to the project']
  })
}

const dueByRow = /_at <=? clock_timestamp\(\)/

/** Due rows are found by an index: no condition computes a time anew for each row. */
export function dueOffences(files: Files): readonly Offence[] {
  return eachLine(files, (line) =>
    dueByRow.test(line)
      ? ['is due by clock_timestamp()', 'compare with statement_timestamp()']
      : null,
  )
}

type Found = readonly [rule: string, mend: string] | null

function each(
  sources: readonly Source[],
  judge: (source: Source, node: Node) => Found,
): readonly Offence[] {
  const offences: Offence[] = []
  for (const source of sources.filter(({ path }) => !generated.has(path))) {
    for (const node of nodesIn(source.tree)) {
      const found = judge(source, node)
      if (found === null) continue
      offences.push({
        path: source.path,
        line: lineOf(source, node),
        rule: found[0],
        mend: found[1],
      })
    }
  }
  return offences
}

function eachLine(files: Files, judge: (line: string) => Found): readonly Offence[] {
  const offences: Offence[] = []
  for (const [path, text] of Object.entries(files)) {
    if (path === 'package-lock.json') continue
    for (const [index, line] of text.split('\n').entries()) {
      const found = judge(line)
      if (found !== null) offences.push({ path, line: index + 1, rule: found[0], mend: found[1] })
    }
  }
  return offences
}
