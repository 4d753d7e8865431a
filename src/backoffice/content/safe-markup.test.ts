import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeMarkup } from './safe-markup.ts'

test("an editor's text stays as written", () => {
  const kept = [
    '<h2>Title</h2><p>Words, <strong>bold</strong> and <em>bent</em>.<br /></p>',
    '<ul><li>one</li></ul><ol><li>two</li></ol><blockquote>said</blockquote><hr />',
    '<table><thead><tr><th colspan="2">a</th></tr></thead></table>',
    '<table><tbody><tr><td>b</td></tr></tbody></table>',
    '<figure><img src="https://cdn.test/a.png" alt="A" /><figcaption>A</figcaption></figure>',
    '5 &lt; 6 &amp; 7',
  ]
  for (const html of kept) assert.equal(safeMarkup(html), html)
})

test('a link cannot script its page, and leads only by https or to a mailbox', () => {
  assert.equal(
    safeMarkup('<a href="https://a.test/?x=1&amp;y=2" target="_top" onclick="f()">a</a>'),
    '<a href="https://a.test/?x=1&amp;y=2" rel="noopener noreferrer">a</a>',
  )
  assert.equal(
    safeMarkup('<a href="mailto:a@b.test">m</a>'),
    '<a href="mailto:a@b.test" rel="noopener noreferrer">m</a>',
  )
  for (const href of [
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'http://plain.test',
    '//protocol.test',
  ]) {
    assert.equal(safeMarkup(`<a href="${href}">x</a>`), '<a rel="noopener noreferrer">x</a>', href)
  }
})

test('scripts, frames, styles and forms are removed', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//a.test/x.js></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<svg><script>alert(1)</script></svg>',
    '<svg/onload=alert(1)>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<iframe src="https://a.test"></iframe>',
    '<object data="x"></object><embed src="x">',
    '<form action="https://a.test"><input name="pin"><button>go</button></form>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed" class="x" id="y" onmouseover="f()">p</p>',
    '<base href="https://a.test"><meta http-equiv="refresh" content="0">',
    '<link rel="import" href="x">',
    '<template><script>alert(1)</script></template>',
    '<!--[if IE]><script>alert(1)</script><![endif]-->',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  ]
  for (const html of attacks) {
    const safe = safeMarkup(html)
    assert.doesNotMatch(
      safe,
      /<\s*(?:script|svg|math|style|iframe|object|embed|form|input|button|base|meta|link)/i,
      html,
    )
    assert.doesNotMatch(safe, /\son[a-z]+\s*=|style=|class=|javascript:|data:/i, html)
    assert.equal(safeMarkup(safe), safe, html)
  }
})

test('markup nested a thousand deep comes out shallow', () => {
  const deep = `${'<blockquote>'.repeat(1_000)}x${'</blockquote>'.repeat(1_000)}`
  assert.ok(safeMarkup(deep).split('<blockquote>').length <= 21)
})
