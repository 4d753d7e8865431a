/** The rules that separate the rooms; each takes the parsed sources and returns their offences. */
import { posix } from 'node:path'
import { isExportDeclaration } from 'typescript/unstable/ast'
import { cyclesOf, type Edge, type Import, importsOf, packageOf } from './imports.ts'
import { middleFloor, namedRooms, partOf, type Room, roomOf, tableWrites } from './rooms.ts'
import { isTest, isTypeScript, lineOf, type Offence, type Source } from './source.ts'

const isSource = (path: string): boolean => path.startsWith('src/') && !isTest(path)

/** Every file under `src/` stands in a room the house knows. */
export function roomOffences(paths: readonly string[]): readonly Offence[] {
  return paths
    .filter((path) => path.startsWith('src/') && path.endsWith('.ts') && roomOf(path) === null)
    .map((path) => ({
      path,
      line: 1,
      rule: 'stands in no known room',
      mend: 'move it to the room whose noun it serves, or name a new room in tests/guards/rooms.ts',
    }))
}

/** A folder that a reader cannot survey is sorted into folders. */
const folderFiles = 25

/** No folder of the service holds too many files, tests aside. */
export function folderSizeOffences(paths: readonly string[]): readonly Offence[] {
  const counts = new Map<string, number>()
  for (const path of paths.filter((one) => isSource(one) && isTypeScript(one))) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > folderFiles)
    .map(([path, count]) => ({
      path,
      line: 1,
      rule: `folder of ${count} files, over ${folderFiles}`,
      mend: 'sort it into folders by noun',
    }))
}

/** Every room that is named in rooms.ts has a file. */
export function emptyRoomOffences(paths: readonly string[]): readonly Offence[] {
  const used = new Set(paths.filter(isSource).map((path) => roomOf(path)?.name))
  return namedRooms
    .filter((room) => !used.has(room))
    .map((room) => ({
      path: 'tests/guards/rooms.ts',
      line: 1,
      rule: `no file stands in the room ${room}`,
      mend: 'strike the room',
    }))
}

/** Imports go down, never up and never sideways. */
export function floorOffences(sources: readonly Source[]): readonly Offence[] {
  const pure = pureFiles(sources)
  return importsAmong(sources).flatMap((found) => {
    const from = roomOf(found.from)
    const rule = from === null ? null : brokenFloor(from, found, pure)
    return rule === null ? [] : [offence(found, ...rule)]
  })
}

/** Files that reach nothing but base and each other: rules by nature, with any name. */
function pureFiles(sources: readonly Source[]): ReadonlySet<string> {
  const imports = new Map(
    sources.filter(({ path }) => isSource(path)).map((source) => [source.path, importsOf(source)]),
  )
  const pure = new Set(imports.keys())
  const staysPure = ({ file, typeOnly }: Import) =>
    typeOnly || (file !== null && (isBase(file) || pure.has(file)))
  for (let before = -1; before !== pure.size; ) {
    before = pure.size
    for (const [path, found] of imports) if (!found.every(staysPure)) pure.delete(path)
  }
  return pure
}

type Broken = readonly [rule: string, mend: string]

function brokenFloor(from: Room, found: Import, pure: ReadonlySet<string>): Broken | null {
  if (found.specifier === null) {
    return ['imports a computed path', 'write the path out']
  }
  if (found.file === null) return null
  if (found.file.startsWith('sandbox/') && from.name === 'emulators' && found.typeOnly) return null
  const to = roomOf(found.file)
  // A file in no room has its own offence.
  if (to === null && found.file.startsWith('src/')) return null
  if (to === null || isTest(found.file)) {
    return [`imports ${found.file}, which is not the service's`, 'keep the service to src/']
  }
  if (to.name === from.name) {
    return pure.has(found.file) ? null : withinRoom(found, found.file)
  }
  if (from.roof === 'core' && to.roof !== 'core' && !belowCore.includes(to.name)) {
    return [`core imports ${to.name}`, 'core knows neither HTTP nor providers; pass it in']
  }
  if (from.roof === 'backoffice' && to.roof === 'app' && to.floor > sharedFloor) {
    return isShared.test(found.file)
      ? null
      : [`backoffice imports a use case of ${to.name}`, 'read its views (*.sql.ts)']
  }
  if (to.floor > from.floor) {
    return [`imports up, into ${to.name}`, 'sink what is shared to a lower floor']
  }
  if (to.floor < from.floor) return null
  return sideways(from, to)
}

