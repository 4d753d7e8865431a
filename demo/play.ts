import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from './api.ts'
import { Broken } from './broken.ts'
import type { Stage } from './stage/stage.ts'

/** What every chapter is given. */
export type Play = Readonly<{ stage: Stage; tukar: Api; sandbox: Api; cast: Cast }>

/** A part of the demo. Chapters run in their order; a later one may use what earlier ones cast. */
export type Chapter = Readonly<{ title: string; run: (play: Play) => Promise<void> }>

export type Trader = Readonly<{ id: number; email: string; password: string; token: string }>
export type VirtualAccount = Readonly<{ bankCode: string; accountNumber: string }>

/** Who and what the story has so far. */
export type Cast = Readonly<{ trader: Role<Trader>; account: Role<VirtualAccount> }>

type Role<Part> = Readonly<{ is: (part: Part) => void; get: () => Part }>

export const newCast = (): Cast => ({
  trader: role<Trader>('trader'),
  account: role<VirtualAccount>('virtual account'),
})

function role<Part>(name: string): Role<Part> {
  let given: Part | null = null
  return {
    is(part) {
      given = part
    },
    get() {
      if (given === null) throw new Broken(`No earlier chapter of the demo made a ${name}.`)
      return given
    },
  }
}

const lookEveryMs = 40
const patienceMs = 15_000

/** Looks until there is something to see, and breaks off after a while. */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen | null | undefined>,
): Promise<Seen> {
  const lastMs = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (seen !== null && seen !== undefined) return seen
    if (performance.now() > lastMs) {
      throw new Broken(`Waited ${patienceMs / 1_000} s in vain for ${what}.`)
    }
    await pause(lookEveryMs)
  }
}
