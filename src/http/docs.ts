import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { errorCatalogue } from './errors/catalogue.ts'
import { errorsPage, errorsStyle } from './errors/errors-page.ts'
import { pageFile, pageType, policyOf, scriptType, styleType } from './page-file.ts'
import type { Route } from './route.ts'

/**
 * The OpenAPI document, an interactive reference that reads it, and the catalogue of errors. All of
 * their files come from here, so that they work without the internet and under a policy that runs
 * no inline script.
 */
export function docsRoutes(document: string): readonly Route[] {
  return [
    file('/openapi.json', 'application/json; charset=utf-8', async () => Buffer.from(document)),
    file('/docs', pageType, async () => Buffer.from(page)),
    file('/docs/start.js', scriptType, async () => Buffer.from(start)),
    file('/docs/swagger-ui-bundle.js', scriptType, () => asset('swagger-ui-bundle.js')),
    file('/docs/swagger-ui.css', styleType, () => asset('swagger-ui.css')),
    file('/docs/favicon-32x32.png', 'image/png', () => asset('favicon-32x32.png')),
    file('/docs/errors', pageType, async () => Buffer.from(errorsPage(errorCatalogue))),
    file('/docs/errors.css', styleType, async () => Buffer.from(errorsStyle)),
  ]
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tukar API reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  docExpansion: 'none',
})
`

const policy = policyOf("'self' data:")

const file = (path: string, mediaType: string, read: () => Promise<Buffer>): Route =>
  pageFile({ path, mediaType, policy, cacheControl: 'public, max-age=300', read })

const asset = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))
