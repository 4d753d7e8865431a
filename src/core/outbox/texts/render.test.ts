import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UserNotice } from '../notices.ts'
import { renderMail } from './render.ts'
import { textsIn } from './text.ts'

test('nothing in the data of a mail can become markup', () => {
  const hostile = `<script>alert("1")</script>&'`
  const { html, text, subject } = renderMail('en', {
    title: hostile,
    paragraphs: [hostile],
    tables: [[{ label: hostile, value: hostile }]],
    freeze: hostile,
    action: { label: hostile, url: `https://app.test/?q="><img src=x>` },
  })
  assert.ok(!/<script|<img/.test(html))
  assert.ok(html.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;'))
  assert.ok(text.includes(`${hostile}: ${hostile}`))
  assert.equal(subject, hostile)
})

test('a mail has the same content as text and as a page, in its language', () => {
  const { title, paragraphs } = textsIn('id').mail('verify-email', 'https://app.test/x')
  const mail = renderMail('id', { title, paragraphs })
  assert.ok(mail.html.includes('<html lang="id">'))
  for (const part of ['Halo,', ...paragraphs, 'Tim Tukar']) {
    assert.ok(mail.text.includes(part) && mail.html.includes(part), part)
  }
})

test('every money event has a table of its amounts, reference and time, in both languages', () => {
  const data = {
    ...{ symbol: 'IDR', amount: '250000', fee: '4440', credited: '245560' },
    ...{ reference: 'WD-1', destination: 'BCA ****1234' },
  }
  const at = new Date('2026-11-27T03:05:00Z')
  const rowsIn = (language: string) =>
    Object.fromEntries(
      UserNotice.shape.kind.options.map((kind) => [
        kind,
        textsIn(language)
          .facts(kind, data, at)
          .map(({ label, value }) => `${label}: ${value}`),
      ]),
    )
  assert.deepEqual(rowsIn('en')['withdrawal-accepted'], [
    'Amount: IDR 250,000',
    'Fee: IDR 4,440',
    'Sent: IDR 245,560',
    'To: BCA ****1234',
    'Reference number: WD-1',
    'Time: 27 November 2026 at 10:05 WIB',
  ])
  assert.deepEqual(rowsIn('id')['deposit-completed'], [
    'Jumlah: Rp 250.000',
    'Biaya: Rp 4.440',
    'Ditambahkan ke saldo: Rp 245.560',
    'Nomor referensi: WD-1',
    'Waktu: 27 November 2026 pukul 10.05 WIB',
  ])
  for (const language of ['en', 'id']) {
    for (const [kind, rows] of Object.entries(rowsIn(language))) {
      const [reference, time] = rows.slice(-2)
      assert.match(reference ?? '', /: WD-1$/, kind)
      assert.match(time ?? '', /2026/, kind)
      assert.ok(rows.length >= 3, kind)
    }
  }
})

test('Indonesian is read by its tag in any spelling, and all else is English', () => {
  const [en, id] = [textsIn('en'), textsIn('id')]
  assert.notEqual(en, id)
  for (const tag of ['id', 'ID', 'id-ID', 'id_id']) assert.equal(textsIn(tag), id)
  for (const tag of ['en', 'en-US', 'fr', '', 'idx', '__proto__']) assert.equal(textsIn(tag), en)
})
