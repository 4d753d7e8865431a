import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { runDemo, startFurnished } from '../../../tests/make/demo.ts'
import { makeSandboxOperators } from '../../../tests/make/operator.ts'
import type { Exchange } from './contract.ts'
import { startRecorder } from './recorder.ts'

/** The recorded traffic, by provider; paths are below its base path. */
export type Traffic = Readonly<{
  exchanges: (basePath: string) => readonly Exchange[]
  /** The texts of webhooks that came to a path of the service. */
  webhooks: (path: string) => readonly string[]
  /** The texts of messages on a stream: `sent /ws`. */
  messages: (basePath: string, name: string) => readonly string[]
}>

/** Runs the whole demo, with a recorder on either side of the service. */
export async function recordDemo(t: TestContext): Promise<Traffic> {
  const urls = { sandbox: '', service: '' }
  const toProviders = await startRecorder(() => urls.sandbox)
  const toService = await startRecorder(() => urls.service)
  t.after(() => Promise.all([toProviders.close(), toService.close()]))
  const tukar = await startFurnished(t, {
    async between(url) {
      urls.sandbox = url
      return toProviders.url
    },
  })
  urls.service = tukar.service.callbackUrl
  tukar.sandbox.setServiceUrl(toService.url)
  await makeSandboxOperators(tukar)
  const shown = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(shown.code, 0, shown.screen + shown.errors)
  return {
    exchanges: (basePath) =>
      toProviders.exchanges
        .filter(({ path }) => path.startsWith(`${basePath}/`))
        .map((one) => ({ ...one, path: one.path.slice(basePath.length) })),
    webhooks: (path) =>
      toService.exchanges.filter((one) => one.path === path).map(({ body }) => body),
    messages: (basePath, name) =>
      toProviders.frames
        .filter(({ path, way }) => `${way} ${path.slice(basePath.length)}` === name)
        .map(({ text }) => text),
  }
}
