/**
 * A collection of every request of the API, in the form of Postman 2.1, which Bruno imports as
 * well. A sign-in stores its token, and the other requests send it.
 */
import { z } from 'zod'

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
})
const Reference = z.object({ $ref: z.string() })
const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ example: z.unknown().optional() })) })
    .optional(),
})
const Document = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

type Operation = z.output<typeof Operation>

/** Sign-ins, each with the variable that keeps its token, and where the response has it. */
const signIns: ReadonlyMap<string, readonly [variable: string, place: string]> = new Map([
  ['POST /api/auth/login', ['token', 'data.xToken.token']],
  ['POST /operator/api/login', ['operatorToken', 'data.token']],
])

const schemes = new Map([
  ['bearer', 'token'],
  ['operatorBearer', 'operatorToken'],
])

/** Returns the text of the collection, with a folder for each document and each of its tags. */
export function collectionText(documents: readonly string[]): string {
  const folders = documents.map((text) => {
    const { info, paths } = Document.parse(JSON.parse(text))
    const requests = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        tag: operation.tags[0] ?? '',
        item: requestItem(method.toUpperCase(), path, operation),
      })),
    )
    const byTag = [...Map.groupBy(requests, ({ tag }) => tag)]
    const item = byTag.map(([name, of]) => ({ name, item: of.map((one) => one.item) }))
    return { name: info.title, item }
  })
  const collection = {
    info: {
      name: 'Tukar',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders,
    variable: [
      { key: 'url', value: 'http://127.0.0.1:3000' },
      { key: 'token', value: '' },
      { key: 'operatorToken', value: '' },
    ],
  }
  return `${JSON.stringify(collection, null, 1)}\n`
}

function requestItem(method: string, path: string, operation: Operation) {
  const { summary, operationId } = operation
  const given = operation.parameters.flatMap((one) => ('$ref' in one ? [] : [one]))
  const placed = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const inPath = given.filter((one) => one.in === 'path')
  const inQuery = given.filter((one) => one.in === 'query')
  const signIn = signIns.get(`${method} ${path}`)
  return {
    name: summary,
    request: {
      method,
      description: operationId,
      ...authOf(operation),
      url: {
        raw: `{{url}}${placed}`,
        host: ['{{url}}'],
        path: placed.split('/').slice(1),
        ...(inPath.length === 0
          ? {}
          : { variable: inPath.map(({ name }) => ({ key: name, value: '' })) }),
        // What is not required is there to be switched on.
        ...(inQuery.length === 0
          ? {}
          : {
              query: inQuery.map(({ name, required }) => ({
                key: name,
                value: '',
                ...(required ? {} : { disabled: true }),
              })),
            }),
      },
      ...bodyOf(operation),
    },
    ...(signIn === undefined ? {} : { event: [keeping(...signIn)] }),
  }
}

function authOf({ security }: Operation) {
  const variable = security
    .flatMap((way) => Object.keys(way))
    .map((name) => schemes.get(name))
    .find((name) => name !== undefined)
  if (variable === undefined) return { auth: { type: 'noauth' } }
  const token = { key: 'token', value: `{{${variable}}}`, type: 'string' }
  return { auth: { type: 'bearer', bearer: [token] } }
}

function bodyOf({ requestBody }: Operation) {
  const [first] = Object.entries(requestBody?.content ?? {})
  if (first === undefined) return {}
  const [type, { example }] = first
  const fields = z.record(z.string(), z.unknown()).safeParse(example)
  if (type !== 'application/json') {
    const form = Object.entries(fields.success ? fields.data : {})
    const formdata = form.map(([key, value]) => ({ key, type: 'text', value: String(value) }))
    return { body: { mode: 'formdata', formdata } }
  }
  const raw = JSON.stringify(example ?? {}, null, 2)
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

/** A script that stores the token of a sign-in. */
const keeping = (variable: string, place: string) => ({
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [`pm.collectionVariables.set('${variable}', pm.response.json().${place})`],
  },
})
