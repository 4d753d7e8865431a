import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { figure, line, type Target } from './stage/figures.ts'
import { residentMb } from './stage/processes.ts'
import { type Stage, startService } from './stage/stage.ts'

/** How long a service idles before its memory is read. */
const idleMs = 5_000
const restarts = 3

/** Starts the service with its own database, like `npm start`: first a new one, then again. */
export async function starts(stage: Stage): Promise<readonly Target[]> {
  line('Starts, with the embedded PostgreSQL and the emulators')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-bench-start-'))
  try {
    const first = await startOnce(stage, dataDir)
    figure('first start', seconds(first.tookMs))
    const more: Start[] = []
    for (let times = 0; times < restarts; times += 1) more.push(await startOnce(stage, dataDir))
    const best = Math.min(...more.map(({ tookMs }) => tookMs))
    const idleMb = Math.max(...more.map((start) => start.idleMb))
    figure('later starts', more.map(({ tookMs }) => seconds(tookMs)).join(', '))
    return [
      { name: 'first start', value: seconds(first.tookMs), wanted: 'at most 2.5 s' },
      { name: 'later start, the quickest', value: seconds(best), wanted: 'at most 1.0 s' },
      { name: 'memory when idle', value: `${Math.round(idleMb)} MB`, wanted: 'at most 150 MB' },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Start = Readonly<{ tookMs: number; idleMb: number }>

async function startOnce(stage: Stage, dataDir: string): Promise<Start> {
  const startedMs = performance.now()
  const service = await startService({ ...stage, dataDir }, { DATABASE_URL: '' })
  const tookMs = performance.now() - startedMs
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const idleMb = residentMb(service.pid) ?? 0
  await service.stop()
  return { tookMs, idleMb }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`
