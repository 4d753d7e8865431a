import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { consoleRoutes } from '../../src/http/pages/console.ts'
import { httpContext } from '../make/http-context.ts'
import { startHttp } from '../make/http-server.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const folder = path.join(import.meta.dirname, '..', '..', 'console')
const modules = readdirSync(folder).filter((name) => name.endsWith('.ts'))

describe('the console', () => {
  test('comes with all its files from here, under a policy without inline code', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const page = await http.call('/console')
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(page.headers.get('content-security-policy'), policy)
    assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|\s(?:on[a-z]+|style)=|https?:/)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to = '']) => to)
    assert.deepEqual(files, ['/docs/favicon-32x32.png', '/console/console.css', '/console/main.ts'])
    for (const file of files) assert.equal((await http.call(file)).status, 200, file)
    const style = await http.call('/console/console.css')
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.equal(style.headers.get('content-security-policy'), policy)
  })

  test('begins with a module that leads to all others, and each is JavaScript', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const found = new Set(['main.ts'])
    for (const name of found) {
      const { status, headers, text } = await http.call(`/console/${name}`)
      assert.equal(status, 200, name)
      assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('content-security-policy'), policy)
      assert.equal(stripTypeScriptTypes(text), text, `${name} has types left`)
      for (const [, to = ''] of text.matchAll(/(?:from|import) '([^']+)'/g)) {
        assert.match(to, /^\.\/[a-z-]+\.ts$/, `${name} imports ${to}`)
        found.add(to.slice(2))
      }
    }
    const typesOnly = modules.filter((name) => !found.has(name))
    assert.deepEqual(typesOnly, ['browser.ts', 'desk.ts'], 'these hold types and nothing else')
  })

  test('is asked for anew each time, and sent once as long as it stays the same', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    for (const file of ['/console', '/console/console.css', '/console/main.ts']) {
      const first = await http.call(file)
      assert.equal(first.headers.get('cache-control'), 'no-cache')
      const etag = first.headers.get('etag') ?? ''
      const again = await http.call(file, { headers: { 'if-none-match': `"x", ${etag}` } })
      assert.deepEqual([again.status, again.text], [304, ''], file)
      assert.equal(again.headers.get('cache-control'), 'no-cache')
      const other = await http.call(file, { headers: { 'if-none-match': '"x"' } })
      assert.equal(other.status, 200)
    }
  })

  test('serves nothing else of its folder, and nothing around it', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const others = ['page.html', 'tsconfig.json', 'none.ts', 'none.test.ts', '', 'main.ts/', '../x']
    const around = ['..%2fpackage.json', '%2e%2e/package.json', '..%2fsrc%2fmain.ts', 'main%00.ts']
    for (const name of [...others, ...around]) {
      const { status, text } = await http.call(`/console/${name}`)
      assert.deepEqual([status, text.includes('api.not_found')], [404, true], name)
    }
    const posted = await http.post('/console', {})
    assert.equal(posted.status, 405)
  })

  test('serves no test, and no file whose name is none of a module', async (t) => {
    const own = await mkdtemp(path.join(tmpdir(), 'tukar-console-'))
    t.after(() => rm(own, { recursive: true, force: true }))
    const names = ['page.html', 'a-view.ts', 'a-view.test.ts', 'notes.md', '.hidden.ts', 'B.ts']
    for (const name of names) await writeFile(path.join(own, name), '')
    assert.deepEqual(
      consoleRoutes(own).map((route) => route.path),
      ['/console', '/console/console.css', '/console/a-view.ts'],
    )
  })
})

test('no module of the console can make markup or code of a text', () => {
  const ways = /(?:inner|outer|set)HTML|insertAdjacent|document\.write|DOMParser|srcdoc|\beval\b/
  for (const name of modules) {
    assert.doesNotMatch(readFileSync(path.join(folder, name), 'utf8'), ways, name)
  }
})

test('only the first module reaches for the browser', () => {
  const reaches = /(?<![.\w'])(?:fetch\(|sessionStorage|localStorage|globalThis|location\.)/
  const reaching = modules.filter((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    return reaches.test(text.replace(/window\.location\./g, ''))
  })
  assert.ok(reaching.includes('main.ts'))
  assert.deepEqual(reaching, ['main.ts', 'service.ts'], 'service.ts calls the one it was handed')
})
