import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Returns the port of a server that accepts connections and never responds. */
export async function startSilentServer(t: TestContext): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((socket) => open.add(socket)).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return address.port
}
