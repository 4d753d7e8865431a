/** The terms of a subject by their names: amounts as decimal text, and flags. */
export type Terms = Readonly<Record<string, string | number | boolean>>

/** Terms as the text of a proposal: `active true, minNotional 25000`. */
export const termsText = (terms: Terms): string =>
  Object.entries(terms)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

/** Parses the text of terms; flags become booleans. */
export function termsIn(text: string): Readonly<Record<string, string | boolean>> {
  const terms = text.split(', ').map((term) => {
    const [name = '', value = ''] = term.split(' ', 2)
    return [name, value === 'true' || value === 'false' ? value === 'true' : value] as const
  })
  return Object.fromEntries(terms)
}

type ChangedTerms = Readonly<{
  /** Flags that become false: each stops something, so one operator may set them at once. */
  stops: Terms
  /** All other changes, which two operators must agree to. */
  guarded: Terms
}>

/** Sorts the terms that differ by whether one operator may change them. */
export function changedTerms(was: Terms, is: Terms): ChangedTerms {
  const changed = Object.entries(is).filter(([name, value]) => value !== was[name])
  const isStop = ([, value]: (typeof changed)[number]) => value === false
  return {
    stops: Object.fromEntries(changed.filter(isStop)),
    guarded: Object.fromEntries(changed.filter((one) => !isStop(one))),
  }
}
