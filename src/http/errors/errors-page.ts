import type { CatalogueEntry } from './catalogue.ts'

/** Renders the catalogue as an HTML page, with an anchor for each key. */
export const errorsPage = (entries: readonly CatalogueEntry[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tukar errors</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/errors.css">
</head>
<body>
<h1>Errors</h1>
<p>A failure names its reason in <code>message</code>. These are all the reasons there are, also as
<a href="/api/errors">JSON</a>. <a href="/docs">Back to the reference</a>.</p>
<table>
<thead>
<tr><th>Key</th><th>Status</th><th>Cause</th><th>What to do</th><th>For people</th></tr>
</thead>
<tbody>
${entries.map(rowOf).join('\n')}
</tbody>
</table>
</body>
</html>
`

function rowOf({ key, status, title, cause, action, text }: CatalogueEntry): string {
  const anchor = `<a href="#${escaped(key)}"><code>${escaped(key)}</code></a>`
  const words = `${escaped(text.en)}<br><span lang="id">${escaped(text.id)}</span>`
  const cells = [anchor, `${status} ${escaped(title)}`, escaped(cause), escaped(action), words]
  return `<tr id="${escaped(key)}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')

export const errorsStyle = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222 }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid #ddd; padding: .5rem .8rem }
th, td { text-align: left; vertical-align: top }
tr:target { background: #fff6d6 }
code { font-size: 13px }
span[lang] { color: #555 }
`
