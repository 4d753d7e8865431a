import { setTimeout as pause } from 'node:timers/promises'
import type { Tukar } from '../packages/client/src/client.ts'
import { type Api, patienceMs } from './api.ts'
import type { Authenticator } from './authenticator.ts'
import { Broken } from './broken.ts'
import type { Service } from './service.ts'
import type { Stage } from './stage/stage.ts'

/** The context of every chapter. */
export type Play = Readonly<{ stage: Stage; tukar: Service; sandbox: Api; cast: Cast }>

/** A part of the demo. Chapters run in order; a later one may use people of an earlier one. */
export type Chapter = Readonly<{ title: string; run: (play: Play) => Promise<void> }>

/** A user, and the app that they are signed in to. */
export type Person = Readonly<{ id: number; email: string; client: Tukar }>
export type Trader = Person & Readonly<{ password: string }>
/** A user who may withdraw: known by a card, with an authenticator app. */
export type Proven = Readonly<{ cardName: string; app: Authenticator }>
export type Operator = Readonly<{ email: string; token: string }>
export type VirtualAccount = Readonly<{ bankCode: string; accountNumber: string }>

/** The people and things of the story so far. */
export type Cast = Readonly<{
  trader: Role<Trader>
  account: Role<VirtualAccount>
  cardName: Role<string>
  app: Role<Authenticator>
  /** Another trader, with coins. */
  friend: Role<Person & Pick<Proven, 'app'>>
  /** The operators; null if their passwords are unknown. */
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

/** Looks until there is something to see, and breaks off after a while. */
export async function until<Seen>(
  awaited: string,
  look: () => Promise<Seen | null | undefined>,
): Promise<Seen> {
  const lastMs = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (seen !== null && seen !== undefined) return seen
    if (performance.now() > lastMs) {
      throw new Broken(`Waited ${patienceMs / 1_000} s in vain for ${awaited}.`)
    }
    await pause(lookEveryMs)
  }
}
