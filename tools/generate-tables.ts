/**
 * Writes src/core/database/tables.ts and docs/schema.sql from a freshly migrated database, so that
 * the migrations are the one source of both.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { idTypes } from '../src/core/database/driver/rows.ts'
import { migrate } from '../src/core/database/schema/migrate.ts'
import { administer, databaseUrl } from '../tests/server.ts'
import { startTestServer } from '../tests/test-server.ts'

const root = path.dirname(import.meta.dirname)
export const tablesFile: string = path.join(root, 'src/core/database/tables.ts')
export const schemaFile: string = path.join(root, 'docs/schema.sql')

/** Both texts, from a database made for this and dropped after. */
export async function generate(): Promise<{ tables: string; schema: string }> {
  const server = await startTestServer()
  const name = `generate_${process.pid}`
  const url = databaseUrl(server.url, name)
  try {
    await administer(server.url, `create database "${name}"`)
    await migrate({ url, log: pino({ level: 'silent' }) })
    return await describe(url)
  } finally {
    await administer(server.url, `drop database if exists "${name}" with (force)`)
    await server.stop()
  }
}

/** Both texts for the public schema of this database. */
export async function describe(url: string): Promise<{ tables: string; schema: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const catalogue = await readCatalogue(client)
    return { tables: tablesText(catalogue), schema: schemaText(catalogue) }
  } finally {
    await client.end()
  }
}

const Column = z.object({
  table: z.string(),
  name: z.string(),
  /** As SQL spells it, with its length or its domain's name. */
  type: z.string(),
  /** The base type's internal name, of the element for arrays. */
  base: z.string(),
  /** The base type as SQL spells it, without a length. */
  kind: z.string(),
  array: z.boolean(),
  required: z.boolean(),
  default: z.string().nullable(),
  identity: z.string(),
  generated: z.string(),
  labels: z.array(z.string()).nullable(),
})
type Column = z.output<typeof Column>

const Named = z.object({ table: z.string(), name: z.string(), definition: z.string() })
type Named = z.output<typeof Named>

const Division = z.object({ table: z.string(), key: z.string(), partitions: z.array(z.string()) })
type Division = z.output<typeof Division>

const Type = z.object({ name: z.string(), definition: z.string() })

type Catalogue = Readonly<{
  types: readonly z.output<typeof Type>[]
  columns: readonly Column[]
  /** How a partitioned table is divided, and each of its first partitions. */
  divisions: readonly Division[]
  constraints: readonly Named[]
  indexes: readonly Named[]
  views: readonly z.output<typeof Type>[]
  routines: readonly z.output<typeof Type>[]
  triggers: readonly Named[]
}>

const typesQuery = `
  select t.typname as name, case t.typtype
    when 'd' then format('create domain %I as %s%s', t.typname,
      format_type(t.typbasetype, t.typtypmod),
      (select coalesce(string_agg(' ' || pg_get_constraintdef(c.oid), '' order by c.conname), '')
       from pg_constraint c where c.contypid = t.oid))
    else format('create type %I as enum (%s)', t.typname,
      (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
       from pg_enum e where e.enumtypid = t.oid))
    end as definition
  from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e')
  order by t.typtype, t.typname`

