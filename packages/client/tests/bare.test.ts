import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, Script } from 'node:vm'
import { build } from 'esbuild'
import { startTukar } from '../../../tests/harness.ts'
import { makeKey } from '../../../tests/make/api-key.ts'
import { makeTrader, password } from '../../../tests/make/trader.ts'

/** What the client needs of its runtime. React Native has all but `crypto`. */
const needed = {
  ...{ fetch, Request, Response, Headers, AbortController, FormData, URL },
  ...{ TextEncoder, TextDecoder, setTimeout, clearTimeout, performance },
}

async function bundle(): Promise<Script> {
  const { outputFiles } = await build({
    entryPoints: [new URL('../src/client.ts', import.meta.url).pathname],
    ...{ bundle: true, write: false, platform: 'neutral', format: 'iife', globalName: 'client' },
  })
  return new Script(outputFiles[0]?.text ?? assert.fail())
}

/** Runs a function body in a runtime that has these globals and those of the language alone. */
async function runIn(globals: object, args: object, body: string): Promise<unknown> {
  const context = createContext({ ...globals, args })
  ;(await bundle()).runInContext(context)
  const program = new Script(`(async () => { ${body} })().then(JSON.stringify)`)
  const result: unknown = JSON.parse(await program.runInContext(context))
  return result
}

test('without globals of browsers or Node, an app signs in, reads, uploads, listens', async (t) => {
  const { url, ...tukar } = await startTukar(t)
  const { email } = await makeTrader({ url, ...tukar })
  const seen = await runIn(
    needed,
    { url, email, password },
    `const tukar = client.createTukar({ url: args.url })
     await tukar.signIn({ email: args.email, password: args.password })
     const me = await tukar.get('/api/users/me')
     const started = Promise.withResolvers()
     const stream = tukar.stream('/api/stream', { start: started.resolve })
     await started.promise
     stream.close()
     const ktp_image = { uri: 'file:///card.jpg', type: 'image/jpeg', name: 'card.jpg' }
     const shares = []
     const failure = await tukar
       .upload('/api/idp/ocr', {
         body: { userId: String(me.id), nationality: 'ID', ktp_image },
         onProgress: (share) => shares.push(share),
       })
       .catch((error) => error.key)
     return { email: me.email, shares, failure, key: client.newIdempotencyKey().length > 20 }`,
  )
  assert.deepEqual(seen, { email, shares: [0, 1], failure: 'api.validation_failed', key: true })
})

test('with WebCrypto alone besides, a program signs its requests', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const apiKey = await makeKey(tukar, trader)
  const body = `const tukar = client.createTukar(args)
    return (await tukar.get('/api/users/me')).email`
  const subtle = { subtle: crypto.subtle }
  const email = await runIn({ ...needed, crypto: subtle }, { url: tukar.url, apiKey }, body)
  assert.equal(email, trader.email)
})
