import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServer } from 'vite'
import { startTukar } from '../harness.ts'
import { sampleProject } from '../make/sample-project.ts'
import { openPage } from './browser.ts'

const readme = path.join(import.meta.dirname, '../../packages/client/README.md')

/** The program of the section `In a browser`, which calls the service at this address. */
async function programFor(url: string): Promise<string> {
  const [, section = ''] = (await readFile(readme, 'utf8')).split('\n## In a browser\n')
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(section) ?? []
  assert.ok(code.includes("'http://127.0.0.1:3000'"), code)
  return code.replace('http://127.0.0.1:3000', url)
}

/** Starts the development server of a new project, on the usual port of Vite or the next one. */
async function startVite(t: TestContext, project: string): Promise<string> {
  const script = '<script type="module" src="/main.ts"></script>'
  await writeFile(path.join(project, 'index.html'), `<!doctype html><title>Mine</title>${script}`)
  const server = await createServer({
    root: project,
    configFile: false,
    logLevel: 'silent',
    server: { fs: { strict: false } },
    optimizeDeps: { include: ['@tukar/client'] },
  })
  t.after(() => server.close())
  await server.listen()
  return server.resolvedUrls?.local[0] ?? assert.fail('Vite has no address')
}

test("the README's page in a new Vite project reads from a sandbox", async (t) => {
  const tukar = await startTukar(t, { app: true })
  const code = await programFor(tukar.url)
  const project = await sampleProject(t, [{ file: 'main.ts', code }])
  const url = await startVite(t, project)
  assert.match(url, /^http:\/\/localhost:\d+\/$/)
  const page = await openPage(t, url, tukar.url)
  await page.goto('/')
  await page.getByText(/^BTC_IDR: from IDR/).waitFor()
})
