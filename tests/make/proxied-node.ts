import type { TestContext } from 'node:test'
import { startService } from '../../src/service.ts'
import type { Tukar } from '../harness.ts'
import { silent } from '../server.ts'

/** Another node, which trusts its caller's X-Forwarded-For, so that a test can use any address. */
export async function startProxiedNode(t: TestContext, { config }: Tukar): Promise<string> {
  const node = await startService({ ...config, port: 0, trustProxy: ['127.0.0.1'] }, silent)
  t.after(() => node.stop())
  return node.url
}
