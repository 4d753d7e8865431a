/*
 * The entry point, and the one file of JavaScript, since it must not need the code it caches:
 * Node caches compiled and stripped files, so that the next start is quicker and smaller.
 *
 * Two options apply only before a process begins. The young generation must be larger than what 512
 * concurrent callbacks allocate (46 kB each): then most of it is garbage when it is collected; with
 * 8 MB all of it was copied twice, and promoted. And glibc must return large blocks at once: hashing a
 * password takes 19 MiB, and the allocator would keep that for each thread that ever hashed. So the
 * process restarts itself once, under the same id.
 */
import { enableCompileCache } from 'node:module'

const settings = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' }
const isSettled = Object.keys(settings).every((name) => process.env[name] !== undefined)

if (process.platform === 'linux' && !isSettled) {
  const flags = ['--max-semi-space-size=32', ...process.execArgv]
  const args = [process.execPath, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...settings, ...process.env })
}

enableCompileCache()
await import('./src/main.ts')
