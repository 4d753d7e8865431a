/**
 * Starts the viewer of the interactive references. It runs before the viewer's script, to make that
 * one keep the page's policy, and ends up with requests signed in once a sign-in was tried.
 */

type Viewer = Readonly<{ createApiReference: (at: Element, configuration: object) => unknown }>

declare global {
  var Scalar: Viewer
  var __zod_globalConfig: Readonly<{ jitless: boolean }>
}

/** The viewer creates style elements, which the policy allows with the nonce of the page. */
function keepPolicy(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? ''
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, args) {
      const element: unknown = Reflect.apply(create, self, args)
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    },
  })
  // The viewer's validation library would try whether it may evaluate texts as code.
  globalThis.__zod_globalConfig = { jitless: true }
}

/** Of this page only: it is neither stored nor sent to another origin. */
let token = ''

/** Sends a request; after a sign-in, those that carry no token of their own get the new one. */
async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) throw new TypeError('requests go to this service only')
  const given = (request.headers.get('authorization') ?? '').replace(/^Bearer\s*/i, '')
  if (token !== '' && given === '') request.headers.set('authorization', `Bearer ${token}`)
  const answer = await fetch(request)
  if (signIns.has(pathname) && answer.ok) keepToken(await answer.clone().json())
  return answer
}

const signIns = new Set(['/api/auth/login', '/api/auth/refresh-token', '/operator/api/login'])

function keepToken(answer: unknown): void {
  const data = fieldOf(answer, 'data')
  const found = fieldOf(fieldOf(data, 'xToken') ?? data, 'token')
  if (typeof found === 'string') token = found
}

const fieldOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? new Map(Object.entries(from)).get(name) : undefined

/** Languages of apps and scripts; the others are hidden. */
const hiddenClients = {
  ...Object.fromEntries(
    ['c', 'clojure', 'csharp', 'fsharp', 'go', 'http', 'java', 'node', 'objc', 'ocaml', 'php']
      .concat(['powershell', 'r', 'ruby', 'rust'])
      .map((language) => [language, true]),
  ),
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
  shell: ['httpie', 'wget'],
}

function start(): void {
  const at = document.getElementById('reference')
  if (at === null) return
  globalThis.Scalar.createApiReference(at, {
    url: at.dataset['document'],
    servers: [{ url: location.origin }],
    customFetch: send,
    authentication: { preferredSecurityScheme: at.dataset['scheme'] },
    hiddenClients,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    documentDownloadType: 'json',
    operationTitleSource: 'summary',
    orderSchemaPropertiesBy: 'preserve',
    persistAuth: false,
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
  })
}

keepPolicy()
addEventListener('DOMContentLoaded', start)

export {}
