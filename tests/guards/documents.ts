/** The paths and the links of our Markdown: each must lead to a file or a folder of the project. */
import { posix } from 'node:path'
import type { Files, Offence } from './source.ts'

/** Every file of the project, and every folder that holds one. */
export function placesOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = paths.flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
  })
  return new Set([...paths, ...folders])
}

/** Paths in backticks and links of Markdown, and paths in comments of SQL, that lead nowhere. */
export function deadPathOffences(files: Files, places: ReadonlySet<string>): readonly Offence[] {
  const endings = endingsOf(places)
  return Object.entries(files).flatMap(([page, text]) => {
    if (page.endsWith('.sql')) return deadInComments(page, text, places)
    if (!page.endsWith('.md')) return []
    return proseOf(text).flatMap(([line, prose]) => [
      ...namedIn(prose)
        .filter((name) => isJudged(page, name, places) && !isThere(page, name, places, endings))
        .map((name) => offence(page, line, name)),
      ...linksIn(prose)
        .filter((to) => !leads(page, to, files, places))
        .map((to) => offence(page, line, to)),
    ])
  })
}

/** Requests in backticks that no endpoint takes; operators' are written without their root. */
export function unmountedOffences(
  files: Files,
  endpoints: readonly Readonly<{ method: string; path: string }>[],
): readonly Offence[] {
  const bare = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}')
  const mounted = new Set(endpoints.map(({ method, path }) => `${method} ${bare(path)}`))
  return Object.entries(files).flatMap(([page, text]) => {
    if (!page.endsWith('.md') || page.startsWith('sandbox/')) return []
    return proseOf(text).flatMap(([line, prose]) =>
      [...prose.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) (\/?[\w/{}.-]+))/g)]
        .filter(([, , path = '']) => !path.startsWith('/') || /^\/(?:operator\/)?api\//.test(path))
        .filter(([, call = '']) => !mounted.has(bare(call.replace(/ (?!\/)/, ' /operator/api/'))))
        .map(([, call = '']) => offence(page, line, call)),
    )
  })
}

/** Comments of migrations say which room writes a table. */
const deadInComments = (page: string, text: string, places: ReadonlySet<string>) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\bsrc\/[\w./-]*\w/g)]
        .filter(([name]) => line.startsWith('--') && !places.has(name))
        .map(([name]) => offence(page, index + 1, name)),
    )

const offence = (path: string, line: number, name: string): Offence => ({
  path,
  line,
  rule: `names ${name}, which does not exist`,
  mend: 'write its path from the root, or relative to the page; see docs/access.txt for requests',
})

/** The lines outside of blocks of code, with their numbers. */
function proseOf(text: string): readonly (readonly [line: number, prose: string])[] {
  let inCode = false
  return text.split('\n').flatMap((line, index) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) inCode = !inCode
    return inCode || isFence ? [] : [[index + 1, line] as const]
  })
}

const namedIn = (prose: string): readonly string[] =>
  [...prose.matchAll(/`([\w.*{},<>-]+(?:\/[\w.*{},<>-]*)*)`/g)].map(([, name = '']) =>
    name.replace(/\/$/, ''),
  )

const linksIn = (prose: string): readonly string[] =>
  [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:|^\//.test(to))

const extension = /\.(?:css|csv|js|json|md|sh|sql|svg|tsx?|txt|ya?ml)$/
/** Made by commands, and not part of the project. */
const made = /(?:^|\/)(?:data|dist|node_modules)(?:\/|$)/

/** Paths of ours: those below a folder of the root, and names of files, beside the code any. */
function isJudged(page: string, name: string, places: ReadonlySet<string>): boolean {
  if (made.test(name)) return false
  if (!name.includes('/')) return /^(?:src|web)\//.test(page) && /\.tsx?$/.test(name)
  if (/^[.<{]/.test(name)) return false
  return extension.test(name) || places.has(name.split('/', 1)[0] ?? '')
}

function isThere(
  page: string,
  name: string,
  places: ReadonlySet<string>,
  endings: ReadonlySet<string>,
): boolean {
  if (places.has(name) || places.has(posix.join(posix.dirname(page), name))) return true
  if (!/[*{<]/.test(name)) return !name.startsWith('src/') && endings.has(name)
  const pattern = new RegExp(
    `(?:^|/)${name
      .split(/(\*|<[^>]*>|\{[^}]*\})/)
      .map(glob)
      .join('')}$`,
  )
  return [...places].some((place) => pattern.test(place))
}

function glob(part: string): string {
  if (part === '*' || part.startsWith('<')) return '[^/]*'
  if (!part.startsWith('{')) return RegExp.escape(part)
  return `(?:${part.slice(1, -1).split(',').map(RegExp.escape).join('|')})`
}

/** A file may be named by the end of its path, as in `routes.ts` or `payx/routes.ts`. */
const endingsOf = (places: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...places].flatMap((place) => {
      const parts = place.split('/')
      return parts.map((_, depth) => parts.slice(depth).join('/'))
    }),
  )

function leads(page: string, to: string, files: Files, places: ReadonlySet<string>): boolean {
  const [path = '', heading = ''] = to.split('#', 2)
  const found = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '')
  if (!places.has(found)) return false
  return heading === '' || !found.endsWith('.md') || headingsOf(files[found]).has(heading)
}

const headingsOf = (text = ''): ReadonlySet<string> =>
  new Set(proseOf(text).flatMap(([, line]) => (/^#+ /.test(line) ? [anchorOf(line)] : [])))

const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The dependencies that no table row names in its first cell; types go with their packages. */
export function undecided(dependencies: readonly string[], page: string): readonly string[] {
  const cells = page.split('\n').flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? [])
  const named = new Set(cells.flatMap((cell) => cell.match(/@?[\w-]+(?:[./][\w-]+)?/g) ?? []))
  return dependencies.filter((name) => !name.startsWith('@types/') && !named.has(name))
}

/** The pictures of `docs/pictures` that no page and no command names. */
export function unnamedPictures(files: Files, paths: readonly string[]): readonly string[] {
  const pages = Object.entries(files).flatMap(([page, text]) => (page.endsWith('.md') ? text : []))
  return paths.filter(
    (path) =>
      path.startsWith('docs/pictures/') &&
      !pages.some((text) => text.includes(path.slice('docs/'.length))),
  )
}
