import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Route } from '../route.ts'
import { pageFile, pageType, policyOf, scriptType, styleType } from './page-file.ts'

/** What a page says in one language. None of it comes from a request. */
export type LinkPageWords = Readonly<{
  title: string
  text: string
  button: string
  note: string
  done: string
  /** By the message key that the service refuses with. */
  refused: Readonly<Record<string, string>>
  /** Every other failure, also a service that can not be reached. */
  otherwise: string
}>

/**
 * A page that a mailed link opens, and whose button sends one request. Scanners of mail open links
 * and press no buttons, so the link itself may change nothing.
 */
export type LinkPage = Readonly<{
  /** Mailed links are this path, a slash and a value. */
  path: `/${string}`
  request: Readonly<{
    method: 'GET' | 'POST' | 'DELETE'
    /** The endpoint up to its last part, which is the value of the link. */
    path: `/${string}/`
  }>
  words: Readonly<Record<'en' | 'id', LinkPageWords>>
}>

const folder = new URL('../../../pages/', import.meta.url)
const read = (name: string) => readFile(fileURLToPath(new URL(name, folder)))
const policy = policyOf('data:')

/** A page for every value of the link, and its style and its script below the same path. */
export function linkPageRoutes(page: LinkPage): readonly Route[] {
  const file = (name: string, mediaType: string, body: () => Promise<Buffer>): Route =>
    pageFile({
      path: `${page.path}/${name}`,
      mediaType,
      policy,
      cacheControl: 'no-cache',
      read: body,
    })
  return [
    file('{value}', pageType, async () => Buffer.from(markupOf(page))),
    file('page.css', styleType, () => read('link-page.css')),
    file('page.js', scriptType, async () =>
      Buffer.from(stripTypeScriptTypes((await read('link-page.ts')).toString())),
    ),
  ]
}

/** Addresses are relative to the page, which may stand behind a proxy's path. */
const markupOf = ({ request: { method, path }, words }: LinkPage): string => `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Tukar</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body data-method="${method}" data-to="..${path}">
<header>
<strong>Tukar</strong>
<nav><a href="#id" lang="id">Bahasa Indonesia</a> <a href="#en" lang="en">English</a></nav>
</header>
<main>
${sectionOf('id', words.id, 'Halaman ini membutuhkan JavaScript.')}
${sectionOf('en', words.en, 'This page needs JavaScript.')}
</main>
</body>
</html>
`

function sectionOf(language: string, words: LinkPageWords, needsScript: string): string {
  const { title, text, button, note, done, refused, otherwise } = words
  const outcomes = Object.entries({ done, ...refused, otherwise })
  const sentences = outcomes.map(
    ([outcome, sentence]) => `<p data-outcome="${outcome}" hidden>${sentence}</p>`,
  )
  return `<section lang="${language}">
<h1>${title}</h1>
<p>${text}</p>
<noscript><p>${needsScript}</p></noscript>
<button type="button">${button}</button>
<div role="status">
${sentences.join('\n')}
</div>
<p class="note">${note}</p>
</section>`
}
