import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A link to a service that ends all connections when it is cut; new ones are forwarded. */
export async function startLinkTo(
  t: TestContext,
  serviceUrl: string,
): Promise<Readonly<{ url: string; cut: () => void }>> {
  const { port } = new URL(serviceUrl)
  const open = new Set<Socket>()
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    cut()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the link has no port')
  return { url: `http://127.0.0.1:${address.port}`, cut }
}
