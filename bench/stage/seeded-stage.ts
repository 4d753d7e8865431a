import { openStage, type Stage, seedTraders, startService } from './stage.ts'
import { measureMachine } from './yardstick.ts'

/** Runs on a separate database server with tables and traders; also measures the machine. */
export async function onSeededStage<Result>(
  run: (stage: Stage) => Promise<Result>,
  { countsStatements = false } = {},
): Promise<Result> {
  const stage = await openStage({ countsStatements })
  try {
    // The first start creates the tables.
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
