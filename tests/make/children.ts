import { readFile } from 'node:fs/promises'

async function childrenOf(pid: number): Promise<readonly number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean).map(Number)
}

/**
 * Returns a function that lists the children of a process, by default of this one, without those
 * that this one has now, such as a compiler of pages that another file started.
 */
export async function childrenFromNow(): Promise<(pid?: number) => Promise<readonly number[]>> {
  const earlier = new Set(await childrenOf(process.pid))
  return async (pid = process.pid) => (await childrenOf(pid)).filter((one) => !earlier.has(one))
}
