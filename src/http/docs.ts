import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '../base/limits.ts'
import { errorCatalogue } from './errors/catalogue.ts'
import { errorsPage, errorsStyle } from './errors/errors-page.ts'
import { pageFile, pageType, policyOf, scriptType, styleType } from './pages/page-file.ts'
import { type PageRate, pageRate } from './pages/page-rate.ts'
import type { Route } from './route.ts'

/** The two OpenAPI documents: for apps and providers, and for operators. */
export type Documents = Readonly<{ forApps: string; forOperators: string }>

/**
 * Serves the OpenAPI documents, an interactive reference for each, and the catalogue of errors. All
 * files are served from here, so they work offline and under a policy without inline scripts.
 */
export function docsRoutes({ forApps, forOperators }: Documents): readonly Route[] {
  return [
    ...reference('/docs', '/openapi.json', forApps),
    ...reference('/operator/docs', '/operator/openapi.json', forOperators),
    file('/docs/favicon-32x32.png', 'image/png', () => asset('favicon-32x32.png')),
    file('/docs/errors', pageType, async () => Buffer.from(errorsPage(errorCatalogue))),
    file('/docs/errors.css', styleType, async () => Buffer.from(errorsStyle)),
  ]
}

function reference(at: string, document: string, text: string): readonly Route[] {
  return [
    largeFile(document, 'application/json; charset=utf-8', async () => Buffer.from(compact(text))),
    file(at, pageType, async () => Buffer.from(pageAt(at))),
    file(`${at}/start.js`, scriptType, async () => Buffer.from(startFor(document))),
    largeFile(`${at}/swagger-ui-bundle.js`, scriptType, () => asset('swagger-ui-bundle.js')),
    largeFile(`${at}/swagger-ui.css`, styleType, () => asset('swagger-ui.css')),
  ]
}

/** The repository's copy is formatted for people; clients get it without white space. */
const compact = (json: string): string => JSON.stringify(JSON.parse(json))

const pageAt = (at: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tukar API reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="${at}/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${at}/swagger-ui-bundle.js"></script>
<script src="${at}/start.js"></script>
</body>
</html>
`

const startFor = (document: string): string => `SwaggerUIBundle({
  url: '${document}',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  docExpansion: 'none',
})
`

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
  file(path, mediaType, read, pageRate(limits.pages))

const asset = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))
