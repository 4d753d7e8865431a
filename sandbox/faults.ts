import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** Faults between the service and a provider, which the fault dial enables and disables. */
export const requestFaults = [
  'timeout',
  'drop-response',
  'error-500',
  'error-429',
  'latency',
  'bad-json',
] as const
export const callbackFaults = [
  'duplicate-callbacks',
  'reorder-callbacks',
  'lose-callbacks',
  'odd-texts',
] as const

export type RequestFault = (typeof requestFaults)[number]
export type CallbackFault = (typeof callbackFaults)[number]

export const Fault = z.strictObject({
  provider: z.string(),
  fault: z.enum([...requestFaults, ...callbackFaults]),
  method: z.string().optional(),
  path: z.string().startsWith('/').optional(),
  times: z.int().positive().optional(),
  delayMs: z.int().nonnegative().max(600_000).optional(),
})
export type Fault = z.infer<typeof Fault>

type Occasion = Readonly<{ provider: string; method: string; path: string }>
export type Struck<Kind> = Readonly<{ fault: Kind; delayMs: number | undefined }>

export type Dial = Readonly<{
  /** Returns the id under which the fault can be cleared. */
  set: (fault: Fault) => string
  all: () => readonly SetFault[]
  /** Clears one fault; returns false if it is not set any more. */
  clearOne: (id: string) => boolean
  clear: () => void
  /** Returns the first fault that matches this request, and uses it once. */
  strikeRequest: (occasion: Occasion) => Struck<RequestFault> | null
  /** The same for a callback before it is sent. */
  strikeCallback: (occasion: Occasion) => Struck<CallbackFault> | null
}>

/** A fault that is set; `times` is how often it will still apply. */
type SetFault = Fault & Readonly<{ id: string }>

type Live = { readonly id: string; readonly fault: Fault; left: number }

const maxLive = 1_000

/** Calls `changed` when a fault is set, used or cleared. */
export function faultDial(changed: () => void = () => undefined): Dial {
  let live: Live[] = []

  function strike<Kind extends string>(
    kinds: readonly Kind[],
    occasion: Occasion,
  ): Struck<Kind> | null {
    for (const candidate of live) {
      const kind = kinds.find((one) => one === candidate.fault.fault)
      if (kind === undefined || !fits(candidate.fault, occasion)) continue
      candidate.left -= 1
      changed()
      if (candidate.left <= 0) live = live.filter((other) => other !== candidate)
      return { fault: kind, delayMs: candidate.fault.delayMs }
    }
    return null
  }

  return {
    set(fault) {
      const id = randomUUID()
      const left = fault.times ?? Number.POSITIVE_INFINITY
      live = [...live.slice(1 - maxLive), { id, fault, left }]
      changed()
      return id
    },
    all: () =>
      live.map(({ id, fault, left }) => ({
        ...fault,
        id,
        ...(Number.isFinite(left) ? { times: left } : {}),
      })),
    clearOne(id) {
      const others = live.filter((one) => one.id !== id)
      const found = others.length < live.length
      live = others
      changed()
      return found
    },
    clear() {
      live = []
      changed()
    },
    strikeRequest: (occasion) => strike(requestFaults, occasion),
    strikeCallback: (occasion) => strike(callbackFaults, occasion),
  }
}

function fits(fault: Fault, occasion: Occasion): boolean {
  return (
    fault.provider === occasion.provider &&
    (fault.method === undefined || fault.method.toUpperCase() === occasion.method) &&
    (fault.path === undefined || occasion.path.startsWith(fault.path))
  )
}
