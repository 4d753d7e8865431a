/** Whether `packages/client` is current, small, and usable in a project of its own. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { startTukar } from '../../tests/harness.ts'
import { schemaFiles } from './client-schema.ts'

const root = path.join(import.meta.dirname, '../..')
const client = path.join(root, 'packages/client')
const run = promisify(execFile)

/** Bytes of the whole client with its texts, bundled for browsers and compressed. */
const mostBytes = 16 * 1_024

test('the types of the client are those of the contracts', async () => {
  for (const [file, text] of schemaFiles) {
    const committed = await readFile(file, 'utf8')
    assert.equal(
      committed,
      await text(),
      `${file} is out of date: run \`npm run contracts:client\``,
    )
  }
})

test('the client and its texts add at most 16 kB to an app, and need nothing of Node', async () => {
  const contents = "export * from './client.ts'; export * from './texts.ts'"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.join(client, 'src') },
    ...{ bundle: true, minify: true, write: false },
    ...{ format: 'esm', platform: 'browser', target: 'es2022' },
  })
  const [bundle] = outputFiles
  assert.ok(bundle)
  const bytes = gzipSync(bundle.contents, { level: 9 }).length
  assert.ok(bytes <= mostBytes, `${bytes} bytes`)
})

const settings = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'] },
    ...{ types: [], skipLibCheck: false, outDir: 'dist' },
  },
  include: ['*.ts'],
}

/** A new project, in which the packed client is installed as any package is. */
async function freshProject(t: TestContext): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), 'tukar-app-'))
  t.after(() => rm(project, { recursive: true, force: true }))
  const packed = await run('npm', ['pack', '--pack-destination', project], { cwd: client })
  const archive = packed.stdout.trim().split('\n').at(-1) ?? assert.fail()
  await writeFile(path.join(project, 'package.json'), '{"type":"module","private":true}')
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(settings))
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', ['install', path.join(project, archive), ...quiet], { cwd: project })
  return project
}

async function compile(project: string): Promise<void> {
  const compiler = path.join(root, 'node_modules/.bin/tsc')
  await run(compiler, ['-p', project]).catch((error) => assert.fail(`${error.stdout}`))
}

/** The blocks of code in the client's README. */
async function examplesOf(readme: string): Promise<readonly string[]> {
  const text = await readFile(readme, 'utf8')
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

describe('the packed client, installed in a new project', () => {
  test('runs the first deposit; the examples compile under strict TypeScript', async (t) => {
    const project = await freshProject(t)
    await cp(path.join(client, 'examples'), project, { recursive: true })
    const readme = await examplesOf(path.join(client, 'README.md'))
    assert.ok(readme.length > 5)
    for (const [index, code] of readme.entries()) {
      await writeFile(path.join(project, `readme-${index}.ts`), code)
    }
    await compile(project)
    assert.ok((await readdir(path.join(project, 'dist'))).includes('first-deposit.js'))
    const tukar = await startTukar(t)
    const program = `import { firstDeposit } from './dist/first-deposit.js'
      await firstDeposit('${tukar.url}', '${tukar.sandbox.url}')`
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await run(process.execPath, args, { cwd: project, timeout: 60_000 })
    const [registered, signedIn, opened, paid] = stdout.split('\n')
    assert.match(registered ?? '', /^Registered ani-\d+@example\.com$/)
    assert.equal(signedIn, 'Confirmed the address, and signed in')
    assert.match(opened ?? '', /^Opened the virtual account \d+ at BCA$/)
    assert.match(
      paid ?? '',
      /^Paid .*; after the fee Rp\u00a02[0-9]{2}\.[0-9]{3}(?:,[0-9]+)? arrived$/,
    )
  })
})
