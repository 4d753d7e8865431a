import { appLinks, docPage, escaped } from '../pages/doc-page.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** Renders the catalogue as an HTML page, with an anchor for each key. */
export const errorsPage = (entries: readonly CatalogueEntry[]): string =>
  docPage({
    path: '/docs/errors',
    title: 'Tukar errors',
    links: appLinks,
    body: `<main class="docs wide">
<h1>Errors</h1>
<p>A failure names its reason in <code>message</code>. These are all the reasons there are, also as
<a href="/api/errors">JSON</a>.</p>
<table>
<thead>
<tr><th>Key</th><th>Status</th><th>Cause</th><th>What to do</th><th>For people</th></tr>
</thead>
<tbody>
${entries.map(rowOf).join('\n')}
</tbody>
</table>
</main>`,
  })

function rowOf({ key, status, title, cause, action, text }: CatalogueEntry): string {
  const anchor = `<a href="#${escaped(key)}"><code>${escaped(key)}</code></a>`
  const words = `${escaped(text.en)}<br><span lang="id">${escaped(text.id)}</span>`
  const cells = [anchor, `${status} ${escaped(title)}`, escaped(cause), escaped(action), words]
  return `<tr id="${escaped(key)}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}
