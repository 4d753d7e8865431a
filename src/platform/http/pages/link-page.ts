import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Route } from '../route.ts'
import { pageFile } from './page-file.ts'
import { pageType, policyOf, scriptType, styleType } from './page-headers.ts'

/** The texts of a page in one language. None of them comes from a request. */
export type LinkPageWords = Readonly<{
  title: string
  text: string
  button: string
  note: string
  done: string
  /** By the message key of the refusal, where the common sentence does not serve. */
  refused?: Readonly<Record<string, string>>
}>

/** What all pages say in a language. */
const common = {
  id: {
    needsScript: 'Halaman ini membutuhkan JavaScript.',
    refused: {
      'api.invalid_token': 'Tautan ini tidak lengkap. Buka lagi dari email Anda.',
      'api.too_many_requests': 'Terlalu banyak percobaan. Silakan tunggu, lalu coba lagi.',
    },
    /** For every other failure, including an unreachable service. */
    otherwise: 'Belum berhasil. Periksa koneksi Anda, lalu coba lagi.',
  },
  en: {
    needsScript: 'This page needs JavaScript.',
    refused: {
      'api.invalid_token': 'This link is not complete. Open it again from the mail.',
      'api.too_many_requests': 'Too many attempts. Please wait a while, then try again.',
    },
    otherwise: 'That did not work. Please check your connection and try again.',
  },
}

/**
 * A page that a mailed link opens; its button sends one request. Mail scanners open links but press
 * no buttons, so opening the link changes nothing.
 */
export type LinkPage = Readonly<{
  /** A mailed link is this path, a slash and a value. */
  path: `/${string}`
  request: Readonly<{
    method: 'GET' | 'POST'
    /** The endpoint's path up to its last part, which is the link's value. */
    path: `/${string}/`
  }>
  words: Readonly<Record<'en' | 'id', LinkPageWords>>
}>

const folder = new URL('../../../../pages/', import.meta.url)
const read = (name: string) => readFile(fileURLToPath(new URL(name, folder)))
const policy = policyOf('data:')

/** Serves the page for any link value, with its style and script below the same path. */
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

/** Addresses are relative to the page, which a proxy may serve below another path. */
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
${sectionOf('id', words)}
${sectionOf('en', words)}
</main>
</body>
</html>
`

function sectionOf(language: 'en' | 'id', words: LinkPage['words']): string {
  const { title, text, button, note, done, refused } = words[language]
  const { needsScript, refused: usually, otherwise } = common[language]
  const outcomes = Object.entries({ done, ...usually, ...refused, otherwise })
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
