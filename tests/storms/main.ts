/**
 * Runs the storms of `npm run storm`: all, or the named ones. `--scale 0.1` makes them smaller, and
 * `--keep` leaves their folders.
 */
import { parseArgs } from 'node:util'
import { codeGuessing } from './code-guessing.ts'
import { coins } from './coins.ts'
import { consoles } from './consoles.ts'
import { duplicates } from './duplicates.ts'
import { enumeration } from './enumeration.ts'
import { events } from './events.ts'
import { forgers } from './forgers.ts'
import { guessing } from './guessing.ts'
import { hostileUploads } from './hostile-uploads.ts'
import { kill } from './kill.ts'
import { leader } from './leader.ts'
import { loginFlood } from './login-flood.ts'
import { orders } from './orders.ts'
import { outage } from './outage.ts'
import { restore } from './restore.ts'
import { rolling } from './rolling.ts'
import { rupiah } from './rupiah.ts'
import { slowCommit } from './slow-commit.ts'
import { play, type Storm } from './stage.ts'
import { terminate } from './terminate.ts'
import { withdrawals } from './withdrawals.ts'

const storms: readonly Storm[] = [
  kill,
  terminate,
  outage,
  slowCommit,
  duplicates,
  leader,
  events,
  rolling,
  enumeration,
  guessing,
  loginFlood,
  codeGuessing,
  hostileUploads,
  coins,
  rupiah,
  withdrawals,
  orders,
  consoles,
  forgers,
  restore,
]

// Node may wait without end for handles that it frees when it would end by itself.
process.exit(await main())

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      scale: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const scale = Number(values.scale)
  const unknown = positionals.filter((name) => !storms.some((storm) => storm.name === name))
  if (unknown.length > 0 || !(scale > 0 && scale <= 1)) {
    console.error(
      `npm run storm -- [--scale 0.01..1] [--keep] [${storms.map(({ name }) => name).join('|')}]`,
    )
    return 2
  }
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second signal ends it without an orderly cleanup.
      if (interrupted.signal.aborted) process.exit(1)
      interrupted.abort(new Error(`interrupted by ${signal}`))
    })
  }
  const played = storms.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  let passed = 0
  for (const storm of played) {
    if (interrupted.signal.aborted) break
    const broken = await play(storm, { scale, keep: values.keep }, interrupted.signal)
    if (broken.length === 0) passed += 1
  }
  console.log(`\n${passed} passed, ${played.length - passed} failed`)
  return passed === played.length ? 0 : 1
}
