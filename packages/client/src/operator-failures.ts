import type { Language } from './decimal.ts'
import { operatorTexts } from './operator-texts.ts'
import { Refusal } from './refusal.ts'
import { textOf } from './texts.ts'

/** Returns what to show an operator about a failed call. */
export function operatorTextOf(error: unknown, language: Language): string {
  const key = error instanceof Refusal ? error.message : ''
  return Object.hasOwn(operatorTexts, key)
    ? (operatorTexts[key]?.[language] ?? key)
    : textOf(error, language)
}
