/**
 * Writes src/database/tables.ts and docs/schema.sql from a freshly migrated database, so that the
 * migrations are the one source of both.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { migrate } from '../src/database/migrate.ts'
import { administer, databaseUrl, startTestServer } from '../tests/server.ts'

const root = path.dirname(import.meta.dirname)
export const tablesFile: string = path.join(root, 'src/database/tables.ts')
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

const Type = z.object({ name: z.string(), definition: z.string() })

type Catalogue = Readonly<{
  types: readonly z.output<typeof Type>[]
  columns: readonly Column[]
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
    base.typname as base, element.oid is not null as "array",
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

const constraintsQuery = `
  select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')
    and not c.relispartition
  order by c.relname, array_position(array['p', 'u', 'f', 'c', 'x'], k.contype::text), k.conname`

const indexesQuery = `
  select c.relname as "table", i.relname as name, pg_get_indexdef(x.indexrelid) as definition
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
    constraints: await rows(constraintsQuery, Named),
    indexes: await rows(indexesQuery, Named),
    views: await rows(viewsQuery, Type),
    routines: await rows(routinesQuery, Type),
    triggers: await rows(triggersQuery, Named),
  }
}

// tables.ts ---------------------------------------------------------------------------------------

/** What the driver gives for each type; see the parsers of database.ts. */
const typeScriptTypes: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  date: 'string',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
}

/** What else the driver takes for some of them. */
const alsoTaken: Readonly<Record<string, string>> = {
  int8: 'number | bigint',
  numeric: 'string | bigint',
}

function tablesText(catalogue: Catalogue): string {
  const tables = byTable(catalogue.columns)
  const interfaces = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => `  ${fieldName(column.name)}: ${fieldType(column)}`)
    return `export interface ${interfaceOf(table)} {\n${fields.join('\n')}\n}\n`
  })
  const names = [...tables.keys()].map((table) => `  ${fieldName(table)}: ${interfaceOf(table)}`)
  return [
    '// Generated from the migrations by tools/generate-tables.ts. Do not edit.',
    "import type { ColumnType } from 'kysely'\n",
    ...interfaces,
    `export interface Tables {\n${names.join('\n')}\n}\n`,
  ].join('\n')
}

const interfaceOf = (table: string): string => `${pascal(table)}Table`

function fieldType(column: Column): string {
  const selected = nullable(arrayOf(typeOf(column), column), column)
  if (column.generated !== '' || column.identity === 'a') {
    return `ColumnType<${selected}, never, never>`
  }
  const taken = nullable(arrayOf(alsoTaken[column.base] ?? typeOf(column), column), column)
  const optional = column.default !== null || column.identity !== '' || !column.required
  if (!optional) return taken === selected ? taken : `ColumnType<${selected}, ${taken}, ${taken}>`
  // `unknown` takes undefined by itself.
  const inserted = taken === 'unknown' ? taken : `${taken} | undefined`
  return `ColumnType<${selected}, ${inserted}, ${taken}>`
}

function typeOf(column: Column): string {
  if (column.labels !== null) {
    return column.labels.map((label) => `'${label.replaceAll("'", "\\'")}'`).join(' | ')
  }
  return typeScriptTypes[column.base] ?? 'string'
}

const arrayOf = (type: string, column: Column): string => (column.array ? `(${type})[]` : type)

const nullable = (type: string, column: Column): string =>
  column.required || type === 'unknown' ? type : `${type} | null`

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

const fieldName = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `'${name}'`)

// schema.sql --------------------------------------------------------------------------------------

function schemaText(catalogue: Catalogue): string {
  const constraints = byTable(catalogue.constraints)
  const indexes = byTable(catalogue.indexes)
  const triggers = byTable(catalogue.triggers)
  const tables = [...byTable(catalogue.columns)].map(([table, columns]) => {
    const lines = [
      ...columns.map(columnLine),
      ...(constraints.get(table) ?? []).map((k) => `constraint ${k.name} ${k.definition}`),
    ]
    const body = lines.map((line) => `  ${line}`).join(',\n')
    const after = [...(indexes.get(table) ?? []), ...(triggers.get(table) ?? [])]
    return [`create table ${table} (\n${body}\n);`, ...after.map((x) => `${x.definition};`)].join(
      '\n',
    )
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
