import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Desk } from './desk.ts'
import { admit, paramsOf } from './gate.ts'
import { operations } from './operations.ts'
import { checkNames } from './parameters.ts'
import { pageOf } from './refusal.ts'

/** The venue's calls over HTTP. Parameters are in the query or in a form; other bodies are not read. */
export function mountOperations(api: FastifyInstance, desk: Desk): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  api.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null))
  })
  for (const { method, path, params: known, signed, weight, run } of operations) {
    api.route({
      method,
      url: path,
      handler: (request, reply) => {
        const params = paramsOf(request)
        desk.weights.enter(typeof weight === 'number' ? weight : weight(params), reply)
        checkNames(params, known)
        if (signed) admit(desk.frame.secrets, request, desk.now())
        return desk.spoiled(method, path, () => run(desk, params, reply))
      },
    })
  }
  api.route({
    method: ['POST', 'PUT', 'DELETE'],
    url: '/api/v3/userDataStream',
    handler: (_request, reply: FastifyReply) => reply.code(410).type('text/html').send(pageOf(410)),
  })
}