/** Rooms of the app up to here are shared by others of it. */
const sharedFloor = 6

/** What the backoffice may import of the app's rooms: views, shapes and bounds. */
const isShared = /(?:\.sql|-contracts|-limits)\.ts$/

/** What core knows besides itself; of a context, only the types of what it needs. */
const belowCore: readonly string[] = ['base', 'context']

/** Rooms that only look down, and rooms the ledger must not know. */
function sideways(from: Room, to: Room): Broken | null {
  if (from.floor !== middleFloor) {
    return [`imports its neighbour ${to.name}`, 'sink what both need to a lower floor']
  }
  if (from.name === 'users' || from.name === 'reference') {
    return [`imports its neighbour ${to.name}`, `${from.name} knows only the floors below it`]
  }
  if (from.name === 'ledger' && ['inbox', 'outbox'].includes(to.name)) {
    return [`imports ${to.name}`, 'the ledger moves money and knows nothing of who asked']
  }
  return null
}

const height = { routes: 3, 'use case': 2, sql: 1, rules: 0 } as const

/** A type alone may come from any part of the room; a cycle is found as one. */
function withinRoom({ from, typeOnly }: Import, to: string): Broken | null {
  const [upper, lower] = [partOf(from), partOf(to)]
  if (typeOnly || height[lower] <= height[upper]) return acrossProviders(from, to)
  return [
    `${upper} imports ${lower} ${posix.basename(to)}`,
    'inside a room imports go routes > use case > sql > rules',
  ]
}

/** Each provider is separate; their shared code lies beside their folders. */
function acrossProviders(from: string, to: string): Broken | null {
  const [, house, one, inOne] = from.split('/')
  const [, , other, inOther] = to.split('/')
  if (house !== 'providers' || inOne === undefined || inOther === undefined) return null
  if (one === other) return null
  return [`one provider imports another, ${other}`, 'put what they share in src/providers/']
}

/** `*.rules.ts` decides and nothing else: it reaches base and other pure files. */
export function rulesOffences(sources: readonly Source[]): readonly Offence[] {
  const pure = pureFiles(sources)
  return importsAmong(sources)
    .filter(({ from, typeOnly }) => isRules(from) && !typeOnly)
    .filter(({ file }) => file === null || !(isBase(file) || pure.has(file) || isRules(file)))
    .map((found) =>
      offence(
        found,
        `rules import ${found.specifier ?? 'something computed'}`,
        'rules import base and what is pure; pass the rest in',
      ),
    )
}

const isRules = (path: string): boolean => partOf(path) === 'rules'
const isBase = (path: string): boolean => path.startsWith('src/base/')

/** No two files, and no two rooms of the middle floor, reach each other. Types count. */
export function cycleOffences(sources: readonly Source[]): readonly Offence[] {
  const edges = sources
    .filter(({ path }) => !isTest(path))
    .flatMap(importsOf)
    .flatMap(({ from, file }) => (file === null ? [] : [{ from, to: file }]))
  const roomEdges = edges.flatMap(({ from, to }) => {
    const [upper, lower] = [roomOf(from), roomOf(to)]
    return upper?.floor === middleFloor && lower?.floor === middleFloor
      ? [{ from: upper.name, to: lower.name }]
      : []
  })
  return [...cyclesOf(edges), ...cyclesOf(roomEdges)].map((cycle) => ({
    path: cycle[0] ?? '',
    line: 1,
    rule: `import cycle ${cycle.join(' > ')}`,
    mend: 'move what both need to a file that imports neither',
  }))
}

