/** The rooms of `src/`, the floor each stands on, and which room writes which table. */
import { posix } from 'node:path'
import type { CallExpression } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast'
import { lineOf, nodesIn, type Source, textAt, textsIn } from './source.ts'

/** Files and folders that stand alone in `src/`, each a room. Higher imports lower. */
const alone: Readonly<Record<string, number>> = {
  main: 12,
  service: 11,
  commands: 11,
  // Starts the emulators' process; it knows the configuration, and nothing of the service.
  emulators: 11,
  endpoints: 10,
  context: 3,
  providers: 1,
  base: 0,
}

const files: readonly string[] = [
  'main',
  'service',
  'commands',
  'emulators',
  'endpoints',
  'context',
]

export const middleFloor = 4

/**
 * The roofs, each a folder for one kind of reader, with the floors of its rooms. Rooms of one floor
 * do not import each other, the middle floor excepted.
 */
const roofs: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  core: {
    ledger: 4,
    inbox: 4,
    outbox: 4,
    // What operators agreed to, and what waits for them.
    decisions: 4,
    users: 4,
    operators: 4,
    reference: 4,
    // Trading writes the tax of each trade; the wallet's histories and reports read it.
    taxes: 4,
    // Where users stopped leafing: the lists of the wallet and of orders go on there.
    histories: 4,
    // Announcements of rooms, each of its own things, and the events of the stream.
    changes: 4,
    // What transactions decided, for the events of subscribers.
    facts: 4,
    database: 1,
  },
  platform: {
    jobs: 9,
    access: 5,
    http: 4,
    // Stored pictures: identity, deposits and the operator's pages all keep some.
    files: 4,
    config: 2,
    // Decoding talks to processes of its own, as a provider's client does to its provider.
    images: 1,
  },
  app: {
    ...onFloor(7, [
      'account',
      'api-keys',
      'bank-accounts',
      'saved-addresses',
      'wallet',
      'pin',
      'messaging',
      'identity',
      'session',
      'content',
      'watchlist',
      // Merkle sum trees over the balances of all users.
      'proofs',
      'trading',
      'deposits',
      'withdrawals',
      'stream',
      // Signed URLs belong to no one section of the interface.
      'files',
    ]),
    // Custody reports deposits and withdrawals in one list and by one webhook.
    'custody-reports': 8,
    // What deposits and withdrawals share.
    transfers: 6,
    // What a provider read on a card, sealed: withdrawals and operators read it too.
    'identity-records': 6,
  },
  backoffice: onFloor(8, [
    // The operators' own: sign-in, two-factor codes, invitations, roles.
    'accounts',
    'users',
    'identities',
    'inquiries',
    'content',
    // The ledger and the inbox, and what a posting or an event is about.
    'books',
    // What waits, as it happens: alerts, the audit, the stream.
    'watch',
    // The queue of open decisions, which belong to several rooms.
    'approvals',
    // One search over the records of all rooms.
    'search',
    // The service as a whole: queues, nodes, providers, days, jobs.
    'overview',
    // Our books and those of every provider.
    'reconciliation',
    // Sums over the books of trading and of taxes.
    'reports',
    // The yearly report about every user to the tax directorate.
    'carf',
    // Business facts as signed events for other systems.
    'events',
  ]),
  callbacks: onFloor(9, ['custody', 'venue', 'payx', 'payd', 'report-queue']),
}

/** Roofs whose rooms are named with them: `callbacks/payx` is not the room of the provider. */
const named: readonly string[] = ['app', 'backoffice', 'callbacks']

function onFloor(floor: number, rooms: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rooms.map((room) => [room, floor]))
}

export type Room = Readonly<{ name: string; floor: number; roof: string | null }>

/** The room of a file under `src/`, or null when the house has none for it. */
export function roomOf(path: string): Room | null {
  const [src, top = '', inner, ...deeper] = path.split('/')
  if (src !== 'src') return null
  const roof = Object.hasOwn(roofs, top) ? roofs[top] : undefined
  if (roof !== undefined) {
    const floor = inner !== undefined && Object.hasOwn(roof, inner) ? roof[inner] : undefined
    if (inner === undefined || floor === undefined || deeper.length === 0) return null
    return { name: nameIn(top, inner), floor, roof: top }
  }
  const name = inner === undefined ? top.replace(/(?:\.test)?\.ts$/, '') : top
  const floor = Object.hasOwn(alone, name) ? alone[name] : undefined
  if (floor === undefined || files.includes(name) !== (inner === undefined)) return null
  return { name, floor, roof: null }
}

const nameIn = (roof: string, room: string): string =>
  named.includes(roof) ? `${roof}/${room}` : room

/** The rooms that are named here, however few files stand in them. */
export const namedRooms: readonly string[] = [
  ...Object.keys(alone),
  ...Object.entries(roofs).flatMap(([roof, rooms]) =>
    Object.keys(rooms).map((room) => nameIn(roof, room)),
  ),
]

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
