import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { guidePage } from './guide-page.ts'
import { books, pathOf, singlePages } from './guide-paths.ts'

const Section = z.object({ path: z.string(), text: z.string() })
const Found = z.object({ sections: z.array(Section) })

/** The paths to our pages in the body of a page, without their anchors. */
const linksIn = (html: string): readonly string[] =>
  [...html.slice(html.indexOf('<main')).matchAll(/href="(\/[^"#]*)[^"]*"/g)].map(
    ([, to = '']) => to,
  )

describe('the guides', () => {
  for (const { path } of [...books, ...Object.values(singlePages)]) {
    test(`below ${path} are served with their pictures, and every link leads to one`, async (t) => {
      const http = await startHttp(t, httpContext(t), [])
      const seen = new Set([path])
      for (const at of seen) {
        const page = await http.call(at)
        assert.equal(page.status, 200, at)
        assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /unsafe|https?:/)
        for (const [, picture = ''] of page.text.matchAll(/<img src="([^"]*)"/g)) {
          const type = (await http.call(picture)).headers.get('content-type')
          assert.match(type ?? '', /^image\/(?:png|svg\+xml)$/, `${at}: ${picture}`)
        }
        for (const to of linksIn(page.text)) {
          if (to.startsWith(`${path}/`)) seen.add(to)
          else assert.equal((await http.call(to)).status, 200, `${at}: ${to}`)
        }
      }
      const index = Object.values(singlePages).some((single) => single.path === path)
      assert.ok(index || seen.size > 3)
    })
  }

  test('show raw HTML as text', async () => {
    const page = await guidePage(
      { file: 'guides/a.md', markdown: '# A\n\n<script>alert(1)</script>' },
      'apps',
    )
    assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  })

  test('have contents, neighbours in the order of the index, and coloured code', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const { text } = await http.call('/docs/guides/sign-in')
    assert.match(text, /<nav class="contents"[\s\S]*<a href="#refresh">Refresh<\/a>/)
    assert.match(text, /<a rel="prev" href="\/docs\/guides\/first-deposit">/)
    assert.match(text, /<a rel="next" href="\/docs\/guides\/orders">/)
    assert.match(text, /<pre tabindex="0"><code><span class="code-word">import<\/span>/)
    const index = await http.call('/docs/guides')
    assert.match(index.text, /<a rel="next" href="\/docs\/guides\/first-deposit">/)
    assert.doesNotMatch(index.text, /rel="prev"/)
  })

  test('can be searched: each section has its address and its text', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    for (const path of ['/docs/search.json', '/operator/docs/search.json']) {
      const { sections } = Found.parse((await http.call(path)).json)
      assert.ok(sections.length > 30)
      const pages = new Map<string, string>()
      for (const { path: to } of sections) {
        const [page = '', anchor] = to.split('#')
        const html = pages.get(page) ?? (await http.call(page)).text
        pages.set(page, html)
        assert.ok(anchor === undefined || html.includes(`id="${anchor}"`), to)
      }
    }
    const { sections } = Found.parse((await http.call('/docs/search.json')).json)
    const refresh = sections.find(({ path }) => path.endsWith('#refresh'))
    assert.match(refresh?.text ?? '', /exchange the refresh token for a new pair/)
  })

  test('link to the served pages, and to nothing that is not served', async () => {
    const markdown =
      '[b](b.md#c "d") [e](../operations.md) [f](../../README.md) [g](https://g.test)'
    const page = await guidePage({ file: 'guides/a.md', markdown }, 'apps')
    assert.ok(page.includes('<a href="/docs/guides/b#c">b</a>'))
    assert.ok(page.includes('<a href="/operator/docs/operations">e</a> f '))
    assert.ok(page.includes('<a href="https://g.test">g</a>'))
    assert.equal(pathOf('../package.json'), null)
  })
})