/** Sibling folders do not import each other, directly or through other siblings. Types count. */
export function folderCycleOffences(sources: readonly Source[]): readonly Offence[] {
  const edges = importsAmong(sources).flatMap(({ from, file }) => {
    const edge = file === null || isTest(from) ? null : siblingFolders(from, file)
    return edge === null ? [] : [edge]
  })
  return cyclesOf(edges).map((cycle) => ({
    path: cycle[0] ?? '',
    line: 1,
    rule: `folder cycle ${cycle.map((folder) => posix.basename(folder)).join(' > ')}`,
    mend: 'move what both folders need to a folder below them, or beside them',
  }))
}

/** The two sibling folders that contain the files; null if one folder contains the other file. */
function siblingFolders(from: string, to: string): Edge | null {
  const [one, other] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')]
  const parting = one.findIndex((folder, depth) => folder !== other[depth])
  // Which roof and which floor may import which is said by their floors.
  if (parting < 2 || other[parting] === undefined) return null
  const upTo = (folders: readonly string[]) => folders.slice(0, parting + 1).join('/')
  return { from: upTo(one), to: upTo(other) }
}

/** Each table is written by one room, so that its invariants have one home. */
export function tableOffences(sources: readonly Source[]): readonly Offence[] {
  const writers = new Map<string, string>()
  const offences: Offence[] = []
  for (const source of sources.filter(({ path }) => isSource(path))) {
    const room = roomOf(source.path)?.name
    if (room === undefined) continue
    for (const { table, line } of tableWrites(source)) {
      const writer: string = writers.get(table) ?? room
      writers.set(table, writer)
      if (writer === room) continue
      offences.push({
        path: source.path,
        line,
        rule: `${room} writes ${table}, which ${writer} writes`,
        mend: 'call the room that owns the table, or move the write there',
      })
    }
  }
  return offences
}

/** The sandbox speaks only the wire; the service starts it and knows nothing else of it. */
export function sandboxOffences(sources: readonly Source[]): readonly Offence[] {
  return sources
    .filter(({ path }) => path.startsWith('sandbox/'))
    .flatMap(importsOf)
    .filter(({ file }) => file !== null && !file.startsWith('sandbox/') && !isHarness(file))
    .filter(({ from, file }) => !mayImport.some(([of, to]) => from === of && to.test(file ?? '')))
    .map((found) =>
      offence(
        found,
        `the sandbox imports ${found.file ?? ''}`,
        'write the wire protocol anew: an emulator that shares our code hides our mistakes',
      ),
    )
}

/**
 * Its panel is bundled and served like the other pages, and its traders are clients of the public
 * interface, as those of the demo are. Neither speaks a provider's protocol.
 */
const mayImport: readonly (readonly [from: string, to: RegExp])[] = [
  ['sandbox/panel/panel.ts', /^src\/platform\/http\/pages\/(?:app-page|bundle|page-headers)\.ts$/],
  ['sandbox/panel/create-trader.ts', /^(?:demo\/|packages\/client\/src\/)/],
]

/** The sandbox's own tests may use the test harness. */
const isHarness = (path: string): boolean => path.startsWith('tests/')

export type Packages = Readonly<{
  dependencies: ReadonlySet<string>
  devDependencies: ReadonlySet<string>
}>

/** They name their dependencies in a package.json of their own. */
const ownPackages = [
  'sandbox/clients/',
  'tools/contracts/',
  'tools/packaging/',
  'tools/font/',
  'bench/plots/',
  'tests/browser/',
  'packages/',
]

/** Its source is bundled with the apps in `web/`. */
const ownClient = '@tukar/client'