const columnsQuery = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    base.typname as base, format_type(base.oid, null) as kind, element.oid is not null as "array",
    a.attnotnull or c.relkind = 'v' as required,
    pg_get_expr(d.adbin, d.adrelid) as "default",
    a.attidentity::text as identity, a.attgenerated::text as generated,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
     where e.enumtypid = base.oid) as labels
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
  join pg_type base on base.oid = coalesce(nullif(coalesce(element.typbasetype, t.typbasetype), 0),
    element.oid, t.oid)
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition
  order by c.relname, a.attnum`

const divisionsQuery = `
  select c.relname as "table", pg_get_partkeydef(c.oid) as key,
    (select json_agg(format('create table %I partition of %I %s;', p.relname, c.relname,
        lower(pg_get_expr(p.relpartbound, p.oid))) order by i.inhrelid)
     from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid)
    as partitions
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'p'`

const constraintsQuery = `
  select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')
    and not c.relispartition
  order by c.relname, array_position(array['p', 'u', 'f', 'c', 'x'], k.contype::text), k.conname`

const indexesQuery = `
  select c.relname as "table", i.relname as name,
    replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index x
  join pg_class c on c.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid
                    and k.contype in ('p', 'u', 'x'))
  order by c.relname, i.relname`

const viewsQuery = `
  select relname as name, pg_get_viewdef(oid) as definition from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`

const routinesQuery = `
  select proname as name, pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
  order by proname, pg_get_function_identity_arguments(oid)`

const triggersQuery = `
  select c.relname as "table", t.tgname as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by c.relname, t.tgname`

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  async function rows<T>(query: string, row: z.ZodType<T>): Promise<readonly T[]> {
    return z.array(row).parse((await client.query(query)).rows)
  }
  return {
    types: await rows(typesQuery, Type),
    columns: await rows(columnsQuery, Column),
    divisions: await rows(divisionsQuery, Division),
    constraints: await rows(constraintsQuery, Named),
    indexes: await rows(indexesQuery, Named),
    views: await rows(viewsQuery, Type),
    routines: await rows(routinesQuery, Type),
    triggers: await rows(triggersQuery, Named),
  }
}

// tables.ts ---------------------------------------------------------------------------------------

/** Kinds with another name than SQL gives their type. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['timestamp with time zone', 'timestamptz'],
  ['character varying', 'text'],
])

/** The columns that ids come from; a column that references one of them gets its kind. */
const idKinds: Readonly<Record<string, keyof typeof idTypes>> = {
  'assets.id': 'assetId',
  'holds.id': 'holdId',
  'inbox.id': 'eventId',
  'operators.id': 'operatorId',
  'orders.id': 'orderId',
  'orders.order_no': 'orderNo',
  'pairs.id': 'pairId',
  'postings.id': 'postingId',
  'users.id': 'userId',
  'withdrawals.request_id': 'requestId',
  // Columns that reference one without a foreign key.
  'day_flows.asset_id': 'assetId',
  'detached_sums.asset_id': 'assetId',
  'fee_vats.asset_id': 'assetId',
  'fee_vats.user_id': 'userId',
  'fills.user_id': 'userId',
  'history_places.user_id': 'userId',
  'house_balances.asset_id': 'assetId',
  'moves.asset_id': 'assetId',
  'moves.from_user': 'userId',
  'moves.posting_id': 'postingId',
  'moves.to_user': 'userId',
  'tax_report_turns.user_id': 'userId',
  'unconfirmed_fills.order_id': 'orderId',
  'unconfirmed_fills.pair_id': 'pairId',
  'unconfirmed_fills.user_id': 'userId',
  'trade_taxes.order_no': 'orderNo',
}

const foreignKey = /^FOREIGN KEY \((.+?)\) REFERENCES (\w+)\((.+?)\)/

/** Returns a function that gives the kind of an id for a column, if it holds one. */
function idKindsIn({ constraints }: Catalogue) {
  const references = new Map(
    constraints.flatMap(({ table, definition }) => {
      const [, from, target, to] = foreignKey.exec(definition) ?? []
      const names = to?.split(', ') ?? []
      const own = from?.split(', ') ?? []
      return own.map((name, at) => [`${table}.${name}`, `${target}.${names[at]}`])
    }),
  )
  return function idKindOf(column: string): keyof typeof idTypes | undefined {
    const referenced = references.get(column)
    return idKinds[column] ?? (referenced === undefined ? undefined : idKindOf(referenced))
  }
}

function tablesText(catalogue: Catalogue): string {
  const idKindOf = idKindsIn(catalogue)
  const tables = [...byTable(catalogue.columns)].map(([table, columns]) => {
    const kinds = columns.map((column) => {
      return `${fieldName(column.name)}: '${declared(column, idKindOf(`${table}.${column.name}`))}'`
    })
    return `  ${fieldName(table)}: { ${kinds.join(', ')} },`
  })
  const labelled = catalogue.columns.flatMap(({ kind, labels }) =>
    labels === null ? [] : [[kind, labels.map((label) => `'${label}'`).join(' | ')] as const],
  )
  const enums = [...new Map(labelled)].map(([kind, labels]) => `  ${kind}: ${labels}`)
  return [
    '// Generated from the migrations by tools/generate-tables.ts. Do not edit.',
    "import type { TablesOf } from './driver/table-types.ts'\n",
    '/**',
    ' * The kind of each column, with `?` if it may be null, `=` if it has a default, and `!` if',
    ' * only the server writes it. docs/schema.sql has the tables for reading.',
    ' */',
    'export const columnKinds = {',
    ...tables,
    '} as const\n',
    `type Enums = {\n${enums.join('\n')}\n}\n`,
    'export type Tables = TablesOf<typeof columnKinds, Enums>\n',
  ].join('\n')
}

/** The kind of a column as `table-types.ts` reads it. */
function declared(column: Column, idKind: keyof typeof idTypes | undefined): string {
  const { kind, array, required, generated, identity, name, table } = column
  const sqlType = `${otherNames.get(kind) ?? kind}${array ? '[]' : ''}`
  if (idKind !== undefined && idTypes[idKind] !== sqlType) {
    throw new TypeError(`${table}.${name} is ${sqlType}, which is not the type of ${idKind}`)
  }
  const shown = idKind ?? sqlType
  if (generated !== '' || identity === 'a') return `${shown}!`
  if (!required) return `${shown}?`
  return column.default !== null || identity !== '' ? `${shown}=` : shown
}

const fieldName = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `'${name}'`)

// schema.sql --------------------------------------------------------------------------------------

function schemaText(catalogue: Catalogue): string {
  const constraints = byTable(catalogue.constraints)
  const indexes = byTable(catalogue.indexes)
  const triggers = byTable(catalogue.triggers)
  const divisions = new Map(catalogue.divisions.map((division) => [division.table, division]))
  const tables = [...byTable(catalogue.columns)].map(([table, columns]) => {
    const lines = [
      ...columns.map(columnLine),
      ...(constraints.get(table) ?? []).map((k) => `constraint ${k.name} ${k.definition}`),
    ]
    const body = lines.map((line) => `  ${line}`).join(',\n')
    const after = [...(indexes.get(table) ?? []), ...(triggers.get(table) ?? [])]
    const division = divisions.get(table)
    const divided = division === undefined ? '' : ` partition by ${division.key}`
    return [
      `create table ${table} (\n${body}\n)${divided};`,
      ...(division?.partitions ?? []),
      ...after.map((x) => `${x.definition};`),
    ].join('\n')
  })
  return `${[
    '-- Generated from the migrations by tools/generate-tables.ts, for reading. Do not edit.',
    catalogue.types.map((type) => `${type.definition};`).join('\n'),
    ...catalogue.routines.map((routine) => `${routine.definition.trim()};`),
    ...tables,
    ...catalogue.views.map((view) => `create view ${view.name} as\n${view.definition.trim()}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function columnLine(column: Column): string {
  const parts = [column.name, column.type]
  if (column.identity !== '') {
    parts.push(`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`)
  } else if (column.generated !== '') {
    const kept = column.generated === 's' ? 'stored' : 'virtual'
    parts.push(`generated always as (${column.default}) ${kept}`)
  } else if (column.default !== null) {
    parts.push(`default ${column.default}`)
  }
  if (column.required) parts.push('not null')
  return parts.join(' ')
}

function byTable<T extends { table: string }>(items: readonly T[]): Map<string, readonly T[]> {
  return Map.groupBy(items, (item) => item.table)
}

if (import.meta.main) {
  const { tables, schema } = await generate()
  await mkdir(path.dirname(schemaFile), { recursive: true })
  await writeFile(tablesFile, tables)
  await writeFile(schemaFile, schema)
}
