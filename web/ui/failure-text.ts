import type { Language } from '@tukar/client'
import { textOf } from '@tukar/client/texts'
import { createContext, use } from 'react'
import { useLanguage } from './language.tsx'

/** How a page puts failed calls into words; pages of another API provide another function. */
export const FailureTexts = createContext<(error: unknown, language: Language) => string>(textOf)

/** Returns a function that says, in the language of the page, why a call failed. */
export function useFailureText(): (error: unknown) => string {
  const text = use(FailureTexts)
  const language = useLanguage()
  return (error) => text(error, language)
}
