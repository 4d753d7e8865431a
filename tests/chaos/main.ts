/**
 * `npm run chaos -- --seed 7 --operations 2000 --faults 4 --nodes 2` plays random operations and
 * faults on two nodes. The same seed gives the same schedule. A long run is played in parts, each
 * on a new database; a failing part is shrunk for up to `--shrink` minutes.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { play } from '../storms/stage.ts'
import { playSchedule } from './play.ts'
import { drawSchedule, inWords, type Schedule, usualFaults } from './schedule.ts'
import { shrink } from './shrink.ts'

const partMs = 45 * 60_000
/**
 * Fewer than the emulated providers remember of each kind of item, and over before the money that
 * users have from the start, which no provider holds, is alerted as a break.
 */
const perPart = 7_500

// Node may wait without end for handles that it frees when it would end by itself.
process.exit(await main())

type Options = Readonly<{
  faults: number
  keep: boolean
  shrinkMinutes: number
  signal: AbortSignal
}>

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(2 ** 30)) },
      operations: { type: 'string', default: '2000' },
      faults: { type: 'string', default: String(usualFaults) },
      nodes: { type: 'string', default: '2' },
      shrink: { type: 'string', default: '0' },
      keep: { type: 'boolean', default: false },
    },
  })
  const [seed, count, minutes, faults] = [
    Number(values.seed),
    Number(values.operations),
    Number(values.shrink),
    Number(values.faults),
  ]
  if (!(Number.isInteger(seed) && count >= 1 && faults >= 0) || values.nodes !== '2') {
    console.error(
      'npm run chaos -- [--seed N] [--operations M] [--faults PER_1000] [--nodes 2]' +
        ' [--shrink MINUTES] [--keep]',
    )
    return 2
  }
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // The second signal ends it without an orderly cleanup.
      if (interrupted.signal.aborted) process.exit(1)
      interrupted.abort(new Error(`interrupted by ${name}`))
    })
  }
  const { signal } = interrupted
  const options = { faults, keep: values.keep, shrinkMinutes: minutes, signal }
  let passed = 0
  for (let part = 0; part * perPart < count && !signal.aborted; part += 1) {
    const size = Math.min(perPart, count - part * perPart)
    // A part repeats alone: its seed is printed.
    if (!(await playPart(drawSchedule(seed + part, size, faults), options))) return 1
    passed += size
    console.log(`${passed} of ${count} operations passed`)
  }
  return signal.aborted ? 1 : 0
}

async function playPart(schedule: Schedule, options: Options): Promise<boolean> {
  const { seed, operations } = schedule
  const drawn = `--seed ${seed} --operations ${operations.length} --faults ${options.faults}`
  console.log(`\n${drawn}`)
  if (await passes(schedule, options)) return true
  console.log(`failed; it repeats with ${drawn}`)
  if (options.shrinkMinutes > 0 && !options.signal.aborted) await printSmallest(schedule, options)
  return false
}

async function passes(schedule: Schedule, { keep, signal }: Options): Promise<boolean> {
  const broken = await play(
    { name: 'chaos', withinMs: partMs, run: (stage) => playSchedule(stage, schedule) },
    { scale: 1, keep },
    signal,
  )
  return broken.length === 0
}

/** Removes faults first, since each costs seconds, and then operations. */
async function printSmallest(schedule: Schedule, options: Options): Promise<void> {
  const endsMs = performance.now() + options.shrinkMinutes * 60_000
  const mayGoOn = () => performance.now() < endsMs && !options.signal.aborted
  const fails = async (smaller: Schedule) => !(await passes(smaller, { ...options, keep: false }))
  const faults = await shrink(
    schedule.faults,
    (some) => fails({ ...schedule, faults: some }),
    mayGoOn,
  )
  const operations = await shrink(
    schedule.operations,
    (some) => fails({ ...schedule, operations: some, faults }),
    mayGoOn,
  )
  console.log('\nthe smallest failing schedule found:')
  for (const line of inWords({ operations, faults })) console.log(line)
}
