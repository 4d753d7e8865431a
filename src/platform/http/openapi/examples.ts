import { z } from 'zod'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { isCallback } from '../route.ts'
import recorded from './examples.json' with { type: 'json' }
import { writtenExamples } from './written-examples.ts'

const Example = z.object({ request: z.unknown().optional(), response: z.unknown().optional() })

type Fields = Readonly<Record<string, unknown>>

type Example = z.output<typeof Example>

const examples: ReadonlyMap<string, Example> = new Map(
  Object.entries(z.record(z.string(), Example).parse(recorded)),
)

/** Returns an exchange of this endpoint: from the tests' traffic, or its written response. */
export function exampleOf({
  method,
  path,
}: Pick<Endpoint, 'method' | 'path'>): Example | undefined {
  const operation = `${method} ${path}`
  const response = writtenExamples[operation]
  const exchange = examples.get(operation)
  return response === undefined ? exchange : { ...exchange, response }
}

/**
 * Returns the body of the recorded request. For apps it has only the fields that the contract
 * describes: tests also send others, which are ignored. Providers do send more than we read.
 */
export function exampleRequestOf(row: Endpoint, described: Fields): unknown {
  const request = exampleOf(row)?.request
  const fields = z.record(z.string(), z.unknown()).safeParse(request)
  if (!fields.success || isCallback(row.path)) return request
  return Object.fromEntries(Object.entries(fields.data).filter(([name]) => name in described))
}
