import { execFileSync } from 'node:child_process'
import { chmod, open } from 'node:fs/promises'
import { isCode } from '../src/base/error-code.ts'

/** Mounts an empty disk in memory; returns false if this process may mount none. */
export async function mountDisk(folder: string, megabytes: number): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const size = `size=${megabytes}m`
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'none', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  await chmod(folder, 0o755)
  return true
}

/**
 * Removes a mounted disk, if it is still there. Programs that use it keep it until they end.
 */
export function unmountDisk(folder: string): void {
  try {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  } catch {
    // It is not mounted any more.
  }
}

/** Writes a file until its disk has no space left. */
export async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const bytes of [1_048_576, 4_096]) await writeUntilFull(handle, Buffer.alloc(bytes))
  } finally {
    await handle.close()
  }
}

async function writeUntilFull(
  handle: Awaited<ReturnType<typeof open>>,
  block: Buffer,
): Promise<void> {
  try {
    for (;;) await handle.write(block)
  } catch (error) {
    if (!isCode(error, 'ENOSPC')) throw error
  }
}
