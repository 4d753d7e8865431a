import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from './api.ts'
import type { Authenticator } from './authenticator.ts'
import { Broken } from './broken.ts'
import type { Stage } from './stage/stage.ts'

/** What every chapter is given. */
export type Play = Readonly<{ stage: Stage; tukar: Api; sandbox: Api; cast: Cast }>

/** A part of the demo. Chapters run in their order; a later one may use what earlier ones cast. */
export type Chapter = Readonly<{ title: string; run: (play: Play) => Promise<void> }>

/** What is needed to act for somebody. */
export type Person = Readonly<{ id: number; email: string; token: string }>
export type Trader = Person & Readonly<{ password: string }>
/** Somebody who may withdraw: known by a card, with an app that shows codes. */
export type Proven = Readonly<{ cardName: string; app: Authenticator }>
export type Operator = Readonly<{ email: string; token: string }>
export type VirtualAccount = Readonly<{ bankCode: string; accountNumber: string }>

/** Who and what the story has so far. */
export type Cast = Readonly<{
  trader: Role<Trader>
  account: Role<VirtualAccount>
  cardName: Role<string>
  app: Role<Authenticator>
  /** Another trader, who owns coins. */
  friend: Role<Person & Pick<Proven, 'app'>>
  /** Who runs the service; null where nobody knows the password. */
  operator: Role<Operator | null>
}>

type Role<Part> = Readonly<{ is: (part: Part) => void; get: () => Part }>

export const newCast = (): Cast => ({
  trader: role<Trader>('trader'),
  account: role<VirtualAccount>('virtual account'),
  cardName: role<string>('card'),
  app: role<Authenticator>('authenticator app'),
  friend: role<Person & Pick<Proven, 'app'>>('friend'),
  operator: role<Operator | null>('operator'),
})

function role<Part>(name: string): Role<Part> {
  const given: Part[] = []
  return {
    is(part) {
      given.splice(0, 1, part)
    },
    get() {
      const [part] = given
      if (part === undefined) throw new Broken(`No earlier chapter of the demo made a ${name}.`)
      return part
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
