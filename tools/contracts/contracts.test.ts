/**
 * What public tools say of the documents, and whether the clients that they generate compile. Run
 * it with `npm run contracts`.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Parser } from '@asyncapi/parser'
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import { asyncApi } from '../../src/platform/http/openapi/asyncapi.ts'
import {
  callbacksOpenApi,
  openApi,
  operatorOpenApi,
} from '../../src/platform/http/openapi/documents.ts'

const here = import.meta.dirname
const root = path.join(here, '../..')
const documents = {
  openapi: openApi(endpoints),
  'callbacks-openapi': callbacksOpenApi(endpoints),
  'operator-openapi': operatorOpenApi(endpoints),
}
const folder = await mkdtemp(path.join(tmpdir(), 'tukar-documents-'))
after(() => rm(folder, { recursive: true, force: true }))
const fileOf = (name: string): string => path.join(folder, `${name}.json`)
for (const [name, text] of Object.entries(documents)) await writeFile(fileOf(name), text)
const minutes = { timeout: 300_000 }

/** Runs a tool of this package, or of the project; fails with what it printed. */
async function run(tool: string, args: readonly string[], of = here): Promise<string> {
  const binary = path.join(of, 'node_modules/.bin', tool)
  const { stdout } = await promisify(execFile)(binary, args, {
    cwd: here,
    maxBuffer: 16_777_216,
  }).catch((error: unknown) => {
    const printed = error instanceof Error ? Reflect.get(error, 'stdout') : error
    return assert.fail(`${tool} ${args.join(' ')}\n${printed}\n${error}`)
  })
  return stdout
}

const Pointer = z.object({ pointer: z.string().default('') })
const RedoclyReport = z.object({
  problems: z.array(
    z.object({ ruleId: z.string(), message: z.string(), location: z.array(Pointer).min(1) }),
  ),
})
const SpectralReport = z.array(
  z.object({ code: z.string(), message: z.string(), path: z.array(z.coerce.string()) }),
)

/**
 * What Redocly reports of a document, warnings too: its exit code counts errors alone, and a report
 * without a limit names the first hundred.
 */
async function redocly(file: string): Promise<readonly string[]> {
  const rules = ['--extends', 'recommended', '--max-problems', '1000', '--format', 'json']
  const { problems } = RedoclyReport.parse(
    JSON.parse(await run('redocly', ['lint', file, ...rules])),
  )
  return problems.map(
    ({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`,
  )
}

/** What Spectral reports of a document, hints too. */
async function spectral(file: string): Promise<readonly string[]> {
  const rules = ['-r', 'spectral.yaml', '-F', 'error', '-f', 'json', '-q']
  const found = SpectralReport.parse(JSON.parse(await run('spectral', ['lint', file, ...rules])))
  return found.map(({ code, message, path: at }) => `${code} ${at.join('/')}: ${message}`)
}

describe('the documents', () => {
  test('the linters see what a document lacks', minutes, async () => {
    const poor = fileOf('poor')
    const info = { title: 'Poor', version: '1' }
    const document = { openapi: '3.1.1', info, servers: [{ url: '/' }], paths: {} }
    await writeFile(poor, JSON.stringify(document))
    assert.notDeepEqual(await redocly(poor), [])
    assert.notDeepEqual(await spectral(poor), [])
  })

  for (const [name, text] of Object.entries(documents)) {
    test(`${name}: Redocly's recommended rules report nothing`, minutes, async () => {
      assert.deepEqual(await redocly(fileOf(name)), [])
    })

    test(`${name}: Spectral's rules for OpenAPI report nothing`, minutes, async () => {
      assert.deepEqual(await spectral(fileOf(name)), [])
    })

    test(`${name}: a reader downloads at most 640 kB`, async () => {
      assert.ok(Buffer.byteLength(JSON.stringify(JSON.parse(text))) <= 640_000)
    })
  }

  test('asyncapi: its reference parser reports nothing', async () => {
    const { diagnostics } = await new Parser().parse(asyncApi(endpoints))
    assert.deepEqual(diagnostics, [])
  })
})

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    checkers: 1,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['**/*.ts'],
}

describe('a generated client compiles under strict TypeScript', () => {
  for (const name of Object.keys(documents)) {
    const generators: Readonly<Record<string, (out: string) => Promise<string>>> = {
      'openapi-typescript': (out: string) =>
        run('openapi-typescript', [fileOf(name), '-o', path.join(out, 'schema.ts')]),
      'openapi-ts': (out: string) =>
        run('openapi-ts', ['-i', fileOf(name), '-o', out, '-c', '@hey-api/client-fetch']),
      orval: (out: string) =>
        run('orval', [
          ...['--input', fileOf(name), '--output', path.join(out, 'client.ts')],
          ...['--client', 'fetch'],
        ]),
    }
    for (const [generator, generate] of Object.entries(generators)) {
      test(`${name}: ${generator}`, minutes, async (t) => {
        const out = await mkdtemp(path.join(tmpdir(), 'tukar-generated-'))
        t.after(() => rm(out, { recursive: true, force: true }))
        await generate(out)
        await writeFile(path.join(out, 'tsconfig.json'), JSON.stringify(settings))
        await run('tsc', ['-p', out], root)
      })
    }
  }
})
