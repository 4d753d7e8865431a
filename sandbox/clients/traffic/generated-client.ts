/**
 * Reads the axios client of OpenAPI Generator: for each operation its path, its
 * method and wire names of parameters. Their types are in its declarations.
 */
import type { Operation, Schema } from './contract.ts'
import type { Method } from './schema-of-types.ts'

/** Names on the wire by names of arguments. */
type Names = ReadonlyMap<string, string>

export type ClientCall = Readonly<{
  name: string
  method: string
  path: string
  query: Names
  headers: Names
  /** The argument that is sent as JSON. */
  body: string | null
}>

export function callsIn(code: string): readonly ClientCall[] {
  const [, ...parts] = code.split(/^\s+(?=\w+: async \()/m)
  return parts.flatMap((part) => {
    const name = /^\w+/.exec(part)?.[0]
    const path = /localVarPath = `([^`]+)`|endpoint: "([^"]+)"/.exec(part)
    const method = /method: ['"]([A-Z]+)['"]/.exec(part)?.[1]
    if (name === undefined || path === null || method === undefined) return []
    return {
      name,
      method,
      path: path[1] ?? path[2] ?? '',
      query: namesIn(part, 'Query'),
      headers: namesIn(part, 'Header'),
      body: /serializeDataIfNeeded\((\w+),/.exec(part)?.[1] ?? null,
    }
  })
}

/** The version of the document that the code was generated from. */
export const documentVersion = (code: string): string =>
  /version of the OpenAPI document: (\S+)/.exec(code)?.[1] ?? 'unknown'

function namesIn(part: string, kind: 'Query' | 'Header'): Names {
  const pattern = new RegExp(
    `localVar${kind}Parameter\\[["']([\\w-]+)["']\\] = (?:String\\()?\\(?(\\w+)`,
    'g',
  )
  return new Map([...part.matchAll(pattern)].map(([, wire = '', name = '']) => [name, wire]))
}

/** An operation of a generated client; `answers` is for the contract to fill. */
export function operationOf(call: ClientCall, { input }: Method): Omit<Operation, 'answers'> {
  const pathNames = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const body = call.body === null ? null : input.properties?.[call.body]
  return {
    method: call.method,
    path: call.path,
    pathParameters: picked(input, new Map(pathNames.map((name) => [name, name]))),
    query: picked(input, call.query),
    headers: [...call.headers.values()].map((name) => name.toLowerCase()),
    body:
      body === undefined || body === null
        ? null
        : {
            kind: 'json',
            schema: body,
            required: input.required?.includes(call.body ?? '') === true,
          },
  }
}

function picked(input: Schema, names: Names): Schema {
  const { properties = {}, required = [] } = input
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...names].map(([name, wire]) => [wire, properties[name] ?? { type: 'string' }]),
    ),
    required: [...names].flatMap(([name, wire]) => (required.includes(name) ? [wire] : [])),
    additionalProperties: false,
  }
}
