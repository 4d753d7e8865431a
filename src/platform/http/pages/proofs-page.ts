import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Route } from '../route.ts'
import { pageFile } from './page-file.ts'
import { pageType, policyOf, scriptType, styleType } from './page-headers.ts'

type Words = Readonly<{
  title: string
  text: string
  limit: string
  asset: string
  total: string
  root: string
  takenAt: string
  none: string
  unreachable: string
  own: string
  ownText: string
  email: string
  file: string
  verify: string
  unreadable: string
  gone: string
  nothing: string
  balance: string
  verdict: string
  proven: string
  faults: Readonly<Record<string, string>>
  needsScript: string
}>

const words: Readonly<Record<'id' | 'en', Words>> = {
  id: {
    title: 'Bukti kewajiban',
    text:
      'Setiap malam kami menjumlahkan saldo semua pengguna dalam sebuah pohon hash. Akarnya ' +
      'mengikat setiap saldo: jumlah di bawah ini tidak dapat disusun tanpa saldo Anda.',
    limit:
      'Ini membuktikan berapa yang kami berutang, bukan berapa yang kami simpan: bukti ' +
      'cadangan memerlukan tanda tangan kustodian, bursa, dan payx.',
    asset: 'Aset',
    total: 'Kewajiban',
    root: 'Akar',
    takenAt: 'Saldo pada',
    none: 'Belum ada bukti.',
    unreachable: 'Layanan tidak dapat dihubungi. Muat ulang halaman ini.',
    own: 'Periksa saldo Anda',
    ownText:
      'Simpan bukti Anda dari akun Anda, lalu pilih berkas itu di sini. Browser Anda ' +
      'menghitung semuanya; berkas dan alamat Anda tidak dikirim ke mana pun. Bandingkan juga ' +
      'akar di atas dengan yang dilihat orang lain.',
    email: 'Alamat email akun Anda',
    file: 'Bukti Anda (JSON)',
    verify: 'Periksa',
    unreadable: 'Berkas ini bukan bukti.',
    gone: 'Bukti ini tidak lagi diterbitkan. Simpan yang terbaru.',
    nothing: 'Bukti ini tidak berisi saldo: waktu itu akun Anda kosong.',
    balance: 'Saldo Anda',
    verdict: 'Hasil',
    proven: 'Terbukti',
    faults: {
      'left-out': 'Tidak tercakup',
      'other-balance': 'Saldo lain',
      'other-tree': 'Bukan pohon ini',
      malformed: 'Jumlah atau hash tidak sah',
      'other-total': 'Tidak cocok dengan jumlah',
      'other-root': 'Tidak cocok dengan akar',
    },
    needsScript: 'Halaman ini membutuhkan JavaScript.',
  },
  en: {
    title: 'Proof of liabilities',
    text:
      'Each night we add up the balances of all users in a tree of hashes. Its root binds ' +
      'every balance: the totals below cannot be made without yours.',
    limit:
      'This proves what we owe, not what we hold: a proof of reserves needs the signatures of ' +
      'custody, venue and payx.',
    asset: 'Asset',
    total: 'Owed',
    root: 'Root',
    takenAt: 'Balances of',
    none: 'There is no proof yet.',
    unreachable: 'The service cannot be reached. Load this page again.',
    own: 'Verify your balance',
    ownText:
      'Save your proof from your account, then choose the file here. Your browser computes ' +
      'everything; your file and your address are sent nowhere. Also compare the roots above ' +
      'with those that others see.',
    email: 'Email address of your account',
    file: 'Your proof (JSON)',
    verify: 'Verify',
    unreadable: 'This file is no proof.',
    gone: 'This proof is no longer published. Save the newest one.',
    nothing: 'This proof contains no balance: your account was empty then.',
    balance: 'Your balance',
    verdict: 'Result',
    proven: 'Proven',
    faults: {
      'left-out': 'Left out',
      'other-balance': 'Another balance',
      'other-tree': 'Not in this tree',
      malformed: 'An amount or hash is invalid',
      'other-total': 'Does not add up to the total',
      'other-root': 'Does not lead to the root',
    },
    needsScript: 'This page needs JavaScript.',
  },
}

const root = new URL('../../../../', import.meta.url)
const read = (name: string) => readFile(fileURLToPath(new URL(name, root)))
const verifier = 'packages/client/src/liabilities.ts'

/**
 * Serves the page that verifies proofs of liabilities in the browser. Its scripts are the sources
 * without their types, so that readers can check what runs.
 */
export function proofsPageRoutes(): readonly Route[] {
  const file = (name: string, mediaType: string, body: () => Promise<Buffer>): Route =>
    pageFile({
      ...{ path: `/proofs${name}`, mediaType, read: body },
      ...{ policy: policyOf('data:'), cacheControl: 'no-cache' },
    })
  const script = async (name: string): Promise<string> =>
    stripTypeScriptTypes((await read(name)).toString())
  return [
    file('', pageType, async () => Buffer.from(page)),
    file('/page.css', styleType, async () =>
      Buffer.concat([await read('pages/link-page.css'), await read('pages/proofs.css')]),
    ),
    file('/page.js', scriptType, async () => {
      const source = await script('pages/proofs.ts')
      return Buffer.from(source.replace(`'../${verifier}'`, "'./liabilities.js'"))
    }),
    file('/liabilities.js', scriptType, async () => Buffer.from(await script(verifier))),
  ]
}

function sectionOf(language: 'id' | 'en'): string {
  const t = words[language]
  const outcomes = Object.entries({ proven: t.proven, ...t.faults }).map(
    ([outcome, text]) => `<span data-verdict="${outcome}" hidden>${text}</span>`,
  )
  const problems = (['none', 'unreachable', 'unreadable', 'gone', 'nothing'] as const).map(
    (name) => `<p data-problem="${name}" hidden>${t[name]}</p>`,
  )
  return `<section lang="${language}" hidden>
<h1>${t.title}</h1>
<p>${t.text}</p>
<p class="note">${t.limit}</p>
<noscript><p>${t.needsScript}</p></noscript>
<p data-published hidden>${t.takenAt} <time></time></p>
<table data-published hidden>
<thead><tr><th>${t.asset}</th><th>${t.total}</th><th>${t.root}</th></tr></thead>
<tbody data-trees></tbody>
</table>
<h2>${t.own}</h2>
<p>${t.ownText}</p>
<form>
<label>${t.email} <input name="email" type="email" autocomplete="email" required></label>
<label>${t.file} <input name="proof" type="file" accept="application/json,.json" required></label>
<button type="submit">${t.verify}</button>
</form>
<div role="status">
${problems.join('\n')}
<table data-verdicts hidden>
<thead><tr><th>${t.asset}</th><th>${t.balance}</th><th>${t.verdict}</th></tr></thead>
<tbody></tbody>
</table>
<template>${outcomes.join('')}</template>
</div>
</section>`
}

const page = `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.id.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="proofs/page.css">
<script type="module" src="proofs/page.js"></script>
</head>
<body class="proofs">
<header>
<strong>Tukar</strong>
<nav><a href="#id" lang="id">Bahasa Indonesia</a> <a href="#en" lang="en">English</a></nav>
</header>
<main>
${sectionOf('id')}
${sectionOf('en')}
</main>
</body>
</html>
`
