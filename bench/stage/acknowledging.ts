import { createServer } from 'node:http'

/** A server that accepts every request at once, and counts them. */
export async function startAcknowledging() {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, received: () => received, close }
}
