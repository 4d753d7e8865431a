import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { marked } from 'marked'
import { describeConfig, readConfig } from '../src/platform/config/config.ts'
import { secretFile } from '../src/platform/config/secret-file.ts'
import { childEnvironment } from './child-environment.ts'
import { freePort } from './free-port.ts'
import { type Sample, sampleProject } from './make/sample-project.ts'
import { emptyPlace, ready, startProcess } from './make/service-process.ts'

const root = path.join(import.meta.dirname, '..')

type Block = Readonly<{ page: string; script: string; shown: string | null }>

const read = (page: string): string => readFileSync(path.join(root, 'docs', page), 'utf8')

/** The pages of a folder in the order of its index: each continues the one before it. */
const pagesOf = (folder: string): readonly string[] =>
  [...read(`${folder}/README.md`).matchAll(/^(?:\d+\. |\| \d+ +\| )\[.+?\]\((.+?\.md)\)/gm)].map(
    ([, to]) => `${folder}/${to}`,
  )

const sampleOf = (page: string, index: number): string =>
  `${path.basename(page, '.md')}-${index}.ts`

/** The code blocks of a page and the text between them, in order. */
const partsOf = (page: string) => marked.lexer(read(page)).filter((token) => token.type !== 'space')

/**
 * The blocks marked `sh run` or `ts run`, each with the output in the block after it. Each
 * TypeScript block is a separate program.
 */
function blocksOf(page: string): readonly Block[] {
  const parts = partsOf(page)
  return parts.flatMap((token, index) => {
    if (token.type !== 'code' || !/^(?:sh|ts) run$/.test(String(token['lang']))) return []
    const next = parts[index + 1]
    const isShown = next?.type === 'code' && next['lang'] === 'output'
    const shown = isShown ? String(next['text']) : null
    const command = `node "$SAMPLES/${sampleOf(page, index)}"`
    const script = token['lang'] === 'sh run' ? String(token['text']) : command
    return [{ page, script, shown }]
  })
}

const samplesOf = (page: string): readonly Sample[] =>
  partsOf(page).flatMap((token, index) =>
    token.type === 'code' && token['lang'] === 'ts run'
      ? [{ file: sampleOf(page, index), code: String(token['text']) }]
      : [],
  )

/** Starts a sandbox as `npm start` does; returns the variables that the pages expect. */
async function startSandboxed(t: TestContext): Promise<Readonly<Record<string, string>>> {
  const dataSettings = await emptyPlace(t)
  const [sandbox, smtp] = [await freePort(), await freePort()]
  const env = { ...dataSettings, SANDBOX_PORT: `${sandbox}`, SANDBOX_SMTP_PORT: `${smtp}` }
  const tukar = await startProcess(t, { ...env, SANDBOX_TIME_SCALE: '600' })
  await ready(tukar)
  return {
    ...dataSettings,
    ...providersAt(env),
    TUKAR: tukar.url,
    SANDBOX: `http://127.0.0.1:${sandbox}/control`,
  }
}

/** The settings of real providers, pointing at the sandbox instead. */
function providersAt(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const result = readConfig(env)
  assert.ok(result.ok)
  const shown = describeConfig(result.config).map((line) => line.split(/=(.*)/s, 2))
  const ofProviders = /^(?:CUSTODY|VENUE|PAYX|PAYD|REPORT|MAIL|CAPTCHA|IDP|SMS|PUSH|OBJECT)_/
  const settingsShown = shown.filter(([name = '', value = '']) => {
    return ofProviders.test(name) && value !== '' && !value.startsWith('(')
  })
  const secrets = secretFile(path.join(env['DATA_DIR'] ?? '', 'secrets.json')).known()
  const known = Object.entries(secrets).filter(([name]) => ofProviders.test(name))
  const custodyKey = createPublicKey(secrets['CUSTODY_API_PRIVATE_KEY'] ?? '')
  return {
    ...Object.fromEntries(settingsShown),
    ...Object.fromEntries(known),
    CUSTODY_WEBHOOK_PUBLIC_KEY: `${custodyKey.export({ type: 'spki', format: 'pem' })}`,
  }
}

/** Readers wait a second before they look again; the test waits less. */
const shortPauses = 'sleep() { [ "$1" != 1 ] || set -- 0.3; command sleep "$1"; }\n'

/** One shell runs all blocks; a marker line after each reports its success. */
const mark = (index: number): string => `--- block ${index} is done ---`

async function run(
  t: TestContext,
  blocks: readonly Block[],
  variables: Readonly<Record<string, string>>,
): Promise<Readonly<{ outputs: readonly string[]; errors: string }>> {
  const script = blocks.map((block, index) => `${block.script}\necho; echo '${mark(index)}'`)
  const shell = spawn('sh', ['-eu', '-c', shortPauses + script.join('\n')], {
    cwd: root,
    env: {
      ...childEnvironment,
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      ...variables,
    },
    timeout: 900_000,
  })
  t.after(() => shell.kill('SIGKILL'))
  let output = ''
  let errors = ''
  shell.stdout.on('data', (piece) => {
    output += String(piece)
  })
  shell.stderr.on('data', (piece) => {
    errors += String(piece)
  })
  await new Promise((resolve) => shell.once('close', resolve))
  const outputs = blocks.map((_, index) => {
    const begins = index === 0 ? 0 : output.indexOf(mark(index - 1)) + mark(index - 1).length
    const ends = output.indexOf(mark(index))
    return ends < 0 ? `it ended with:\n${output.slice(begins)}` : output.slice(begins, ends).trim()
  })
  return { outputs, errors }
}

/** A guide's expected output as a pattern; `…` matches text that differs between runs. */
const patternOf = (shown: string): RegExp =>
  new RegExp(`^${shown.split('…').map(RegExp.escape).join('[^]*?')}$`)

/** The guides in the order in which one reader follows them all. */
const books = {
  guides: 'the guides for apps',
  operators: 'the guides for operators',
  'going-live': 'the pages of going live',
}

const followed = Object.keys(books).flatMap((folder) => [`${folder}/README.md`, ...pagesOf(folder)])

test('every command and sample of all guides runs, and prints what its page shows', async (t) => {
  const blocks = followed.flatMap(blocksOf)
  const SAMPLES = await sampleProject(t, followed.flatMap(samplesOf))
  // The files that pages make are removed with the samples.
  const places = { SAMPLES, TMPDIR: SAMPLES }
  const { outputs, errors } = await run(t, blocks, { ...(await startSandboxed(t)), ...places })
  for (const [index, { page, script, shown }] of blocks.entries()) {
    const output = outputs[index] ?? ''
    const details = `${page}:\n${script}\n${output}\n${errors}`
    assert.ok(!output.startsWith('it ended with:'), details)
    if (shown !== null) assert.match(output, patternOf(shown), details)
  }
})

for (const [folder, title] of Object.entries(books)) {
  test(`the index of ${title} lists every page`, () => {
    const files = readdirSync(path.join(root, 'docs', folder))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => `${folder}/${name}`)
    assert.deepEqual(pagesOf(folder).toSorted(), files.toSorted())
  })
}
