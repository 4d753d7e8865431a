/** The reason why the demo cannot continue, as a sentence for its user. */
export class Broken extends Error {
  override readonly name = 'Broken'
  /** Whether it was refused, and not broken: a status between 400 and 499. */
  readonly refused: boolean

  constructor(sentence: string, { refused = false } = {}) {
    super(sentence)
    this.refused = refused
  }
}
