/** The rooms of `src/`, the floor each stands on, and which room writes which table. */
import { posix } from 'node:path'
import type { CallExpression } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast'
import { lineOf, nodesIn, type Source, textAt, textsIn } from './source.ts'

/** Higher imports lower. Rooms of one floor do not import each other, the middle floor excepted. */
const floors: Readonly<Record<string, number>> = {
  main: 10,
  service: 9,
  // Starts the emulators' process; it knows the configuration, and nothing of the service.
  emulators: 9,
  app: 8,
  callbacks: 7,
  jobs: 7,
  features: 6,
  access: 5,
  ledger: 4,
  inbox: 4,
  outbox: 4,
  users: 4,
  operators: 4,
  reference: 4,
  // Trading writes the tax of each trade; the wallet's histories and reports read it.
  taxes: 4,
  // Stored pictures: identity, deposits and the operator's pages all keep some.
  files: 4,
  // Where users stopped leafing: the lists of the wallet and of orders go on there.
  histories: 4,
  // Announcements of rooms, each of its own things, and the events of the stream.
  changes: 4,
  http: 4,
  context: 3,
  config: 2,
  database: 1,
  providers: 1,
  // Decoding talks to processes of its own, as a provider's client does to its provider.
  images: 1,
  base: 0,
}

export const middleFloor = 4

/** `callbacks/callbacks.ts` lists the callbacks of its rooms, as app.ts does for endpoints. */
const listFloor = 8

/** Floors whose folders are rooms of their own: `features/pin` and `features/wallet` are two. */
const housesOfRooms: Readonly<Record<string, readonly string[]>> = {
  features: [
    'account',
    'api-keys',
    'bank-accounts',
    'wallet',
    'pin',
    'messaging',
    'identity',
    'session',
    'content',
    'watchlist',
    'trading',
    'transfers',
    'operator',
    // Our books and those of every provider, which belong to no one feature.
    'reconciliation',
    // What operators see of the service as a whole: queues, nodes, providers, days, jobs.
    'overview',
    // The queue of open decisions, which belong to several features.
    'approvals',
    // Sums over the books of trading and of taxes, for operators.
    'reports',
    'stream',
    // Signed URLs belong to no one section of the interface.
    'files',
  ],
  callbacks: ['custody', 'venue', 'payx', 'payd', 'report-queue'],
}

export type Room = Readonly<{ name: string; floor: number }>

/** The room of a file under `src/`, or null when the house has none for it. */
export function roomOf(path: string): Room | null {
  const [src, top = '', inner, ...deeper] = path.split('/')
  if (src !== 'src') return null
  const single = inner === undefined
  const house = single ? top.replace(/(?:\.test)?\.ts$/, '') : top
  const floor = Object.hasOwn(floors, house) ? floors[house] : undefined
  if (floor === undefined || single !== isSingleFile(house)) return null
  const rooms = housesOfRooms[house]
  if (rooms === undefined) return { name: house, floor }
  if (inner === `${house}.ts`) return { name: `the list of ${house}`, floor: listFloor }
  if (deeper.length === 0 || inner === undefined || !rooms.includes(inner)) return null
  return { name: `${house}/${inner}`, floor }
}

const isSingleFile = (house: string): boolean =>
  ['main', 'service', 'emulators', 'app', 'context'].includes(house)

/** The rooms that are named here, however few files stand in them. */
export const namedRooms: readonly string[] = Object.keys(floors).flatMap(
  (house) => housesOfRooms[house]?.map((room) => `${house}/${room}`) ?? [house],
)

/** Inside a room: routes, then use cases, then SQL, then pure rules. */
export type Part = 'routes' | 'use case' | 'sql' | 'rules'

export function partOf(path: string): Part {
  const file = posix.basename(path)
  if (/^(?:.+-)?routes\.ts$/.test(file)) return 'routes'
  if (file.endsWith('.sql.ts')) return 'sql'
  return file.endsWith('.rules.ts') ? 'rules' : 'use case'
}

export type TableWrite = Readonly<{ table: string; line: number }>

const builderWrites = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const table = String.raw`(?:only\s+)?((?:"?[a-z_][a-z0-9_]*"?\.)?"?[a-z_][a-z0-9_]*"?)`
const sqlWrites = [
  new RegExp(String.raw`\binsert\s+into\s+${table}`, 'gi'),
  new RegExp(String.raw`\bupdate\s+${table}(?:\s+(?:as\s+)?[a-z_]\w*)?\s+set\b`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+${table}`, 'gi'),
  new RegExp(String.raw`\bmerge\s+into\s+${table}`, 'gi'),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${table}`, 'gi'),
  new RegExp(String.raw`\bcopy\s+${table}(?:\s*\([^)]*\))?\s+from\b`, 'gi'),
]

/** The tables a file writes, by the query builder or in SQL text. */
export function tableWrites(source: Source): readonly TableWrite[] {
  return [...builderWritesOf(source), ...sqlWritesOf(source)]
}

function* builderWritesOf(source: Source): Generator<TableWrite, void> {
  for (const node of nodesIn(source.tree)) {
    if (!isCallExpression(node)) continue
    const named = tableOf(node)
    if (named !== null) yield { table: plainName(named), line: lineOf(source, node) }
  }
}

const functionWrites = new Set(['deleteInSteps', 'insertRows', 'sendRows'])

/** The builder names its table first, and these functions name it after the database. */
function tableOf(call: CallExpression): string | null {
  const { expression } = call
  if (isIdentifier(expression)) {
    return functionWrites.has(expression.text) ? textAt(call, 1) : null
  }
  const isBuilder =
    isPropertyAccessExpression(expression) && builderWrites.has(expression.name.text)
  return isBuilder ? textAt(call, 0) : null
}

function* sqlWritesOf(source: Source): Generator<TableWrite, void> {
  for (const { node, text } of textsIn(source)) {
    for (const pattern of sqlWrites) {
      for (const match of text.matchAll(pattern)) {
        const name = plainName(match[1] ?? '')
        const line = lineOf(source, node) + text.slice(0, match.index).split('\n').length - 1
        if (name !== 'set') yield { table: name, line }
      }
    }
  }
}

/** `public."orders" as o` and `orders` are one table. */
const plainName = (name: string): string =>
  (name.split(/\s+/, 1)[0] ?? '')
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase()
