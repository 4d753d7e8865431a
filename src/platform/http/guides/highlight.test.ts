import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlighted } from './highlight.ts'

test('code keeps its characters, and its words get the elements of their kinds', () => {
  const code = "const a = '<b>' // & c\n"
  const html = highlighted(code, 'ts')
  assert.equal(
    html,
    '<span class="code-word">const</span> a = <span class="code-text">\'&lt;b&gt;\'</span> ' +
      '<span class="code-comment">// &amp; c</span>\n',
  )
  assert.equal(highlighted(code, 'unknown'), "const a = '&lt;b&gt;' // &amp; c\n")
})

test('a shell has comments after spaces only, and names of variables', () => {
  const html = highlighted(`api "$A#b" $\{B#c} # note`, 'sh')
  assert.match(html, /<span class="code-text">&quot;\$A#b&quot;<\/span>/)
  assert.match(
    html,
    /<span class="code-name">\$\{B#c\}<\/span> <span class="code-comment"># note<\/span>/,
  )
})
