import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail } from './render.ts'
import { textsIn } from './text.ts'

test('nothing in the data of a mail can become markup', () => {
  const hostile = `<script>alert("1")</script>&'`
  const { html, text, subject } = renderMail('en', {
    title: hostile,
    paragraphs: [hostile],
    action: { label: hostile, url: `https://app.test/?q="><img src=x>` },
  })
  assert.ok(!/<script|<img/.test(html))
  assert.ok(html.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;'))
  assert.ok(text.includes(hostile))
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

test('Indonesian is read by its tag in any spelling, and all else is English', () => {
  const [en, id] = [textsIn('en'), textsIn('id')]
  assert.notEqual(en, id)
  for (const tag of ['id', 'ID', 'id-ID', 'id_id']) assert.equal(textsIn(tag), id)
  for (const tag of ['en', 'en-US', 'fr', '', 'idx', '__proto__']) assert.equal(textsIn(tag), en)
})
