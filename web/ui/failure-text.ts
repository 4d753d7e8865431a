import { type Language, Refusal } from '@tukar/client'
import { textOf } from '@tukar/client/texts'
import { createContext, use } from 'react'
import { useLanguage } from './language.tsx'

/** How a page puts failed calls into words; pages of another API provide another function. */
export const FailureTexts = createContext<(error: unknown, language: Language) => string>(textOf)

/** A refusal of a field's value: its message is a sentence about the field. */
export const isAboutField = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.key === 'api.validation_failed'

/** Returns a function that says why a call failed, in the language of the page where it can. */
export function useFailureText(): (error: unknown) => string {
  const text = use(FailureTexts)
  const language = useLanguage()
  return (error) => (isAboutField(error) ? error.message : text(error, language))
}
