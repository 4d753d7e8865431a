import { z } from 'zod'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { isCallback } from '../route.ts'
import recorded from './examples.json' with { type: 'json' }
import { writtenExamples, writtenRequests } from './written-examples.ts'

const Example = z.object({ request: z.unknown().optional(), response: z.unknown().optional() })

type Fields = Readonly<Record<string, unknown>>

type Example = z.output<typeof Example>

const examples: ReadonlyMap<string, Example> = new Map(
  Object.entries(z.record(z.string(), Example).parse(recorded)),
)

/** Returns an exchange of this endpoint: its written parts, else those of the tests' traffic. */
export function exampleOf({
  method,
  path,
}: Pick<Endpoint, 'method' | 'path'>): Example | undefined {
  const operation = `${method} ${path}`
  const request = writtenRequests[operation]
  const response = writtenExamples[operation]
  const exchange = examples.get(operation)
  if (request === undefined && response === undefined) return exchange
  return {
    ...exchange,
    ...(request === undefined ? {} : { request }),
    ...(response === undefined ? {} : { response }),
  }
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
