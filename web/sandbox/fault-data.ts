import * as z from 'zod/mini'
import { useControl } from './control.ts'

const Fault = z.object({
  id: z.string(),
  provider: z.string(),
  fault: z.string(),
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  times: z.optional(z.number()),
  delayMs: z.optional(z.number()),
})
export type SetFault = z.output<typeof Fault>

export const useFaults = () => useControl('faults', '/faults', z.array(Fault))
