import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '../../src/app.ts'
import { listenersOf } from '../../src/http/listeners.ts'
import { openApi, operatorOpenApi } from '../../src/http/openapi.ts'

const Field = z.object({
  name: z.string(),
  choices: z.array(z.string()).optional(),
  optional: z.boolean().default(false),
})

const Action = z.object({
  title: z.string(),
  role: z.string(),
  method: z.string().default('POST'),
  path: z.string(),
  fields: z.array(Field).default([]),
  sends: z.instanceof(Function).optional(),
})

const Page = z.object({
  name: z.string(),
  role: z.string().default('viewer'),
  path: z.string(),
  filters: z.array(Field).default([]),
  begin: z.record(z.string(), z.string()).default({}),
  columns: z.array(z.string()),
  key: z.string().optional(),
  actions: z.array(Action).default([]),
  makes: z.array(Action).default([]),
})

type Field = z.infer<typeof Field>
type Action = z.infer<typeof Action>
type Page = z.infer<typeof Page>

/** The console's types are those of browsers, so its modules are read here as what they give. */
async function pagesOf(file: string): Promise<readonly Page[]> {
  const module: unknown = await import(new URL(`../../console/${file}`, import.meta.url).href)
  const lists = z.record(z.string(), z.array(Page)).parse({ ...Object(module) })
  return Object.values(lists).flat()
}

const files = ['money-pages.ts', 'ledger-pages.ts', 'people-pages.ts']
const pages = (await Promise.all(files.map(pagesOf))).flat()
const actions = pages.flatMap((page) => [...page.actions, ...page.makes])

const fullPath = (path: string): string => (path.startsWith('/') ? path : `/operator/api/${path}`)
const unnamed = (path: string): string => fullPath(path).replace(/\{[^}]+\}/g, '{}')

const endpointOf = (method: string, path: string) => {
  const found = endpoints.find(
    (one) => one.method === method && unnamed(one.path) === unnamed(path),
  )
  assert.ok(found, `${method} ${path} is no endpoint`)
  return found
}

const Schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})
type Schema = z.infer<typeof Schema>

const documents: readonly unknown[] = [openApi(endpoints), operatorOpenApi(endpoints)].map((text) =>
  JSON.parse(text),
)

/** What the document says at these names. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name) : null),
    value,
  )
}

const operation = (method: string, path: string): unknown => {
  const within = ['paths', endpointOf(method, path).path, method.toLowerCase()]
  return documents.map((document) => at(document, ...within)).find((found) => found != null)
}

const json = ['content', 'application/json', 'schema']

/** The schema of a name within, whichever of several shapes has it. */
function within(schema: Schema, name: string): Schema | null {
  const own = schema.properties?.[name]
  if (own !== undefined) return Schema.parse(own)
  const others = (schema.anyOf ?? []).map((one) => within(Schema.parse(one), name))
  return others.find((one) => one !== null) ?? null
}

/** The schema of one item of what a page lists. */
function itemOf(page: Page): Schema {
  const data = Schema.parse(
    at(operation('GET', page.path), 'responses', '200', ...json, 'properties', 'data'),
  )
  const inPage = data.properties?.['data']
  return Schema.parse(at(inPage, 'items') ?? data.items ?? data)
}

const sentBy = ({ fields, sends }: Action): readonly string[] => [
  ...fields.map(({ name }) => name),
  ...(sends === undefined ? [] : Object.keys(Object(Reflect.apply(sends, undefined, [{}])))),
]

/** Choices are those of the contract, and nothing else has any. */
function sameChoices(field: Field, schema: Schema | null, where: string): void {
  assert.ok(schema, `${where} does not take ${field.name}`)
  assert.deepEqual(field.choices?.toSorted(), schema.enum?.map(String).toSorted(), where)
}

