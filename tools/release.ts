/**
 * `npm run release -- minor` (or `major`, `patch`): makes the next release of what is committed.
 * It checks, writes the version, the changelog's section and the released API, commits, tags, and
 * builds the files of the release in `data/releases/VERSION`. It pushes nothing.
 *
 * `--prepare` stops before the commit, so that the changes can be reviewed; a prepared and
 * committed version is tagged and built by `npm run release` without a level. `--unchecked` leaves
 * out `npm run check`, for a commit that it has just passed. `--build` only builds the files.
 */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { notesOf, released } from './releases/changelog.ts'
import { levels, nextVersion, readProjectVersion, writeVersion } from './releases/version-bump.ts'

const root = path.dirname(import.meta.dirname)
const changelogFile = path.join(root, 'CHANGELOG.md')

/** Runs a program; throws if it fails. Returns what it printed. */
function run(program: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed\n${stdout}`)
  return stdout
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      prepare: { type: 'boolean', default: false },
      unchecked: { type: 'boolean', default: false },
      build: { type: 'boolean', default: false },
    },
  })
  if (values.build) return void (await build(await readProjectVersion(root)))
  const [wanted] = positionals
  const level = levels.find((one) => one === wanted)
  if (wanted !== undefined && level === undefined) {
    throw new Error(`a release is one of ${levels.join(', ')}, not ${wanted}`)
  }
  if (run('git', 'status', '--porcelain') !== '') throw new Error('commit your changes first')
  const present = await readProjectVersion(root)
  const version = level === undefined ? present : nextVersion(present, level)
  assertNew(version)
  if (level !== undefined) await prepare(version)
  if (values.prepare) return
  if (level !== undefined) run('git', 'commit', '--all', '--message', `release: ${version}`)
  if (!values.unchecked) run('npm', 'run', 'check')
  const notes = notesOf(await readFile(changelogFile, 'utf8'), version)
  const folder = await build(version)
  // The tag comes last: a release whose files cannot be built has none.
  const message = `Tukar ${version}\n\n${notes}`
  run('git', 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', message)
  console.log(`v${version} is tagged, and its files are in ${path.relative(root, folder)}`)
}

function assertNew(version: string): void {
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`v${version} exists`)
}

/** Writes all that a release changes; the released API is that of the new version. */
async function prepare(version: string): Promise<void> {
  const changelog = await readFile(changelogFile, 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  const sectioned = released(changelog, version, day)
  // Against the API of the last release, before that is replaced.
  run('node', 'tools/api-check.ts')
  await writeVersion(root, version)
  await writeFile(changelogFile, sectioned)
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund')
  const ccxt = ['--prefix', 'packages/ccxt', '--package-lock-only', '--ignore-scripts']
  run('npm', 'install', ...ccxt, '--no-audit', '--no-fund')
  // In processes of their own, since this one has loaded the earlier version.
  run('node', 'tools/generate.ts')
  run('node', 'tools/write-released-api.ts')
}

const Sbom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
})

/** Builds the files of a release: packages, an SBOM, notes and checksums. */
async function build(version: string): Promise<string> {
  const notes = notesOf(await readFile(changelogFile, 'utf8'), version)
  const folder = path.join(root, 'data/releases', version)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  run('npm', 'ci', '--prefix', 'packages/ccxt', '--ignore-scripts', '--no-audit', '--no-fund')
  for (const name of ['client', 'cli', 'ccxt']) {
    run('npm', 'pack', `./packages/${name}`, '--pack-destination', folder)
  }
  const sbom = Sbom.parse(JSON.parse(run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev')))
  // npm names the project after the folder of the clone.
  sbom.metadata.component.name = 'tukar'
  await writeFile(path.join(folder, `tukar-${version}.cdx.json`), JSON.stringify(sbom, null, 2))
  await writeFile(path.join(folder, 'NOTES.md'), `${notes}\n`)
  const sums = (await readdir(folder)).toSorted().map(async (name) => {
    const content = await readFile(path.join(folder, name))
    return `${hash('sha256', content)}  ${name}\n`
  })
  await writeFile(path.join(folder, 'SHA256SUMS'), (await Promise.all(sums)).join(''))
  return folder
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
