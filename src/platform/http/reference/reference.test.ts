import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp, type TestHttp } from '../../../../tests/make/http-server.ts'
import { endpoints } from '../../../endpoints.ts'

const documents = {
  '/docs': '/openapi.json',
  '/callbacks/docs': '/callbacks/openapi.json',
  '/operator/docs': '/operator/openapi.json',
}

const policyOf = async (http: TestHttp, path: string): Promise<string> =>
  (await http.call(path)).headers.get('content-security-policy') ?? ''

describe('a reference', () => {
  test('is served with all its files from here, and names no other host', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    for (const [path, document] of Object.entries(documents)) {
      const page = await http.call(path)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|\s(?:on[a-z]+|style)=|https?:/)
      assert.ok(page.text.includes(`data-document="${document}"`), path)
      const files = [...page.text.matchAll(/<(?:link|script) [^>]*(?:src|href)="([^"]+)"/g)]
      assert.deepEqual(
        files.map(([, file]) => file),
        ['/docs/favicon.svg', '/docs/docs.css', '/docs/documents.js', '/docs/reference.js'],
      )
      for (const [, file = ''] of files) assert.equal((await http.call(file)).status, 200, file)
      assert.equal((await http.call(document)).status, 200, document)
    }
  })

  test('lists every operation, and leaves the viewer to its first use', async (t) => {
    const tukar = await startHttp(t, httpContext(t), endpoints)
    for (const [path, document] of Object.entries(documents)) {
      const { text } = await tukar.call(path)
      const { json } = await tukar.call(document)
      const ids = [...JSON.stringify(json['paths']).matchAll(/"operationId":"([^"]+)"/g)]
      const listed = [...text.matchAll(/<li><a href="#tag\/[a-z0-9-]+\/([^"]+)">/g)]
      assert.deepEqual(listed.map(([, id]) => id).toSorted(), ids.map(([, id]) => id).toSorted())
      assert.ok(text.includes('data-viewer="/docs/viewer.js"'))
      assert.doesNotMatch(text, /<script[^>]*viewer/)
    }
  })

  test('is under a policy without inline scripts or other hosts', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    for (const path of Object.keys(documents)) {
      const policy = await policyOf(http, path)
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; img-src /)
      assert.match(policy, /; connect-src 'self'; /)
      const others = policy.replace("; style-src-attr 'unsafe-inline'", '')
      assert.doesNotMatch(others, /unsafe|https?:|\*|strict-dynamic/)
    }
  })

  test('allows style elements with the nonce of one response only', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const page = await http.call('/docs')
    const nonce = /property="csp-nonce" content="([^"]+)"/.exec(page.text)?.[1] ?? ''
    assert.ok(nonce.length >= 20)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`style-src-elem 'self' 'nonce-${nonce}';`))
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.notEqual(policy, await policyOf(http, '/docs'))
  })

  test('starts the viewer without telemetry, fonts or proxies of other hosts', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const script = (await http.call('/docs/reference.js')).text
    for (const off of ['telemetry: false', 'withDefaultFonts: false', 'persistAuth: false']) {
      assert.ok(script.includes(off), off)
    }
    assert.doesNotMatch(script, /https?:/)
    const viewer = await http.call('/docs/viewer.js')
    assert.equal(viewer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.match(viewer.text, /createApiReference/)
  })

  test('has no other file below its path', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/%2e%2e/x']) {
      assert.equal((await http.call(path)).status, 404, path)
    }
  })
})
