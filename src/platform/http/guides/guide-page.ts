import path from 'node:path/posix'
import { Marked } from 'marked'
import { appLinks, docPage, escaped, operatorLinks } from '../pages/doc-page.ts'
import { type Book, pathOf } from './guide-paths.ts'

/** Renders a page of `docs/`; `file` is its path there, such as `guides/orders.md`. */
export async function guidePage(
  file: string,
  readers: Book['readers'],
  markdown: string,
): Promise<string> {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file
  return docPage({
    path: pathOf(file) ?? '',
    title: `${title} – Tukar`,
    links: readers === 'apps' ? appLinks : operatorLinks,
    body: `<main class="docs">\n${await rendererOf(file).parse(markdown)}</main>`,
  })
}

/** Raw HTML is shown as text, and a link to a file that is not served as its text. */
const rendererOf = (file: string): Marked =>
  new Marked({
    renderer: {
      html: ({ text }) => escaped(text),
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
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
