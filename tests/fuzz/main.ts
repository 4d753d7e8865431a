/**
 * Plays requests and callbacks that are generated from the API documents against a service with
 * emulated providers, for `npm run fuzz`. `--seed N` repeats a run; `--requests` and `--callbacks`
 * set their numbers.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endShared } from '../database.ts'
import { startTukar } from '../harness.ts'
import { fuzz } from './fuzz.ts'

process.exitCode = await main()

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(1e9)) },
      requests: { type: 'string', default: '20000' },
      callbacks: { type: 'string', default: '20000' },
    },
  })
  const [requests, callbacks] = [Number(values.requests), Number(values.callbacks)]
  if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(callbacks)) {
    console.error('npm run fuzz -- [--seed N] [--requests N] [--callbacks N]')
    return 2
  }
  const ends: (() => unknown)[] = []
  try {
    const tukar = await startTukar({ after: (end) => ends.push(end) }, { jobs: 'all' })
    const { seed } = values
    const problems = await fuzz(tukar, { seed, requests, callbacks }, console.log)
    for (const problem of problems) console.log(`FAIL  ${problem}`)
    console.log(problems.length === 0 ? 'passed' : `failed; --seed ${seed} repeats it`)
    return problems.length === 0 ? 0 : 1
  } finally {
    for (const end of ends.toReversed()) await end()
    await endShared()
  }
}
