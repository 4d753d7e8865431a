/*
 * The way in, and the one file of JavaScript, since it must not need what it saves: what Node has
 * compiled and stripped of its types once is kept, so that the next start is quicker and smaller.
 *
 * Two things can be said only before a process begins. A small young generation: requests leave
 * little behind. And that glibc returns large blocks at once: hashing a password takes 19 MiB, and
 * the allocator would keep that for each thread that ever hashed. So the process begins anew, once,
 * under the same id.
 */
import { enableCompileCache } from 'node:module'

const settings = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' }
const isSettled = Object.keys(settings).every((name) => process.env[name] !== undefined)

if (process.platform === 'linux' && !isSettled) {
  const flags = ['--max-semi-space-size=8', ...process.execArgv]
  const args = [process.execPath, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...settings, ...process.env })
}

enableCompileCache()
await import('./src/main.ts')
