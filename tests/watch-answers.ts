/** Validates each response of the services under test against the contract. */
import { appendFileSync } from 'node:fs'
import { endpoints } from '../src/endpoints.ts'
import {
  callbacksOpenApi,
  openApi,
  operatorOpenApi,
} from '../src/platform/http/openapi/documents.ts'
import { isCallback, isOperatorPath } from '../src/platform/http/route.ts'
import { type Contract, contractOf, violationOf } from './contract.ts'

const origins = new Set<string>()
const built = new Map<typeof openApi, Contract>()

/** Most tests call one kind of endpoints; building the contract of each takes 0.2 s. */
const contract: Contract = (method, path) => {
  const document = isOperatorPath(path)
    ? operatorOpenApi
    : isCallback(path)
      ? callbacksOpenApi
      : openApi
  const found = built.get(document) ?? contractOf([document(endpoints)])
  built.set(document, found)
  return found(method, path)
}

/**
 * From now on `fetch` fails if a response of the service at this URL violates the contract. With
 * `RECORD_EXAMPLES`, the name of a file, successful exchanges are appended to it as lines of JSON.
 */
export function watchAnswers(serviceUrl: string): void {
  if (origins.size === 0) globalThis.fetch = watched(globalThis.fetch)
  origins.add(new URL(serviceUrl).origin)
}

function watched(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    const request = input instanceof Request ? input : { url: input, method: init?.method }
    const url = new URL(request.url)
    const type = answer.headers.get('content-type')?.split(';', 1).join() ?? ''
    if (!origins.has(url.origin) || type === '' || type === 'text/event-stream') return answer
    const text = type === 'application/json' ? await answer.clone().text() : ''
    const method = request.method ?? 'GET'
    const { status } = answer
    const seen = { method, path: url.pathname, status, type, text }
    const violation = violationOf(contract, seen)
    if (violation !== null) throw new Error(`the contract does not allow this answer: ${violation}`)
    record(seen, init?.body)
    return answer
  }
}

const recordTo = process.env['RECORD_EXAMPLES']

function record(
  {
    method,
    path,
    status,
    text,
  }: Readonly<Record<'method' | 'path' | 'text', string>> & Readonly<{ status: number }>,
  body: RequestInit['body'],
): void {
  if (recordTo === undefined || status >= 300 || text === '') return
  const operation = contract(method, path)?.name
  if (operation === undefined) return
  const request = typeof body === 'string' ? body : undefined
  appendFileSync(recordTo, `${JSON.stringify({ operation, request, response: text })}\n`)
}
