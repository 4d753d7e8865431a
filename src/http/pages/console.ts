import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from '../route.ts'
import { pageFile, pageType, policyOf, scriptType, styleType } from './page-file.ts'

/** Proofs are our own pictures, and an authenticator secret is a picture in a data URL. */
const policy = policyOf("'self' blob: data:")

const moduleName = /^[a-z0-9-]+\.ts$/

const ours = fileURLToPath(new URL('../../../console/', import.meta.url))

/**
 * Serves the operators' console: a page, its style, and the TypeScript modules of its folder, with
 * their types stripped on first use. The list of files is fixed at startup. All files are public,
 * since they contain no data: the console reads it from `/operator/api`.
 */
export function consoleRoutes(folder = ours): readonly Route[] {
  const modules = readdirSync(folder).filter((name) => moduleName.test(name))
  const read = (name: string) => readFile(path.join(folder, name))
  const file = (at: string, mediaType: string, body: () => Promise<Buffer>): Route =>
    pageFile({ path: at, mediaType, policy, cacheControl: 'no-cache', read: body })
  return [
    file('/console', pageType, () => read('page.html')),
    file('/console/console.css', styleType, () => read('console.css')),
    ...modules.map((name) =>
      file(`/console/${name}`, scriptType, async () =>
        Buffer.from(stripTypeScriptTypes((await read(name)).toString())),
      ),
    ),
  ]
}
