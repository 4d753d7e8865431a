/** The parts of a test of a provider's client; `clients.test.ts` runs them all. */
import type { Rig } from '../test-rig.ts'

export type Call = Readonly<{
  /** As a developer writes it: `fetchTicker('BTC/USDT')`. */
  name: string
  /** Makes the call and asserts what the client returns. */
  run: () => Promise<unknown>
  /** Why the client cannot make this call here; `run` must then throw. */
  failsBecause?: string
}>

export const works = (name: string, run: Call['run']): Call => ({ name, run })

/** A published client of a provider, used as its documentation shows. */
export type Client = Readonly<{
  /** The name in `package.json`. */
  package: string
  /** The emulator it talks to: `venue`. */
  emulator: string
  /** How the client is pointed at the sandbox, in one sentence. */
  setUp: string
  /** Calls in the order they run; later calls may use results of earlier ones. */
  calls: (rig: Rig) => readonly Call[]
}>
