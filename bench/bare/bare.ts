import fastify from 'fastify'

/** The minimum of a callback route: read the body, return the bytes. */
const answer = { response_code: 200, response_message: 'success receive data', response_data: null }
const body = Buffer.from(JSON.stringify(answer))
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
app.get('/ready', () => 'ready')
app.post('/api/webhook/payx/handle-deposit-paid', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(body),
)
process.once('SIGTERM', () => void app.close())
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
