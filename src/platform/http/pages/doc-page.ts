import { escaped } from '../../../base/values/markup.ts'

/** The frame of the pages for developers: one header with links, one style. */

type Link = Readonly<{ path: string; title: string }>

/** The pages that a header links to. The internal listener serves only the operators' ones. */
export const appLinks: readonly Link[] = [
  { path: '/docs', title: 'Reference' },
  { path: '/docs/guides', title: 'Guides' },
  { path: '/docs/going-live', title: 'Going live' },
  { path: '/docs/errors', title: 'Errors' },
  { path: '/callbacks/docs', title: 'Callbacks' },
]
export const operatorLinks: readonly Link[] = [
  { path: '/operator/docs', title: 'Reference' },
  { path: '/operator/docs/guides', title: 'Guides' },
  { path: '/operator/docs/operations', title: 'Operations' },
  { path: '/operator/docs/runbooks', title: 'Runbooks' },
  { path: '/docs/errors', title: 'Errors' },
  { path: '/console', title: 'Console' },
]

/** Copies code, searches and filters (`pages/documents.ts`). */
export const documentScript = '<script type="module" src="/docs/documents.js"></script>\n'

export type DocPage = Readonly<{
  /** The page's own path; its link in the header is marked as current. */
  path: string
  title: string
  links: readonly Link[]
  /** HTML that goes into the head, after the style. */
  head?: string
  body: string
}>

export const docPage = ({
  path,
  title,
  links,
  head = '',
  body,
}: DocPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="/docs/favicon.svg">
<link rel="stylesheet" href="/docs/docs.css">
${head}</head>
<body>
<header class="docs-header">
<a href="/"><strong>Tukar</strong></a>
<nav aria-label="Documentation">
${links.map((link) => linkOf(link, path)).join('\n')}
</nav>
</header>
${body}
</body>
</html>
`

function linkOf({ path, title }: Link, here: string): string {
  const isHere = path === here || (!path.endsWith('/docs') && here.startsWith(`${path}/`))
  return `<a href="${path}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`
}
