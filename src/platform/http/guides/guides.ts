import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageFile } from '../pages/page-file.ts'
import { pageType, policyOf } from '../pages/page-headers.ts'
import type { Route } from '../route.ts'
import { type Book, books, pathOf, singlePages } from './guide-paths.ts'

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url))
const policy = policyOf("'self'")
const cacheControl = 'public, max-age=300'

/** Serves the guides and their pictures. The list is fixed at startup. */
export function guideRoutes(): readonly Route[] {
  const single = Object.entries(singlePages).map(([file, { readers }]) => [file, readers] as const)
  const inBooks = books.flatMap(({ folder, readers }) =>
    readdirSync(path.join(docs, folder)).map((name) => [`${folder}/${name}`, readers] as const),
  )
  return [...single, ...inBooks].flatMap(([file, readers]) => served(file, readers))
}

function served(file: string, readers: Book['readers']): readonly Route[] {
  const at = pathOf(file)
  if (at === null) return []
  const read = () => readFile(path.join(docs, file))
  const page = file.endsWith('.svg')
    ? { mediaType: 'image/svg+xml', read }
    : { mediaType: pageType, read: async () => pageOf(file, readers, `${await read()}`) }
  return [pageFile({ path: at, policy, cacheControl, ...page })]
}

/** The renderer is loaded with the first guide that is read. */
async function pageOf(file: string, readers: Book['readers'], markdown: string): Promise<Buffer> {
  const { guidePage } = await import('./guide-page.ts')
  return Buffer.from(await guidePage(file, readers, markdown))
}
