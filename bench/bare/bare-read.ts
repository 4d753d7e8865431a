import fastify from 'fastify'

/** The minimum of a public read: find the path, return the bytes. */
const body = Buffer.from(process.env['BARE_BODY'] ?? '')
const app = fastify()
app.get('/ready', () => 'ready')
app.get(process.env['BARE_PATH'] ?? '/', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(body),
)
process.once('SIGTERM', () => void app.close())
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
