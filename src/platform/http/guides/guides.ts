import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageFile } from '../pages/page-file.ts'
import { pageType, policyOf } from '../pages/page-headers.ts'
import type { Route } from '../route.ts'
import type { GuideFile } from './guide-page.ts'
import { type Book, books, pathOf, searchPaths, singlePages } from './guide-paths.ts'

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url))
const policy = policyOf("'self'")
const cacheControl = 'public, max-age=300'
const jsonType = 'application/json; charset=utf-8'

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(docs, folder)).map((name) => `${folder}/${name}`)

/** Serves the guides, their pictures and their search. The list is fixed at startup. */
export function guideRoutes(): readonly Route[] {
  const single = Object.entries(singlePages).flatMap(([file, { readers }]) =>
    served(file, readers, []),
  )
  const inBooks = books.flatMap(({ folder, readers }) => {
    const files = filesOf(folder)
    return files.flatMap((file) => served(file, readers, files))
  })
  const pictures = readdirSync(path.join(docs, 'pictures'), { recursive: true }).flatMap((name) =>
    served(`pictures/${String(name)}`, 'apps', []),
  )
  return [...single, ...inBooks, ...pictures, searchRoute('apps'), searchRoute('operators')]
}

const pictureTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Serves a file; `files` are those of its folder. */
function served(
  file: string,
  readers: Book['readers'],
  files: readonly string[],
): readonly Route[] {
  const at = pathOf(file)
  if (at === null) return []
  const pictureType = pictureTypes[path.extname(file)]
  const page =
    pictureType === undefined
      ? { mediaType: pageType, read: () => pageOf(file, readers, files) }
      : { mediaType: pictureType, read: () => readFile(path.join(docs, file)) }
  return [pageFile({ path: at, policy, cacheControl, ...page })]
}

/** Serves the texts of all sections for these readers, which the script of the pages searches. */
function searchRoute(readers: Book['readers']): Route {
  const read = async () => {
    const { sectionsOf } = await import('./guide-page.ts')
    const single = Object.entries(singlePages).flatMap(([file, page]) =>
      page.readers === readers ? [file] : [],
    )
    const inBooks = books.flatMap((book) => (book.readers === readers ? filesOf(book.folder) : []))
    const pages = await guidesIn([...inBooks, ...single])
    return Buffer.from(JSON.stringify({ sections: pages.flatMap(sectionsOf) }))
  }
  return pageFile({ path: searchPaths[readers], mediaType: jsonType, policy, cacheControl, read })
}

const guidesIn = (files: readonly string[]): Promise<readonly GuideFile[]> =>
  Promise.all(files.filter((file) => file.endsWith('.md')).map(guideIn))

const guideIn = async (file: string): Promise<GuideFile> => ({
  file,
  markdown: await readFile(path.join(docs, file), 'utf8'),
})

/** The renderer is loaded with the first guide that is read. */
async function pageOf(
  file: string,
  readers: Book['readers'],
  files: readonly string[],
): Promise<Buffer> {
  const { guidePage, inOrder } = await import('./guide-page.ts')
  const pages = await guidesIn(files)
  const index = pages.find((page) => page.file.endsWith('/README.md'))
  const ordered = index === undefined ? [] : inOrder(index, pages)
  const at = ordered.findIndex((page) => page.file === file)
  const previous = ordered[at - 1] ?? null
  const next = at === -1 ? null : (ordered[at + 1] ?? null)
  return Buffer.from(await guidePage(await guideIn(file), readers, { previous, next }))
}
