import { once } from '../../../base/concurrency/cache.ts'
import { refuse } from '../../../base/refusal.ts'
import { answerEncoded, brotliQualities, type Encoded, encode } from '../responses/encoded.ts'
import { barePage, type Call, type Route } from '../route.ts'
import { appPage } from './app-page.ts'
import { bundle } from './bundle.ts'
import { installPaths, installRoutes } from './install.ts'
import { pageFile } from './page-file.ts'
import { assetCacheControl, fontType, pageType, policyOf } from './page-headers.ts'

/** Pictures that a person chooses are shown before they are sent, from a blob. */
const policy = policyOf("'self' blob: data:")

export type BundledApp = Readonly<{
  /** The folder below `web/` with its sources. */
  name: 'app' | 'console'
  title: string
  /** Whether a device may install it. */
  isInstallable: boolean
}>

/**
 * Serves an app of `web/` at `/<name>`. Its scripts are bundled at the first request. Every address
 * below is the same page, which shows the screen of its address.
 */
export function bundledAppRoutes({ name, title, isInstallable }: BundledApp): readonly Route[] {
  const base = `/${name}`
  const assets = `${base}/assets`
  const { bundled, assetsOf } = builds[name]
  const install = isInstallable ? installPaths(base) : null
  const page = (path: string): Route =>
    pageFile({
      path,
      mediaType: pageType,
      policy,
      cacheControl: 'no-cache',
      read: async () => {
        const files = await bundled()
        return Buffer.from(appPage({ ...files, title, icon: '/docs/favicon.svg', assets, install }))
      },
    })
  const installed = isInstallable ? installRoutes(base, title) : []
  return [page(base), page(`${base}/*`), assetRoute(assets, assetsOf), ...installed]
}

type Asset = () => Promise<Encoded>

type Assets = ReadonlyMap<string, Asset>

/** Each app is bundled once in a process, and each file compressed once, at its first request. */
const builds = { app: buildOf('app'), console: buildOf('console') } as const

function buildOf(name: BundledApp['name']) {
  const bundled = once(() => bundle(name))
  const assetsOf = once(async (): Promise<Assets> => {
    const { files } = await bundled()
    return new Map(
      [...files].map(([file, { mediaType, body }]) => [
        file,
        // Fonts are compressed already.
        once(() => {
          const codings = mediaType === fontType ? [] : (['gzip', 'br'] as const)
          return encode(mediaType, body, codings, brotliQualities.small)
        }),
      ]),
    )
  })
  return { bundled, assetsOf }
}

function assetRoute(assets: string, assetsOf: () => Promise<Assets>): Route {
  return {
    ...barePage,
    path: `${assets}/{name}`,
    cacheControl: assetCacheControl,
    serve: async (_ctx, { params, request }) => {
      const asset = (await assetsOf()).get(nameIn(params))
      return asset === undefined ? refuse('api.not_found') : answerEncoded(await asset(), request)
    },
  }
}

const nameIn = (params: Call['params']): string =>
  typeof params === 'object' && params !== null && 'name' in params ? `${params.name}` : ''
