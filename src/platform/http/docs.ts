import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from './endpoint/endpoint.ts'
import { errorCatalogue } from './errors/catalogue.ts'
import { errorsPage } from './errors/errors-page.ts'
import { guideRoutes } from './guides/guides.ts'
import { pageLimits } from './http-limits.ts'
import { appLinks, operatorLinks } from './pages/doc-page.ts'
import { pageFile } from './pages/page-file.ts'
import { pageType, policyOf, scriptType, styleType } from './pages/page-headers.ts'
import { type PageRate, pageRate } from './pages/page-rate.ts'
import { type Reference, readViewer, referencePage } from './reference/reference-page.ts'
import type { Route } from './route.ts'

/**
 * Serves the OpenAPI documents, an interactive reference for each, the guides and the catalogue of
 * errors. All files are served from here, so they work offline and under a policy without inline
 * scripts. The first request for a document loads its builder and builds it, which takes a tenth of
 * a second.
 */
export function docsRoutes(endpoints: readonly Endpoint[]): readonly Route[] {
  return [
    ...reference(
      {
        path: '/docs',
        title: 'Tukar API',
        links: appLinks,
        document: '/openapi.json',
        scheme: 'bearer',
      },
      async () => (await documents()).openApi(endpoints),
    ),
    ...reference(
      {
        path: '/callbacks/docs',
        title: 'Tukar callbacks',
        links: appLinks,
        document: '/callbacks/openapi.json',
        scheme: 'bearer',
      },
      async () => (await documents()).callbacksOpenApi(endpoints),
    ),
    ...reference(
      {
        path: '/operator/docs',
        title: 'Tukar for operators',
        links: operatorLinks,
        document: '/operator/openapi.json',
        scheme: 'operatorBearer',
      },
      async () => (await documents()).operatorOpenApi(endpoints),
    ),
    largeFile('/asyncapi.json', jsonType, async () => {
      const { asyncApi } = await import('./openapi/asyncapi.ts')
      return compact(asyncApi(endpoints))
    }),
    largeFile('/docs/viewer.js', scriptType, readViewer),
    file('/docs/reference.js', scriptType, () => pagesFile('reference.ts')),
    file('/docs/documents.js', scriptType, () => pagesFile('documents.ts')),
    file('/docs/favicon.svg', 'image/svg+xml', () => pagesFile('favicon.svg')),
    file('/docs/docs.css', styleType, () => pagesFile('docs.css')),
    ...guideRoutes(),
    file('/docs/errors', pageType, async () => Buffer.from(errorsPage(errorCatalogue))),
  ]
}

const documents = () => import('./openapi/documents.ts')

function reference(page: Reference, build: () => Promise<string>): readonly Route[] {
  return [
    largeFile(page.document, jsonType, async () => compact(await build())),
    referencePage(page, build),
  ]
}

const jsonType = 'application/json; charset=utf-8'

/** The repository's copy is formatted for people; clients get it without white space. */
const compact = (json: string): Buffer => Buffer.from(JSON.stringify(JSON.parse(json)))

const policy = policyOf("'self' data:")

const file = (
  path: string,
  mediaType: string,
  read: () => Promise<Buffer>,
  rate?: PageRate,
): Route =>
  pageFile({
    path,
    mediaType,
    policy,
    cacheControl: 'public, max-age=300',
    read,
    ...(rate === undefined ? {} : { rate }),
  })

const largeFile = (path: string, mediaType: string, read: () => Promise<Buffer>): Route =>
  file(path, mediaType, read, pageRate(pageLimits))

/** A file of `pages/`; a module loses its types. */
async function pagesFile(name: string): Promise<Buffer> {
  const text = await readFile(
    fileURLToPath(new URL(`../../../pages/${name}`, import.meta.url)),
    'utf8',
  )
  return Buffer.from(name.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
}
