/** Why the demo can't go on, as a sentence for whoever started it. */
export class Broken extends Error {
  override readonly name = 'Broken'
}
