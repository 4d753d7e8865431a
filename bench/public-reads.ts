/** Public reads, each against a bare route that returns the same bytes. */
import { line, measured, ratio, type Target } from './stage/figures.ts'
import { type Stage, startBareRead, startService } from './stage/stage.ts'

const connections = 512

const paths = ['/api/setting/get-all', '/api/wallet-status', '/api/news'] as const

function* requestsFor(path: string, count: number): Generator<Buffer, void> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  for (let sent = 0; sent < count; sent += 1) yield request
}

/** Measures ours and the bare one in turn, so that both have the same conditions. */
export async function publicReads(stage: Stage, count: number): Promise<readonly Target[]> {
  line(`Public reads over ${connections} connections`)
  const service = await startService(stage)
  const targets: Target[] = []
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`)
    const bare = await startBareRead(path, await answer.text())
    const ask = (name: string, port: number, asked: number) =>
      measured(name, { port, connections, requests: requestsFor(path, asked) })
    for (const { port } of [bare, service]) {
      await ask(`warming up ${path}`, port, Math.round(count / 4))
    }
    const least = await ask(`${path}, a bare route`, bare.port, count)
    const ours = await ask(path, service.port, count)
    await bare.stop()
    targets.push(ratio(`${path} to a bare route`, ours.perSecond / least.perSecond, 'at least 0.5'))
  }
  await service.stop()
  return targets
}
