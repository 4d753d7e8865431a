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

const samplesOf: Readonly<Record<string, (call: string) => string>> = {
  bearer: (call) => `import { createTukar } from '@tukar/client'

const tukar = createTukar({ url: '${location.origin}' })
const data = await tukar.${call}`,
  operatorBearer: (call) => `import { createOperatorClient } from '@tukar/client/operator'

let token: string | null = null
const operators = createOperatorClient({
  url: '${location.origin}',
  token: () => token,
  onSignedOut: () => location.assign('/console'),
})
const data = await operators.${call}`,
}

/** An operation's call with the client; a body is the example of the document. */
function callOf(method: string, path: string, operation: unknown): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${name}: '…'`)
  const content = fieldOf(fieldOf(operation, 'requestBody'), 'content')
  const example = fieldOf(fieldOf(content, 'application/json'), 'example')
  const options = [
    ...(names.length === 0 ? [] : [`  params: { path: { ${names.join(', ')} } },`]),
    ...(example === undefined ? [] : [`  body: ${JSON.stringify(example, null, 2)},`]),
  ]
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `${method}('${path}'${second})`
}

const entriesOf = (from: unknown): readonly (readonly [string, unknown])[] =>
  typeof from === 'object' && from !== null ? Object.entries(from) : []

/** Adds to each operation how it is called with the typed client, if there is one for it. */
function withSamples(found: unknown, scheme: string): unknown {
  const sampleOf = samplesOf[scheme]
  if (sampleOf === undefined) return found
  for (const [path, methods] of entriesOf(fieldOf(found, 'paths'))) {
    if (!path.startsWith('/api/webhook/')) {
      for (const [method, operation] of entriesOf(methods)) {
        const source = sampleOf(callOf(method, path, operation))
        const sample = { lang: 'typescript', label: '@tukar/client', source }
        if (typeof operation === 'object' && operation !== null) {
          Object.assign(operation, { 'x-codeSamples': [sample] })
        }
      }
    }
  }
  return found
}

/** As `operationIndex` of the service spells it in the links of the page. */
const tagSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const loadScript = (source: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${source} did not load`)))
    document.head.append(script)
  })

async function open(at: HTMLElement): Promise<void> {
  const { document: address = '', scheme = '', viewer = '' } = at.dataset
  const [content] = await Promise.all([
    fetch(address).then((answer): Promise<unknown> => answer.json()),
    loadScript(viewer),
  ])
  at.replaceChildren()
  globalThis.Scalar.createApiReference(at, {
    content: withSamples(content, scheme),
    servers: [{ url: location.origin }],
    customFetch: send,
    authentication: { preferredSecurityScheme: scheme },
    hiddenClients,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    documentDownloadType: 'json',
    operationTitleSource: 'summary',
    orderSchemaPropertiesBy: 'preserve',
    generateTagSlug: ({ name }: Readonly<{ name: string }>) => tagSlug(name),
    generateOperationSlug: ({ operationId }: Readonly<{ operationId: string }>) => operationId,
    persistAuth: false,
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
  })
}

/** The viewer is loaded once an operation is wanted. */
function start(): void {
  const at = document.getElementById('reference')
  if (at === null) return
  if (location.hash !== '') void open(at)
  else addEventListener('hashchange', () => void open(at), { once: true })
}

keepPolicy()
start()

export {}
