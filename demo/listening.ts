import type { Person } from './play.ts'
import type { Order } from './trading.ts'

/** Follows a person's stream while `work` runs, which is given the orders heard of so far. */
export async function whileListening<Result>(
  { client }: Pick<Person, 'client'>,
  work: (heard: readonly Order[]) => Promise<Result>,
): Promise<Result> {
  const heard: Order[] = []
  const started = Promise.withResolvers<void>()
  const stream = client.stream('/api/stream', {
    start: () => started.resolve(),
    order: (order) => heard.push(order),
  })
  try {
    await Promise.race([started.promise, stream.ended])
    return await work(heard)
  } finally {
    stream.close()
    await stream.ended
  }
}
