/**
 * `npm run cluster` starts the reference deployment on this machine, until Ctrl-C.
 * `npm run cluster -- storm` plays faults on it and judges what is left.
 * `npm run cluster -- missing` lists what is missing, and installs nothing.
 */
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { play } from '../../tests/storms/stage.ts'
import { startCluster } from './cluster.ts'
import { faultNames } from './faults.ts'
import { choosePorts } from './layout.ts'
import { findPrograms, type Programs } from './programs.ts'
import { playFaults } from './storm.ts'

const usage = `npm run cluster -- [--port N] [--keep]
npm run cluster -- missing
npm run cluster -- storm [--short] [--rounds N] [--keep] [${faultNames.join('|')}]`
const day = 24 * 60 * 60_000

// Node may wait without end for handles that it frees when it would end by itself.
process.exit(await main())

type Options = Readonly<{ short: boolean; keep: boolean; rounds: number; port: number | null }>

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '1' },
      port: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [command, ...names] = positionals
  const rounds = Number(values.rounds)
  const port = values.port === undefined ? null : Number(values.port)
  const isKnown = names.every((name) => faultNames.includes(name))
  const isPort = port === null || (Number.isInteger(port) && port > 1_023 && port < 65_000)
  if (!['storm', 'missing'].includes(command ?? 'storm') || !isKnown || !(rounds >= 1) || !isPort) {
    console.error(usage)
    return 2
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-cluster-programs-'))
  // Patroni's user reads its source there.
  await chmod(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const isListing = command === 'missing'
  const programs = findPrograms(folder, !isListing)
  if (!('etcd' in programs)) {
    const say = isListing ? console.log : console.error
    for (const line of programs) say(line)
    return 1
  }
  if (isListing) return 0
  const options = { short: values.short, keep: values.keep, rounds, port }
  return command === 'storm' ? storm(programs, names, options) : run(programs, options)
}

function interruption(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second signal ends it without an orderly cleanup.
      if (interrupted.signal.aborted) process.exit(1)
      interrupted.abort(new Error(`interrupted by ${signal}`))
    })
  }
  return interrupted.signal
}

async function run(programs: Programs, { keep, port }: Options): Promise<number> {
  const interrupted = interruption()
  let isUp = false
  const ports = await choosePorts(port)
  const show = { scale: 1, keep, withinMs: day }
  await play(
    {
      name: 'cluster',
      run: async (stage) => {
        const cluster = await startCluster(stage, { programs, ports })
        isUp = true
        const lines = {
          'the service': cluster.serviceUrl,
          console: cluster.nodes.map(({ internalUrl }) => `${internalUrl}/console`).join(' '),
          sandbox: cluster.sandboxUrl,
          Prometheus: cluster.prometheusUrl,
          HAProxy: cluster.monitoringUrl,
          Patroni: cluster.members.map(({ restUrl }) => `${restUrl}/cluster`).join(' '),
          PostgreSQL: cluster.databaseUrl,
          Redis: cluster.redisUrl,
          'files and logs': stage.folder,
        }
        for (const [name, value] of Object.entries(lines)) stage.print(`${name}: ${value}`)
        stage.print('Ctrl-C ends all of it')
        await stage.sleep(day).catch(() => undefined)
      },
    },
    show,
    interrupted,
  )
  return isUp ? 0 : 1
}

async function storm(
  programs: Programs,
  names: readonly string[],
  { short, keep, rounds, port }: Options,
): Promise<number> {
  const ports = await choosePorts(port)
  const { passed, failed } = await playFaults({
    programs,
    ports,
    names,
    short,
    keep,
    rounds,
    interrupted: interruption(),
  })
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
