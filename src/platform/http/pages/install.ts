import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Route } from '../route.ts'
import { pageFile } from './page-file.ts'
import { policyOf } from './page-headers.ts'

/** Of the page behind the app while it starts, and of the bar above it. */
export const themeColors = { light: '#f5f6f8', dark: '#0c0f14' } as const

const iconSizes = [192, 512] as const

/** Where the files are by which a device installs the app at this path. */
export const installPaths = (base: string) => ({
  manifest: `${base}/manifest.webmanifest`,
  touchIcon: `${base}/icon-192.png`,
})

/** Serves the files by which a device installs an app: its name, colours and icons. */
export function installRoutes(base: string, name: string): readonly Route[] {
  const manifest = {
    name,
    short_name: name,
    description: 'Beli, jual dan simpan aset kripto dengan rupiah.',
    lang: 'id',
    id: base,
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: themeColors.light,
    theme_color: themeColors.light,
    // The sign keeps clear of the edges, which some devices cut off.
    icons: iconSizes.map((size) => ({
      src: `${base}/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  const file = (path: string, mediaType: string, read: () => Promise<Buffer>) =>
    pageFile({ path, mediaType, policy: policyOf("'none'"), cacheControl: 'no-cache', read })
  return [
    file(installPaths(base).manifest, 'application/manifest+json', async () =>
      Buffer.from(JSON.stringify(manifest)),
    ),
    ...iconSizes.map((size) =>
      file(`${base}/icon-${size}.png`, 'image/png', () =>
        readFile(fileURLToPath(new URL(`icon-${size}.png`, pages))),
      ),
    ),
  ]
}

const pages = new URL('../../../../pages/', import.meta.url)
