/** The page at `/`, with doors to what a listener serves, and the page of a wrong address. */
import { escaped } from '../../../base/values/markup.ts'
import type { Context } from '../../../context.ts'
import type { ApiAnswer } from '../envelope.ts'
import type { Listener } from '../listeners.ts'
import { isReady } from '../monitoring/health.ts'
import { appLinks, docPage, operatorLinks } from '../pages/doc-page.ts'
import { pageType, policyOf } from '../pages/page-headers.ts'
import { barePage, type HttpRequest, headerOf, type Route } from '../route.ts'

const headers = { 'content-security-policy': policyOf("'self' data:") }

type Door = Readonly<{ address: string; title: string; text: string }>

const servedDoors: readonly Door[] = [
  {
    address: '/app',
    title: 'App',
    text: 'The reference app: sign up, pay in, trade, withdraw. Its code is an example for yours.',
  },
  {
    address: '/console',
    title: 'Console',
    text: 'For operators: what waits for a decision, users, the books, settings.',
  },
  {
    address: '/docs',
    title: 'Reference',
    text: 'Every endpoint with its fields, errors and examples, to try from the page.',
  },
  {
    address: '/docs/guides',
    title: 'Guides',
    text: 'From the first deposit to a withdrawal, in commands that run as written.',
  },
  {
    address: '/operator/docs',
    title: "Operators' reference",
    text: 'The interface of the console, its guides and the runbooks of alerts.',
  },
]

type Pages = Readonly<{
  listener: Pick<Listener, 'serves'>
  /** The paths of all routes. */
  paths: ReadonlySet<string>
  state: Readonly<{ draining: boolean }>
}>

/** Serves `/`, and answers requests of browsers for addresses that no route serves. */
export function frontPages({ listener, paths, state }: Pages) {
  const links = listener.serves('/docs') ? appLinks : operatorLinks
  const isServed = ({ address }: Door) => paths.has(address) && listener.serves(address)
  const doors = servedDoors
    .filter(isServed)
    // Developers reach the operators' reference from the console's guides.
    .filter(({ address }) => address !== '/operator/docs' || !listener.serves('/docs'))
  const route: Route = {
    ...barePage,
    path: '/',
    cacheControl: 'no-store',
    serve: async (ctx) => {
      const body = `<main class="docs">
<h1>Tukar</h1>
${doorsOf([...doors, ...sandboxDoors(ctx)])}
<h2>What is running</h2>
${factsOf(ctx, await isReady(ctx, state))}
</main>`
      return page(200, docPage({ path: '/', title: 'Tukar', links, body }))
    },
  }
  const unknown = page(
    404,
    docPage({
      path: '',
      title: 'No such page – Tukar',
      links,
      body: `<main class="docs">
<h1>There is no page at this address</h1>
<p>It may have a typing error, or lead to a page of another address of this service. From here you
can go to:</p>
${doorsOf(doors)}
</main>`,
    }),
  )
  return { route, unknown }
}

/** Whether a person opened this address in a browser, outside of the paths of programs. */
export const isBrowsing = ({
  method,
  url,
  headers: sent,
}: Pick<HttpRequest, 'method' | 'url' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:operator\/)?api(?:[/?]|$)/.test(url) &&
  headerOf({ headers: sent }, 'accept')?.includes('text/html') === true

const page = (status: number, html: string): ApiAnswer => ({
  status,
  mediaType: pageType,
  body: html,
  headers,
})

/** The emulated providers listen on the machine of the service. */
const sandboxDoors = ({ config: { emulators } }: Pick<Context, 'config'>): readonly Door[] =>
  emulators === null
    ? []
    : [
        {
          address: `http://127.0.0.1:${emulators.port}`,
          title: 'Sandbox',
          text: 'The emulated providers: mails and codes, payments, prices, faults.',
        },
      ]

const doorsOf = (doors: readonly Door[]): string =>
  `<ul class="doors">\n${doors.map(doorOf).join('\n')}\n</ul>`

const doorOf = ({ address, title, text }: Door): string =>
  `<li><a href="${escaped(address)}"><strong>${escaped(title)}</strong> ${text}</a></li>`

/** A public page of production says no more than its health check. */
function factsOf({ config }: Pick<Context, 'config'>, ready: boolean): string {
  const { mode, baseUrl, emulators } = config
  const facts: readonly (readonly [string, string])[] = [
    ['State', ready ? 'ready' : 'not ready: see the log of the service'],
    ...(mode === 'production'
      ? []
      : ([
          ['Mode', mode],
          ['API', baseUrl],
          ['Emulated providers', emulators === null ? 'none' : emulators.of.join(', ')],
        ] as const)),
  ]
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`)
  return `<dl>\n${rows.join('\n')}\n</dl>`
}
