/** Public reads, each against a bare route that answers the same bytes. */
import type { Load } from './load.ts'
import { type Running, type Stage, startBareRead, startService } from './stage.ts'

const paths = ['/api/setting/get-all', '/api/wallet-status', '/api/news'] as const

export type Reads = Readonly<{ path: string; ratio: number }>

type Measured = (name: string, service: Running, requests: Iterator<Buffer>) => Promise<Load>

function* asking(path: string, count: number): Generator<Buffer, void> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  for (let sent = 0; sent < count; sent += 1) yield request
}

/** Ours and the bare one in turn, so that both meet the same machine. */
export async function publicReads(
  stage: Stage,
  count: number,
  measured: Measured,
): Promise<readonly Reads[]> {
  const service = await startService(stage)
  const reads: Reads[] = []
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`)
    const bare = await startBareRead(path, await answer.text())
    for (const one of [bare, service]) {
      await measured(`warming up ${path}`, one, asking(path, Math.round(count / 4)))
    }
    const least = await measured(`${path}, a bare route`, bare, asking(path, count))
    const ours = await measured(path, service, asking(path, count))
    await bare.stop()
    reads.push({ path, ratio: ours.perSecond / least.perSecond })
  }
  await service.stop()
  return reads
}
