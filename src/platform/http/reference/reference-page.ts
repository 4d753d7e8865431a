import fastify from 'fastify'
import { once } from '../../../base/concurrency/cache.ts'
import { type DocPage, docPage, documentScript } from '../pages/doc-page.ts'
import { pageType, policyOf } from '../pages/page-headers.ts'
import { barePage, type Route } from '../route.ts'
import { operationIndex } from './operation-index.ts'

export type Reference = Pick<DocPage, 'path' | 'title' | 'links'> &
  Readonly<{
    /** The path of the OpenAPI document. */
    document: string
    /** The security scheme of a signed-in caller. */
    scheme: string
  }>

/**
 * The policy of our pages, with two additions for styles. The viewer creates style elements, to
 * which `pages/reference.ts` gives the nonce, and style attributes, as browsers do in editors.
 */
const policyFor = (nonce: string): string =>
  [
    policyOf("'self' data:"),
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
  ].join('; ')

/**
 * Serves the page of a reference; each response has a nonce of its own. The page lists the
 * operations. The interactive viewer is twenty times as heavy, so the browser loads it with the
 * first operation that is opened.
 */
export function referencePage(
  { document, scheme, ...page }: Reference,
  read: () => Promise<string>,
): Route {
  const index = once(async () => operationIndex(await read()))
  return {
    ...barePage,
    path: page.path,
    cacheControl: 'no-store',
    serve: async ({ random }) => {
      const nonce = random.bytes(16).toString('base64')
      const place = `data-document="${document}" data-scheme="${scheme}"`
      return {
        status: 200,
        mediaType: pageType,
        body: docPage({
          ...page,
          head: `${documentScript}<meta property="csp-nonce" content="${nonce}">
<script type="module" src="/docs/reference.js"></script>
`,
          body: `<div id="reference" ${place} data-viewer="/docs/viewer.js">${await index()}</div>`,
        }),
        headers: { 'content-security-policy': policyFor(nonce) },
      }
    },
  }
}

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