describe('each page of the console', () => {
  test('reads an endpoint that its role may read, and so does each detail', () => {
    for (const { path, role, key, name } of pages) {
      const paths = [path, ...(key === undefined ? [] : [`${path}/{}`])]
      for (const one of paths) {
        const { access } = endpointOf('GET', one)
        assert.ok([`operator: ${role}`, 'public'].includes(access.name), `${name}: ${access.name}`)
      }
    }
    assert.equal(new Set(pages.map(({ name }) => name)).size, pages.length)
  })

  test('reads what the internal listener serves', () => {
    const place = { host: '127.0.0.1', port: 1 }
    const [internal] = listenersOf({ ...place, internal: place, callbacks: null })
    assert.equal(internal?.name, 'internal')
    for (const { path } of pages) assert.ok(internal.serves(fullPath(path)), path)
    assert.ok(internal.serves('/api/errors'))
  })

  test('shows columns that its endpoint answers, and opens one by such a column', () => {
    for (const page of pages) {
      const item = itemOf(page)
      for (const path of page.columns) {
        const found = path
          .split('.')
          .reduce<Schema | null>((here, name) => here && within(here, name), item)
        assert.ok(found, `${page.name} has no ${path}`)
      }
      if (page.key !== undefined) assert.equal(page.columns[0], page.key)
    }
  })

  test('filters by what its endpoint takes, and offers each choice there is', () => {
    const Parameters = z.array(z.object({ name: z.string(), schema: Schema })).default([])
    for (const { name, path, filters, begin } of pages) {
      const taken = Parameters.parse(at(operation('GET', path), 'parameters') ?? [])
      for (const field of filters) {
        const schema = taken.find((one) => one.name === field.name)?.schema ?? null
        sameChoices(field, schema, name)
      }
      for (const [filter, value] of Object.entries(begin)) {
        const field = filters.find((one) => one.name === filter)
        assert.ok(field?.choices?.includes(value), `${name} begins with ${filter}=${value}`)
      }
    }
  })
})

describe('each action of the console', () => {
  test('calls an endpoint, and is offered to the role that it needs', () => {
    for (const { title, method, path, role } of actions) {
      assert.equal(endpointOf(method, path).access.name, `operator: ${role}`, title)
    }
  })

  test('sends what its endpoint takes, and all of what it needs', () => {
    for (const action of actions) {
      const { title, method, path, fields } = action
      const schema = at(operation(method, path), 'requestBody', ...json)
      const body = schema === null || schema === undefined ? null : Schema.parse(schema)
      for (const field of fields) sameChoices(field, body && within(body, field.name), title)
      const sent = sentBy(action)
      const known = Object.keys(body?.properties ?? {})
      assert.deepEqual(
        sent.filter((name) => !known.includes(name)),
        [],
        title,
      )
      const optional = fields.filter((field) => field.optional).map(({ name }) => name)
      const missing = (body?.required ?? []).filter((name) => !sent.includes(name))
      assert.deepEqual(missing, [], title)
      assert.deepEqual(
        optional.filter((name) => body?.required?.includes(name)),
        [],
        title,
      )
    }
  })
})

/** What operators change elsewhere: what apps show, and what the service trades with. */
const content = 'banners|countries|dictionaries|news|news-categories'
const reference = 'assets|banks|fees|pairs|prices'
/** What the sign-in and the page of the own account call. */
const themselves = 'invitations|login|logout|password|totp'
const elsewhere = new RegExp(`^/operator/api/(?:${content}|${reference}|${themselves})(?:/|$)`)

test('the console offers all that operators change, but for content and reference data', () => {
  const offered = new Set(actions.map(({ method, path }) => `${method} ${unnamed(path)}`))
  const missing = endpoints
    .filter(({ method, path }) => path.startsWith('/operator/') && method !== 'GET')
    .filter(({ path }) => !elsewhere.test(path))
    .map(({ method, path }) => `${method} ${unnamed(path)}`)
    .filter((name) => !offered.has(name))
  assert.deepEqual(missing, [])
})
