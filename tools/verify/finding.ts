/** One thing that is not as it was written, or does not agree with the rest. */
export type Finding = Readonly<{
  /** A table, or a column of it as `moves.units`. */
  what: string
  /** The row, as a person finds it. */
  row: string
  why: string
}>

const mostShown = 200

/** Collects findings; only the first ones are kept, all are counted. */
export class Findings {
  readonly shown: Finding[] = []
  count = 0

  add(what: string, row: string, why: string): void {
    this.count += 1
    if (this.shown.length < mostShown) this.shown.push({ what, row, why })
  }
}

export const textOf = ({ what, row, why }: Finding): string => `${what}: ${row}: ${why}`
