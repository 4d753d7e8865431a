import fastify from 'fastify'

/**
 * Reads the viewer's script from the package that carries it. The package is five megabytes, so it
 * is loaded with the first request.
 */
export async function readViewer(): Promise<Buffer> {
  const { default: viewer } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(viewer, { routePrefix: '/viewer', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await app.inject('/viewer/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`the viewer's script has moved: ${statusCode}`)
  return rawPayload
}
