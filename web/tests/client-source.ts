import { registerHooks } from 'node:module'

// The bundler finds the client's source by `web/tsconfig.json`, and Node by this hook.
const client = new URL('../../packages/client/src/client.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@tukar/client' ? { url: client, shortCircuit: true } : next(specifier, context),
})
