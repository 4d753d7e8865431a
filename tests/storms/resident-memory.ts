import { readFile } from 'node:fs/promises'

/** Resident memory of a process and its children, in bytes; null if it cannot be read. */
export async function residentBytes(pid: number): Promise<number | null> {
  const own = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const kilobytes = own === null ? undefined : /^VmRSS:\s+(\d+) kB$/m.exec(own)?.[1]
  if (kilobytes === undefined) return null
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  let bytes = Number(kilobytes) * 1_024
  for (const child of children.split(' ').filter((text) => text !== '')) {
    bytes += (await residentBytes(Number(child))) ?? 0
  }
  return bytes
}

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`
