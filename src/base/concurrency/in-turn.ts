/**
 * Runs works one after the other. A failure delays no other work; at the end it is thrown, several
 * as one `AggregateError`.
 */
export async function inTurn(works: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = []
  for (const work of works) await work().catch((error: unknown) => failures.push(error))
  if (failures.length > 1) throw new AggregateError(failures, 'several works failed')
  if (failures.length === 1) throw failures[0]
}
