import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { OperatorNotice } from '../../src/core/outbox/notices.ts'
import './client-source.ts'

const { alertInWords, amountInWords, proposalNouns } = await import(
  '../console/words/alert-words.ts'
)
const { alertSentences } = await import('../console/words/alert-sentences.ts')

const root = path.join(import.meta.dirname, '../..')

/** The kinds and the sentences of the alerts in a source file, with a text for each fact. */
const alertsIn = (source: string) =>
  [
    ...source.matchAll(
      /to: 'operator',\s+kind: '([a-z-]+)',[^;]{0,300}?subject:\s+(?:'([^'\n]+)'|`([^`]+)`)/g,
    ),
  ].map(([, kind = '', plain = '', filled = '']) => ({
    kind,
    subject: (plain || filled).replaceAll(/\$\{[^}]+\}/g, 'x'),
  }))

test('the console says each alert in Indonesian', async () => {
  assert.deepEqual(
    Object.keys(alertSentences).toSorted(),
    OperatorNotice.shape.kind.options.toSorted(),
  )
  const found = []
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    found.push(...alertsIn(await readFile(path.join(root, file), 'utf8')))
  }
  assert.ok(found.length > 35, `${found.length} alerts`)
  const stated = found.filter(({ subject }) => !/^[x ]+$/.test(subject))
  const untold = stated.filter((alert) => alertInWords(alert, 'id') === alert.subject)
  assert.deepEqual(untold, [])
})

test('an alert has its facts in the language of the page', () => {
  const waits = {
    kind: 'deposit-in-suspense',
    subject: 'A deposit of IDR 1,250.5 waits in suspense',
  }
  assert.match(alertInWords(waits, 'id'), /^Deposit Rp.1\.250,5 menunggu/)
  assert.equal(alertInWords(waits, 'en'), 'A deposit of IDR\u00a01,250.5 waits in suspense')
  const proposed = {
    kind: 'guarded-change-effective',
    subject:
      'In effect: tax 6720, VAT 0, 2 records after 0-0-0-0 up to 3-0-1-2, ' +
      'which was open: the taxes of 2025-09',
  }
  assert.equal(
    alertInWords(proposed, 'id').replaceAll('\u00a0', ' '),
    'Berlaku: Pajak Rp 6.720, PPN Rp 0, dari 2 catatan, sebelumnya belum ditutup: pajak 2025-09',
  )
  assert.equal(alertInWords({ kind: 'break', subject: 'Else' }, 'id'), 'Else')
  assert.equal(amountInWords('0.5 BTC', 'id'), '0,5\u00a0BTC')
  assert.equal(amountInWords('12.5', 'id'), '12.5')
})

test('the console names in Indonesian what each proposal changes', async () => {
  const rules = path.join(root, 'src/backoffice/content/proposals/guarded-change.rules.ts')
  const nouns = [...(await readFile(rules, 'utf8')).matchAll(/noun: '([^']+)'/g)].map(
    ([, noun]) => noun,
  )
  const named = proposalNouns.map(([en]) => en)
  assert.deepEqual([...new Set(nouns)].toSorted(), named.toSorted())
})
