import type { Tukar } from '../harness.ts'

/** Counts this many wrong passwords under the name of a rule, without hashing any. */
export const wrongBefore = ({ service }: Tukar, name: string, key: string, points: number) =>
  service.ctx.counters.take({ name, points: 1_000_000, windowSeconds: 900 }, key, points)

/** The same for one account, over all networks. */
export const strangersGuessed = (tukar: Tukar, account: string, points: number) =>
  wrongBefore(tukar, 'wrong-passwords-of-account', account, points)
