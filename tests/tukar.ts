import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Config } from '../src/platform/config/config.ts'
import type { Service } from '../src/service.ts'

export type Answer = Readonly<{
  status: number
  headers: Headers
  text: string
  /** The response body as JSON; null if it is not JSON. */
  body: ReturnType<typeof JSON.parse>
}>

export type Call = Readonly<{
  token?: string
  body?: unknown
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
}>

/** A running service with its emulated providers; ports and database are not shared. */
export type Tukar = Readonly<{
  url: string
  nodes: readonly Service[]
  service: Service
  config: Config
  sandbox: Sandbox
  call: (method: string, path: string, call?: Call) => Promise<Answer>
  control: (method: string, path: string, body?: unknown) => Promise<Answer>
}>
