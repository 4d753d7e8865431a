/** Random choices that a seed repeats. */
import { hash } from 'node:crypto'
import fc from 'fast-check'

export type Draw = Readonly<{
  /** A whole number between both, including them. */
  whole: (least: number, most: number) => number
  /** Whether an event of this probability happens. */
  chance: (probability: number) => boolean
  pick: <Member>(members: readonly Member[]) => Member
  /** A text of any UTF-16 units, halves of surrogate pairs among them. */
  text: (maxLength: number) => string
  /** A text that matches a pattern of JSON Schema. */
  matching: (pattern: string) => string
  /** Any JSON value. */
  json: () => unknown
}>

export function drawFrom(seed: string): Draw {
  let drawn = 0
  const next = (): number => {
    drawn += 1
    return Number.parseInt(hash('sha256', `${seed} ${drawn}`).slice(0, 8), 16)
  }
  const sample = <Value>(values: fc.Arbitrary<Value>): Value => {
    const [value] = fc.sample(values, { seed: next(), numRuns: 1 })
    if (value === undefined) throw new Error('nothing was drawn')
    return value
  }
  const whole = (least: number, most: number) => least + (next() % (most - least + 1))
  return {
    whole,
    chance: (probability) => whole(0, 999) < probability * 1_000,
    pick: (members) => {
      const found = members.slice(whole(0, members.length - 1))
      if (found[0] === undefined) throw new Error('nothing to pick from')
      return found[0]
    },
    text: (maxLength) =>
      String.fromCharCode(...Array.from({ length: whole(0, maxLength) }, () => whole(0, 0xffff))),
    matching: (pattern) => sample(fc.stringMatching(new RegExp(pattern))),
    json: () => sample(fc.jsonValue()),
  }
}
