import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Desk } from '../desk.ts'
import { checkKey, checkSigned, checkSignedParams, keyOf, paramsOf } from './gate.ts'
import { type Operation, operations } from './operations.ts'
import { checkNames, type Params } from './parameters.ts'
import { no, pageOf } from './refusal.ts'
import type { Headers } from './weights.ts'

/** Counts a call, refuses unknown parameters, and runs it if `admit` does not throw. */
function perform(
  desk: Desk,
  operation: Operation,
  params: Params,
  { headers, admit }: Readonly<{ headers: Headers; admit: () => void }>,
): unknown {
  const { method, path, weight, run } = operation
  desk.weights.enter(typeof weight === 'number' ? weight : weight(params), headers)
  checkNames(params, operation.params)
  admit()
  return desk.spoiled(method, path, () => run(desk, params, headers))
}

/**
 * Mounts the calls over HTTP. Parameters are in the query or in a form; other bodies are ignored.
 */
export function mountOperations(api: FastifyInstance, desk: Desk): void {
  const { secrets } = desk.frame
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  api.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null))
  })
  for (const operation of operations) {
    api.route({
      method: operation.method,
      url: operation.path,
      handler: (request, reply) =>
        perform(desk, operation, paramsOf(request), {
          headers: reply,
          admit() {
            if (operation.needs !== 'nothing') checkKey(secrets, keyOf(request))
            if (operation.needs === 'signature') checkSigned(secrets, request, desk.now())
          },
        }),
    })
  }
  api.route({
    method: ['POST', 'PUT', 'DELETE'],
    url: '/api/v3/userDataStream',
    handler: (_request, reply: FastifyReply) => reply.code(410).type('text/html').send(pageOf(410)),
  })
}

const nowhere: Headers = { header: () => undefined }

/** Serves the same calls as requests on the WebSocket API. */
export function serveRequest(desk: Desk, name: string, sent: Params): unknown {
  const { secrets } = desk.frame
  const operation = operations.find(({ request }) => request === name)
  if (operation === undefined) throw no(-1000, 'Unknown method.')
  const { apiKey, ...params } = sent
  return perform(desk, operation, params, {
    headers: nowhere,
    admit() {
      if (operation.needs !== 'nothing') checkKey(secrets, apiKey)
      if (operation.needs === 'signature') checkSignedParams(secrets, sent, desk.now())
    },
  })
}
