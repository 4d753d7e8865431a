import { escaped } from '../../../base/values/markup.ts'
import { appLinks, docPage, documentScript } from '../pages/doc-page.ts'
import type { CatalogueEntry } from './catalogue.ts'

const titles = ['Key', 'Status', 'Cause', 'What to do', 'For people']

/** Renders the catalogue as an HTML page, with an anchor for each key. */
export const errorsPage = (entries: readonly CatalogueEntry[]): string =>
  docPage({
    path: '/docs/errors',
    title: 'Tukar errors',
    links: appLinks,
    head: documentScript,
    body: `<main class="docs wide">
<h1>Errors</h1>
<p>A failure names its reason in <code>message</code>. These are all the reasons there are, also as
<a href="/api/errors">JSON</a>.</p>
<p><input hidden data-filter type="search" placeholder="Filter: a key, a status, a word"
aria-label="Filter the errors"> <span data-count role="status"></span></p>
<table class="cards">
<thead>
<tr>${titles.map((title) => `<th>${title}</th>`).join('')}</tr>
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
  const named = cells.map((cell, index) => `<td data-title="${titles[index]}">${cell}</td>`)
  return `<tr id="${escaped(key)}">${named.join('')}</tr>`
}