/** The pages of `web/` are bundled by the service, so their packages are installed with it. */
const isServed = (path: string): boolean =>
  isSource(path) || (path.startsWith('web/') && !isTest(path))

/** The bundler puts Preact in their place. */
const replaced = ['react', 'react-dom']

/** Production installs only what the service and its pages import; the rest is for development. */
export function packageOffences(
  sources: readonly Source[],
  { dependencies, devDependencies }: Packages,
  stylesheets: readonly string[] = [],
): readonly Offence[] {
  const ours = sources.filter(({ path }) => !ownPackages.some((own) => path.startsWith(own)))
  const imports = ours.flatMap(importsOf).flatMap((found) => {
    const name = packageOf(found)
    if (name === null || name === ownClient) return []
    return [{ found, name, runs: isServed(found.from) && !replaced.includes(name) }]
  })
  const missing = imports
    .filter(({ name, runs }) => !dependencies.has(name) && (runs || !devDependencies.has(name)))
    .map(({ found, name, runs }) =>
      offence(
        found,
        `imports ${name}, which is no ${runs ? 'runtime ' : ''}dependency`,
        "use node: for Node's own; a new dependency needs a row in docs/decisions/README.md",
      ),
    )
  const served = sources.filter(({ path }) => isServed(path)).map(({ text }) => text)
  const named = [...served, ...stylesheets]
  const idle = [...dependencies].filter((name) => !named.some((text) => mentions(text, name)))
  return [
    ...missing,
    ...idle.map((name) => ({
      path: 'package.json',
      line: 1,
      rule: `${name} is installed in production, and nothing in src/ or web/ uses it`,
      mend: 'move it to devDependencies',
    })),
  ]
}

/** Imported, or found at run time by its name; `node` runs all of it and is named nowhere. */
const mentions = (text: string, name: string): boolean =>
  name === 'node' || ["'", '"', '`', '@'].some((before) => text.includes(`${before}${name}`))

const kebab =
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:sql|rules))?(?:(?:\.slow)?\.test)?\.(?:tsx?|d\.ts|sql)$/
const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index']

/** Names describe the content of a file. */
export function nameOffences(paths: readonly string[]): readonly Offence[] {
  return paths.filter(isTypeScript).flatMap((path) => {
    const rule = brokenName(path)
    return rule === null
      ? []
      : [{ path, line: 1, rule, mend: 'name it after its noun, or its verb and noun' }]
  })
}

function brokenName(path: string): string | null {
  const parts = path.split('/')
  const file = parts.at(-1) ?? ''
  if (!kebab.test(file)) return 'file name is not kebab-case'
  const stems = parts.map((part) => part.split('.', 1)[0] ?? '')
  const empty = stems.find((stem) => emptyNames.includes(stem))
  if (empty !== undefined) return `the name ${empty} says nothing`
  const version = parts.slice(0, -1).find((part) => /^v\d+$/.test(part))
  return version === undefined ? null : `folder named after a version, ${version}`
}

/** No file only re-exports others, and none re-exports all of another. */
export function barrelOffences(sources: readonly Source[]): readonly Offence[] {
  return sources.flatMap((source) => {
    const passedOn = source.tree.statements.filter(
      (statement) => isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
    )
    const everything = passedOn.find(
      (statement) => isExportDeclaration(statement) && statement.exportClause === undefined,
    )
    const nothingElse = passedOn.length === source.tree.statements.length
    const first = everything ?? (nothingElse ? passedOn[0] : undefined)
    if (first === undefined) return []
    return [
      {
        path: source.path,
        line: lineOf(source, first),
        rule: 'passes on what another file exports',
        mend: 'import it from where it is written',
      },
    ]
  })
}

const importsAmong = (sources: readonly Source[]): readonly Import[] =>
  sources.filter(({ path }) => isSource(path)).flatMap(importsOf)

const offence = ({ from, line }: Import, rule: string, mend: string): Offence => ({
  path: from,
  line,
  rule,
  mend,
})
