import { openStage, type Stage, seedTraders, startService } from './stage.ts'
import { measureMachine } from './yardstick.ts'

/** Runs on a database server of its own, with tables and traders; the machine is measured too. */
export async function onSeededStage<Result>(
  run: (stage: Stage) => Promise<Result>,
  { countsStatements = false } = {},
): Promise<Result> {
  const stage = await openStage({ countsStatements })
  try {
    // The first start makes the tables.
    await (await startService(stage)).stop()
    await seedTraders(stage)
    await measureMachine(stage)
    const result = await run(stage)
    await measureMachine(stage)
    return result
  } finally {
    await stage.stop()
  }
}
