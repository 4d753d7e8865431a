/*
 * The entry point, and the one file of JavaScript, since it must not need the code it caches:
 * Node caches compiled and stripped files, so that the next start is quicker and smaller.
 *
 * Some options apply only before a process begins. The young generation must be larger than what
 * 512 concurrent callbacks allocate (46 kB each): then most of it is garbage when it is collected;
 * with 8 MB all of it was copied twice, and promoted. The old generation is collected when it is 2.5
 * times what survived before; V8 alone waits for up to 4 times, 120 MB more for 4 % less processor
 * time. And glibc must return large blocks at once: hashing a password takes 19 MiB, and the
 * allocator would keep that for each thread that ever hashed. And an idle service asks V8 to return
 * memory (`src/base/idle-memory.ts`), which V8 offers on request only. So the process restarts itself
 * once, under the same id.
 *
 * A start loads 1,800 modules. Node resolves each import with several calls to the file system, a
 * quarter of the time. `shortcuts` joins the paths of relative imports instead, and looks up each
 * package once for all of `src`. The results are the same, since no file here is a symbolic link.
 *
 * An older Node must read this file to say that it is too old, so names that it may lack are not
 * imported by themselves.
 */
import module from 'node:module'

const oldestMajor = 26

if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
  process.stderr.write(
    `Tukar needs Node ${oldestMajor}, and this is Node ${process.versions.node}: ` +
      'start it with `npm start`, which uses the Node that `npm ci` installed\n',
  )
  process.exit(1)
}

const settings = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' }
const isSettled = Object.keys(settings).every((name) => process.env[name] !== undefined)

if (process.platform === 'linux' && !isSettled) {
  const heap = ['--max-semi-space-size=32', '--heap-growing-percent=150', '--expose-gc']
  const flags = [...heap, ...process.execArgv]
  const args = [process.execPath, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...settings, ...process.env })
}

const src = new URL('src/', import.meta.url).href
const packages = new Map()

/** @type {import('node:module').ResolveHookSync} */
function shortcuts(specifier, context, next) {
  const { parentURL, conditions } = context
  if (parentURL === undefined || !conditions.includes('import')) return next(specifier, context)
  if (specifier.startsWith('./') || specifier.startsWith('../')) {
    const url = new URL(specifier, parentURL).href
    const format = url.startsWith(src) && url.endsWith('.ts') ? 'module-typescript' : undefined
    return { url, format, shortCircuit: true }
  }
  if (!parentURL.startsWith(src)) return next(specifier, context)
  const found = packages.get(specifier) ?? next(specifier, context)
  packages.set(specifier, found)
  return { ...found, shortCircuit: true }
}

module.enableCompileCache()
module.registerHooks({ resolve: shortcuts })
await import('./src/main.ts')
