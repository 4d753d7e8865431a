/** The reasons of a withdrawal's review that its owner may know. */
export const reviewReasons = [
  'other_name',
  'unknown_name',
  'large_amount',
  'new_destination',
  'recent_change',
  'other',
] as const

export type ReviewReason = (typeof reviewReasons)[number]

/** Signs of risk are hidden from the user who may cause them: each counts as another reason. */
const named: readonly (readonly [RegExp, ReviewReason])[] = [
  [/^the bank account is in another name$/, 'other_name'],
  [/^the verified name is not known$/, 'unknown_name'],
  [/^new destination$| to new destinations /, 'new_destination'],
  [/^(?:very )?large (?:amount|sum) ?/, 'large_amount'],
  [/^a recently (?:changed|added) /, 'recent_change'],
]

/** Translates the stored reasons of a review, each once. */
export function shownReasons(stored: readonly string[]): readonly ReviewReason[] {
  const found = stored.map((text) => named.find(([words]) => words.test(text))?.[1] ?? 'other')
  return [...new Set(found)]
}
