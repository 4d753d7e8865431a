import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Packages that a service loads when it first needs them. */
const late = [
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@zxcvbn-ts/language-common',
  'bcrypt',
  'ioredis',
  'marked',
  'nodemailer',
  'pdfkit',
  'qrcode',
  'rate-limiter-flexible',
  'sanitize-html',
  'sharp',
]

/** Loads a module as a service does, and prints what was loaded with it. */
const program = (specifier: string): string => `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load: (url, context, next) => {
      loaded.push(url)
      return next(url, context)
    },
  })
  await import('${specifier}')
  const internal = process.moduleLoadList.filter((name) => name.includes('/undici/'))
  process.stdout.write([...loaded, ...internal].join('\\n'))
`

async function loadedWith(specifier: string): Promise<readonly string[]> {
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', program(specifier)],
    { cwd: root, maxBuffer: 4 * 1_024 * 1_024 },
  )
  return stdout.split('\n')
}

const lateOf = (loaded: readonly string[]): readonly string[] =>
  late.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)))

test("a start loads no package that only some requests need, nor Node's own fetch", async () => {
  const loaded = await loadedWith('./src/service.ts')
  assert.ok(loaded.some((url) => url.endsWith('/src/endpoints.ts')))
  assert.deepEqual(lateOf(loaded), [])
  assert.deepEqual(
    loaded.filter((name) => !name.startsWith('file:') && name.includes('undici')),
    [],
  )
})

test('the guard sees such a package', async () => {
  assert.deepEqual(lateOf(await loadedWith('qrcode')), ['qrcode'])
})
