import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { scriptType, styleType } from './page-headers.ts'

const Manifest = z.object({
  /** The digest of the sources. */
  sources: z.string(),
  script: z.string(),
  style: z.string(),
  files: z.array(z.string()),
})
type Manifest = z.output<typeof Manifest>

/** The scripts and styles of one app; each name contains a hash of the content. */
export type Bundle = Readonly<{
  script: string
  style: string
  files: ReadonlyMap<string, Readonly<{ mediaType: string; body: Buffer }>>
}>

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const manifestName = 'manifest.json'
const distOf = (app: string): string => path.join(root, 'web/dist', app)

/**
 * Returns the bundle of the app `web/<app>`: the one that `npm run build:web` wrote if it is of
 * these sources, else it bundles now, which takes a fraction of a second.
 */
export async function readBundle(app: string, folder = distOf(app)): Promise<Bundle> {
  return (await builtAhead(app, folder)) ?? bundle(app)
}

/** Bundles an app into `web/dist`; returns the bytes of each file. */
export async function writeBundle(
  app: string,
  folder = distOf(app),
): Promise<ReadonlyMap<string, number>> {
  const { files, script, style } = await bundle(app)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, { body }] of files) await writeFile(path.join(folder, name), body)
  const sources = await digestOfSources(app)
  const manifest: Manifest = { sources, script, style, files: [...files.keys()] }
  await writeFile(path.join(folder, manifestName), `${JSON.stringify(manifest)}\n`)
  return new Map([...files].map(([name, { body }]) => [name, body.length]))
}

async function builtAhead(app: string, folder: string): Promise<Bundle | null> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => null)
  if (text === null) return null
  const { sources, script, style, files } = Manifest.parse(JSON.parse(text))
  if (sources !== (await digestOfSources(app))) return null
  const read = async (name: string) => fileOf(name, await readFile(path.join(folder, name)))
  return { script, style, files: new Map(await Promise.all(files.map(read))) }
}

const fileOf = (name: string, body: Buffer) =>
  [name, { mediaType: name.endsWith('.css') ? styleType : scriptType, body }] as const

/** Bundling an app depends on these files alone. */
const sourceGlobs = (app: string): string[] => [
  `web/{ui,${app}}/**/*`,
  'web/tsconfig.json',
  'packages/client/src/*.ts',
  'package-lock.json',
]

async function digestOfSources(app: string): Promise<string> {
  const found = globSync(sourceGlobs(app), { cwd: root, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort()
  const digest = createHash('sha256')
  for (const file of paths) {
    digest
      .update(path.relative(root, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return digest.digest('hex')
}

/** The bundler is a process of its own, which ends with the work. */
async function bundle(app: string): Promise<Bundle> {
  const { build, stop } = await import('esbuild')
  const entryPoint = `web/${app}/main.tsx`
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: [entryPoint],
      outdir: distOf(app),
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      tsconfig: path.join(root, 'web/tsconfig.json'),
      define: { 'process.env.NODE_ENV': '"production"' },
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2023',
      minify: true,
      legalComments: 'none',
      jsx: 'automatic',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const files = outputFiles.map(({ path: at, contents }) =>
      fileOf(path.basename(at), Buffer.from(contents)),
    )
    // Screens that are loaded later are entry points as well.
    const entry = Object.entries(metafile.outputs).find(([, out]) => out.entryPoint === entryPoint)
    if (entry?.[1].cssBundle === undefined) throw new Error(`web/${app} imports no style`)
    const [script, style] = [path.basename(entry[0]), path.basename(entry[1].cssBundle)]
    return { script, style, files: new Map(files) }
  } finally {
    await stop()
  }
}
