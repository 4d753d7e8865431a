import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'packages/client')

export type Sample = Readonly<{ file: string; code: string }>

const settings = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true },
    ...{ noUncheckedIndexedAccess: true, erasableSyntaxOnly: true },
    ...{ target: 'es2024', module: 'nodenext', moduleDetection: 'force' },
    ...{ types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] },
  },
  include: ['*.ts'],
}

/**
 * Makes a project that has the built client and these samples, which compile under strict
 * TypeScript. Returns its folder.
 */
export async function sampleProject(t: TestContext, samples: readonly Sample[]): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), 'tukar-samples-'))
  t.after(() => rm(project, { recursive: true, force: true }))
  if (samples.length === 0) return project
  const client = path.join(project, 'node_modules/@tukar/client')
  await mkdir(client, { recursive: true })
  await cp(path.join(source, 'package.json'), path.join(client, 'package.json'))
  await compile(source, ['--outDir', path.join(client, 'dist')])
  for (const name of ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers']) {
    const to = path.join(project, 'node_modules', name)
    await symlink(path.join(root, 'node_modules', name), to)
  }
  await writeFile(path.join(project, 'package.json'), '{"type":"module","private":true}')
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(settings))
  for (const { file, code } of samples) await writeFile(path.join(project, file), code)
  await compile(project)
  return project
}

async function compile(project: string, options: readonly string[] = []): Promise<void> {
  const compiler = path.join(root, 'node_modules/.bin/tsc')
  await promisify(execFile)(compiler, ['-p', project, ...options]).catch((error: unknown) =>
    assert.fail(error instanceof Error ? `${Reflect.get(error, 'stdout')}` : `${error}`),
  )
}
