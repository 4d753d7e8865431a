import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '../src/endpoints.ts'
import { openApi, operatorOpenApi } from '../src/platform/http/openapi/documents.ts'
import { isForApps, isOperatorPath } from '../src/platform/http/route.ts'
import { fieldsIn } from '../tests/json.ts'
import { collectionText } from './collection.ts'

const Item = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    url: z.object({ raw: z.string() }),
    auth: z.object({
      type: z.string(),
      bearer: z.array(z.object({ value: z.string() })).optional(),
    }),
    body: z.object({ raw: z.string().optional() }).optional(),
  }),
  event: z.array(z.object({ script: z.object({ exec: z.array(z.string()) }) })).optional(),
})
const Folder = z.object({ item: z.array(z.object({ name: z.string(), item: z.array(Item) })) })

const text = collectionText([openApi(endpoints), operatorOpenApi(endpoints)])
const { item: folders } = z.object({ item: z.array(Folder) }).parse(JSON.parse(text))
const items = folders.flatMap(({ item }) => item.flatMap((tag) => tag.item))

test('the collection has each endpoint of apps and operators once', () => {
  const wanted = endpoints
    .filter(({ path }) => isForApps(path) || isOperatorPath(path))
    .map(({ method, path }) => `${method} {{url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  const found = items.map(({ request: { method, url } }) => `${method} ${url.raw}`)
  assert.deepEqual(found.toSorted(), wanted.toSorted())
})

test('a sign-in keeps the token that the other requests of its interface send', () => {
  const kept = items.flatMap(({ event = [] }) => event.flatMap(({ script }) => script.exec))
  assert.deepEqual(kept, [
    "pm.collectionVariables.set('token', pm.response.json().data.xToken.token)",
    "pm.collectionVariables.set('operatorToken', pm.response.json().data.token)",
  ])
  const tokenOf = (raw: string) =>
    items.find(({ request }) => request.url.raw === `{{url}}${raw}`)?.request.auth.bearer?.[0]
      ?.value
  assert.equal(tokenOf('/api/users/me'), '{{token}}')
  assert.equal(tokenOf('/operator/api/me'), '{{operatorToken}}')
  assert.equal(tokenOf('/api/news'), undefined)
})

test('bodies are JSON with an example', () => {
  const bodies = items.flatMap(({ request }) => request.body?.raw ?? [])
  assert.ok(bodies.length > 60)
  for (const body of bodies) assert.ok(fieldsIn(body))
})
