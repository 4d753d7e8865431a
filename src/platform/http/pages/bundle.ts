import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile, Plugin } from 'esbuild'
import { fontType, scriptType, styleType } from './page-headers.ts'

/** The scripts and styles of one app; each name contains a hash of the content. */
export type Bundle = Readonly<{
  script: string
  /** What the script imports at once, so that a browser can ask for all of it together. */
  imports: readonly string[]
  style: string
  files: ReadonlyMap<string, Readonly<{ mediaType: string; body: Buffer }>>
}>

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': styleType,
  '.js': scriptType,
  '.woff2': fontType,
}

const fileOf = (name: string, body: Buffer) => {
  const mediaType = mediaTypes[path.extname(name)]
  if (mediaType === undefined) throw new Error(`${name} has no media type`)
  return [name, { mediaType, body }] as const
}

/** Pages are written for React; its smaller replacement is a quarter of what a first load takes. */
const renderer = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** Bundles that are being made: they share one process of the bundler. */
let running = 0

/**
 * Bundles the app `web/<app>`, which takes a fraction of a second. The bundler is a process of its
 * own, which ends with the last bundle that is made at the time: ended earlier, it would leave the
 * others waiting for ever.
 */
export async function bundle(app: string): Promise<Bundle> {
  running += 1
  const { build, stop } = await import('esbuild')
  const entryPoint = `web/${app}/main.tsx`
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: [entryPoint],
      outdir: 'out',
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      loader: { '.woff2': 'file' },
      tsconfig: path.join(root, 'web/tsconfig.json'),
      alias: renderer,
      plugins: [wholeShell(path.join(root, entryPoint))],
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
    const imports = importsOf(metafile.outputs, entry[0]).map((at) => path.basename(at))
    // The bundler also writes the style beside each file that is loaded later.
    const needed = files.filter(([name]) => !name.endsWith('.css') || name === style)
    return { script, imports, style, files: new Map(needed) }
  } finally {
    running -= 1
    if (running === 0) await stop()
  }
}

/**
 * Lets every module that is loaded later import the entry point, which has run by then. The bundler
 * makes a file for each set of entry points that share modules; so all that the first screen needs
 * is one file, in place of two dozen.
 */
const wholeShell = (entry: string): Plugin => ({
  name: 'whole-shell',
  setup(build) {
    const isLater = {}
    build.onResolve({ filter: /^\./ }, ({ kind, path: to, resolveDir }) =>
      kind === 'dynamic-import'
        ? { path: path.resolve(resolveDir, to), pluginData: isLater }
        : undefined,
    )
    build.onLoad({ filter: /\.tsx$/ }, async ({ path: at, pluginData }) => {
      if (pluginData !== isLater) return undefined
      const text = await readFile(at, 'utf8')
      return { contents: `${text}\nimport ${JSON.stringify(entry)}\n`, loader: 'tsx' }
    })
  },
})

/** The files that a file imports statically, and those that they import. */
function importsOf(outputs: Metafile['outputs'], entry: string): readonly string[] {
  const found = new Set([entry])
  for (const at of found) {
    for (const { path: to, kind } of outputs[at]?.imports ?? []) {
      if (kind === 'import-statement') found.add(to)
    }
  }
  found.delete(entry)
  return [...found]
}
