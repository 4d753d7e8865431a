import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import { asyncApi } from '../../src/platform/http/openapi/asyncapi.ts'
import { openApi, operatorOpenApi } from '../../src/platform/http/openapi/documents.ts'
import { Shape, shapeOf, streamShapeOf } from './api-shape.ts'

const Released = z.object({
  version: z.string(),
  documents: z.record(z.string(), Shape),
})
type Released = z.output<typeof Released>

export const releasedFile = path.join(import.meta.dirname, '../../docs/released-api.json')

/** The documents' shapes as the code is now. Callbacks have the forms of their providers. */
export function currentApi(): Released['documents'] {
  const sunsets = new Map(
    endpoints.flatMap(({ method, path: at, deprecated }) =>
      deprecated === null ? [] : [[`${method} ${at}`, deprecated.sunset] as const],
    ),
  )
  return {
    apps: shapeOf(openApi(endpoints), sunsets),
    streams: streamShapeOf(asyncApi(endpoints)),
    operators: shapeOf(operatorOpenApi(endpoints), sunsets),
  }
}

/** The shapes of the last release. */
export const readReleasedApi = async (): Promise<Released> =>
  Released.parse(JSON.parse(await readFile(releasedFile, 'utf8')))

/** Writes shapes with one line for each operation and schema, so that differences can be read. */
export function releasedText({ version, documents }: Released): string {
  const lines = (part: object) =>
    Object.entries(part)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')
  const shapes = Object.entries(documents).map(
    ([name, { operations, schemas }]) =>
      `${JSON.stringify(name)}:{"operations":{\n${lines(operations)}\n},` +
      `"schemas":{\n${lines(schemas)}\n}}`,
  )
  return `{"version":"${version}","documents":{\n${shapes.join(',\n')}\n}}\n`
}
