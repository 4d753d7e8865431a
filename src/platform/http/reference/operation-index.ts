import { z } from 'zod'
import { escaped } from '../../../base/values/markup.ts'

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).min(1),
})
const Document = z.object({
  info: z.object({ title: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

/** As the viewer names the parts of its addresses (`pages/reference.ts`). */
const tagSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Returns the operations of an OpenAPI document as HTML, by tag, with links into the viewer. */
export function operationIndex(text: string): string {
  const { info, tags, paths } = Document.parse(JSON.parse(text))
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  )
  const sections = tags.map(({ name, description }) => {
    const own = rows.filter((row) => row.tags.includes(name))
    const items = own.map(({ method, path, operationId, summary }) => {
      const address = `#tag/${tagSlug(name)}/${operationId}`
      const call = `<code>${method.toUpperCase()} ${escaped(path)}</code>`
      return `<li><a href="${address}">${escaped(summary)}</a> ${call}</li>`
    })
    return `<section class="part">
<h2>${escaped(name)}</h2>
<p>${escaped(description)}</p>
<ul class="operations">
${items.join('\n')}
</ul>
</section>`
  })
  return `<main class="docs">
<h1>${escaped(info.title)}</h1>
<p>Open an operation to see its fields, errors and examples, and to try it.</p>
<p><input hidden data-filter type="search" placeholder="Filter: a word, a method, a path"
aria-label="Filter the operations"> <span data-count role="status"></span></p>
${sections.join('\n')}
</main>`
}
