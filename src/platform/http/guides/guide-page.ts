import path from 'node:path/posix'
import { Marked, marked, type Token } from 'marked'
import { escaped } from '../../../base/values/markup.ts'
import { appLinks, docPage, documentScript, operatorLinks } from '../pages/doc-page.ts'
import { type Book, pathOf, searchPaths } from './guide-paths.ts'
import { highlighted } from './highlight.ts'

/** A page of `docs/`; `file` is its path there, such as `guides/orders.md`. */
export type GuideFile = Readonly<{ file: string; markdown: string }>

/** The pages before and after one in the order of the index of its folder. */
export type Neighbours = Readonly<{ previous: GuideFile | null; next: GuideFile | null }>

const alone: Neighbours = { previous: null, next: null }

export async function guidePage(
  { file, markdown }: GuideFile,
  readers: Book['readers'],
  neighbours: Neighbours = alone,
): Promise<string> {
  return docPage({
    path: pathOf(file) ?? '',
    title: `${titleOf({ file, markdown })} – Tukar`,
    links: readers === 'apps' ? appLinks : operatorLinks,
    head: documentScript,
    body: `<main class="docs">
${searchForm(readers)}
${withContents(await rendererOf(file).parse(markdown), markdown)}
${linksTo(neighbours)}
</main>`,
  })
}

const titleOf = ({ file, markdown }: GuideFile): string => /^# (.+)$/m.exec(markdown)?.[1] ?? file

/** Hidden until the script of the page is there. */
const searchForm = (readers: Book['readers']): string =>
  `<search hidden data-search="${searchPaths[readers]}">
<input type="search" placeholder="Search these pages" aria-label="Search these pages">
<ul aria-label="Found"></ul>
</search>`

/** Puts the list of a page's sections behind its title and first paragraph. */
function withContents(html: string, markdown: string): string {
  const sections = sectionTitlesOf(markdown)
  if (sections.length < 3) return html
  const items = sections.map(
    (text) => `<li><a href="#${anchorOf(text)}">${marked.parseInline(text)}</a></li>`,
  )
  const contents = `<nav class="contents" aria-label="On this page">
<ul>
${items.join('\n')}
</ul>
</nav>
`
  const at = html.indexOf('<h2')
  return html.slice(0, at) + contents + html.slice(at)
}

function linksTo({ previous, next }: Neighbours): string {
  if (previous === null && next === null) return ''
  const link = (page: GuideFile | null, rel: string, word: string) => {
    if (page === null) return '<span></span>'
    const inner = `<small>${word}</small>${escaped(titleOf(page))}`
    return `<a rel="${rel}" href="${pathOf(page.file)}">${inner}</a>`
  }
  return `<nav class="neighbours" aria-label="Other pages">
${link(previous, 'prev', 'Previous')}
${link(next, 'next', 'Next')}
</nav>`
}

/** The pages of a folder in the order in which its index names them. */
export function inOrder(index: GuideFile, files: readonly GuideFile[]): readonly GuideFile[] {
  const folder = path.dirname(index.file)
  const named = [...index.markdown.matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map(([, name = '']) =>
    path.join(folder, name),
  )
  const pages = [...new Set(named)].map((name) => files.find(({ file }) => file === name))
  return [index, ...pages.filter((page) => page !== undefined)]
}

/** A section of a page, for the search. */
export type FoundSection = Readonly<{ path: string; page: string; title: string; text: string }>

/** The sections of a page with their plain texts. */
export function sectionsOf(page: GuideFile): readonly FoundSection[] {
  const address = pathOf(page.file) ?? ''
  const title = titleOf(page)
  const sections: { path: string; page: string; title: string; text: string }[] = []
  for (const token of marked.lexer(page.markdown)) {
    if (token.type === 'heading') {
      const isTitle = token['depth'] === 1
      const text = String(token['text'])
      const to = isTitle ? address : `${address}#${anchorOf(text)}`
      sections.push({ path: to, page: title, title: plainOf(text), text: '' })
    } else {
      const last = sections.at(-1)
      const text = token.type === 'code' ? String(token['text']) : token.raw
      if (last !== undefined) last.text = `${last.text} ${plainOf(text)}`.trim()
    }
  }
  return sections
}

/** Without the signs of Markdown. */
const plainOf = (markdown: string): string =>
  markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[[\]`*|#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The texts of the headings of the second level. */
const sectionTitlesOf = (markdown: string): readonly string[] =>
  marked
    .lexer(markdown)
    .flatMap((token: Token) =>
      token.type === 'heading' && token['depth'] === 2 ? [String(token['text'])] : [],
    )

/** Raw HTML is shown as text, and a link to a file that is not served as its text. */
const rendererOf = (file: string): Marked =>
  new Marked({
    renderer: {
      html: ({ text }) => escaped(text),
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // Code that is wider than the page is scrolled by keys once it has the focus.
      code: ({ text, lang = '' }) =>
        `<pre tabindex="0"><code>${highlighted(text, lang.split(' ', 1).join())}</code></pre>\n`,
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const address = addressOf(file, href)
        return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`
      },
      image: ({ href, text }) =>
        `<img src="${escaped(addressOf(file, href) ?? '')}" alt="${escaped(text)}">`,
    },
  })

/** Pages link to each other's files, which works in the repository as well. */
function addressOf(file: string, href: string): string | null {
  if (/^(?:[a-z]+:|\/|#)/i.test(href)) return href
  const [to = '', anchor] = href.split('#')
  const address = pathOf(path.join(path.dirname(file), to))
  return address === null || anchor === undefined ? address : `${address}#${anchor}`
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
