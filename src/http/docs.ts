import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '../base/limits.ts'
import type { Answer } from './envelope.ts'
import { errorCatalogue } from './errors/catalogue.ts'
import { errorsPage, errorsStyle } from './errors/errors-page.ts'
import type { HttpRequest, Route } from './route.ts'

/**
 * The OpenAPI document, an interactive reference that reads it, and the catalogue of errors. All of
 * their files come from here, so that they work without the internet and under a policy that runs
 * no inline script.
 */
export function docsRoutes(document: string): readonly Route[] {
  return [
    file('/openapi.json', 'application/json; charset=utf-8', async () => Buffer.from(document)),
    file('/docs', 'text/html; charset=utf-8', async () => Buffer.from(page)),
    file('/docs/start.js', script, async () => Buffer.from(start)),
    file('/docs/swagger-ui-bundle.js', script, () => asset('swagger-ui-bundle.js')),
    file('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => asset('swagger-ui.css')),
    file('/docs/favicon-32x32.png', 'image/png', () => asset('favicon-32x32.png')),
    file('/docs/errors', 'text/html; charset=utf-8', async () =>
      Buffer.from(errorsPage(errorCatalogue)),
    ),
    file('/docs/errors.css', 'text/css; charset=utf-8', async () => Buffer.from(errorsStyle)),
  ]
}

const script = 'text/javascript; charset=utf-8'

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

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const asset = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))

type Held = Readonly<{ whole: Answer; same: Answer; tag: string }>

/** A file that stays the same while we run; it is read when it is first asked for. */
function file(path: string, mediaType: string, read: () => Promise<Buffer>): Route {
  let held: Promise<Held> | null = null
  const hold = async (): Promise<Held> => {
    const body = await read()
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const headers = { etag: tag, 'content-security-policy': policy }
    return {
      tag,
      whole: { status: 200, mediaType, body, headers },
      same: { status: 304, mediaType, body: '', headers },
    }
  }
  return {
    method: 'GET',
    path,
    bodyLimitBytes: limits.http.jsonBodyBytes,
    files: null,
    bodyOnGet: false,
    slowRefusals: false,
    largeAnswers: false,
    cacheControl: 'public, max-age=300',
    serve: async (_ctx, { request }) => {
      held ??= hold()
      const { whole, same, tag } = await held
      return hasTag(request, tag) ? same : whole
    },
  }
}

function hasTag({ headers }: HttpRequest, tag: string): boolean {
  const known = headers['if-none-match']
  return typeof known === 'string' && known.split(',').some((one) => one.trim() === tag)
}
