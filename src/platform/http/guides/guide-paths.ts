import path from 'node:path/posix'

/** A folder of `docs/` whose pages and pictures are served below one path. */
export type Book = Readonly<{ folder: string; path: string; readers: 'apps' | 'operators' }>

export const books: readonly Book[] = [
  { folder: 'guides', path: '/docs/guides', readers: 'apps' },
  { folder: 'going-live', path: '/docs/going-live', readers: 'apps' },
  { folder: 'operators', path: '/operator/docs/guides', readers: 'operators' },
  { folder: 'runbooks', path: '/operator/docs/runbooks', readers: 'operators' },
]

/** Pages of `docs/` itself to which the guides link. */
export const singlePages: Readonly<Record<string, Omit<Book, 'folder'>>> = {
  'operations.md': { path: '/operator/docs/operations', readers: 'operators' },
  'high-availability.md': { path: '/operator/docs/high-availability', readers: 'operators' },
  'configuration.md': { path: '/docs/configuration', readers: 'apps' },
}

/** Where the pages of these readers find the texts that they search. */
export const searchPaths: Readonly<Record<Book['readers'], string>> = {
  apps: '/docs/search.json',
  operators: '/operator/docs/search.json',
}

/**
 * Returns the path at which a file of `docs/`, such as `guides/orders.md`, is served; null if it is
 * not. README is the index of its folder.
 */
export function pathOf(file: string): string | null {
  const single = singlePages[file]
  if (single !== undefined) return single.path
  const { dir, name, ext, base } = path.parse(file)
  if (ext === '.png' && dir.startsWith('pictures/')) return `/docs/${file}`
  const book = books.find(({ folder }) => folder === dir)
  if (book === undefined) return null
  if (ext === '.svg') return `${book.path}/${base}`
  if (ext !== '.md') return null
  return name === 'README' ? book.path : `${book.path}/${name}`
}
