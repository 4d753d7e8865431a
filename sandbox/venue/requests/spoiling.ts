import { z } from 'zod'
import { no } from './refusal.ts'

/**
 * The calls that get an error as their response; `does` determines whether the work is done first.
 */
export const Spoil = z.strictObject({
  code: z.int().negative(),
  message: z.string().default('Unexpected response from the message bus.'),
  status: z.int().min(400).max(599).default(400),
  method: z.enum(['GET', 'POST', 'DELETE']).default('POST'),
  path: z.string().default('/api/v3/order'),
  does: z.boolean().default(true),
  times: z.int().positive().default(1),
})
export type Spoil = z.infer<typeof Spoil>

/** Replaces responses by the venue's own error, with or without the work done. */
export function spoiling() {
  let live: Spoil[] = []
  return {
    add(spoil: Spoil): void {
      live = [...live, spoil]
    },
    clear(): void {
      live = []
    },
    spoiled(method: string, path: string, work: () => unknown): unknown {
      const struck = live.find((one) => one.method === method && one.path === path)
      if (struck === undefined) return work()
      live = live.flatMap((one) => {
        if (one !== struck) return [one]
        return one.times > 1 ? [{ ...one, times: one.times - 1 }] : []
      })
      if (struck.does) work()
      throw no(struck.code, struck.message, struck.status)
    },
  }
}
