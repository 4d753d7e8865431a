/** The figures that `npm run bench -- --plot` wrote. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

export const folder = path.join(import.meta.dirname, '../../docs/performance')

const Micros = z.object({ service: z.number(), postgres: z.number(), kernel: z.number() })
const Turn = z.object({
  perSecond: z.number(),
  p99Ms: z.number(),
  serviceMicros: z.number(),
  serverMicros: z.number(),
})

const Figures = z.object({
  takenOn: z.iso.date(),
  /** The length of the loads; below one it was a trial. */
  scale: z.number(),
  machine: z.object({
    processor: z.string(),
    cores: z.int(),
    memoryGb: z.int(),
    system: z.string(),
    node: z.string(),
    postgres: z.string(),
  }),
  loads: z.array(
    z.object({
      work: z.string(),
      connections: z.int(),
      perSecond: z.number(),
      refusedPercent: z.number(),
      p50Ms: z.number(),
      p99Ms: z.number(),
      micros: Micros,
    }),
  ),
  growth: z.array(z.object({ moves: z.int(), micros: Micros })),
  peers: z.object({
    comparisons: z.array(z.object({ of: z.string(), ours: Turn, peer: Turn })),
    pgbench: z.object({ perSecond: z.number(), serverMicros: z.number() }).nullable(),
  }),
})
export type Figures = z.output<typeof Figures>
export type Micros = z.output<typeof Micros>
export type Turn = z.output<typeof Turn>

/** The number of connections at which the use of processor time is shown. */
export const shownConnections = 64

export const readFigures = async (): Promise<Figures> =>
  Figures.parse(JSON.parse(await readFile(path.join(folder, 'figures.json'), 'utf8')))
