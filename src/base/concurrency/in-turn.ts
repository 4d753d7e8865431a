/**
 * Works on items one after the other. A failure delays no other item; at the end it is thrown,
 * several as one `AggregateError`.
 */
export async function inTurn<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  const [first] = failures
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed: ${first}`)
  if (failures.length === 1) throw first
}
