import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { guidePage } from './guide-page.ts'
import { books, pathOf, singlePages } from './guide-paths.ts'

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
          assert.equal(type, 'image/svg+xml', `${at}: ${picture}`)
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
    const page = await guidePage('guides/a.md', 'apps', '# A\n\n<script>alert(1)</script>')
    assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  })

  test('link to the served pages, and to nothing that is not served', async () => {
    const markdown =
      '[b](b.md#c "d") [e](../operations.md) [f](../../README.md) [g](https://g.test)'
    const page = await guidePage('guides/a.md', 'apps', markdown)
    assert.ok(page.includes('<a href="/docs/guides/b#c">b</a>'))
    assert.ok(page.includes('<a href="/operator/docs/operations">e</a> f '))
    assert.ok(page.includes('<a href="https://g.test">g</a>'))
    assert.equal(pathOf('../package.json'), null)
  })
})
