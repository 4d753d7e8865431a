import type { Language } from '@tukar/client'
import { createContext, type ReactNode, useContext } from 'react'
import type { Texts } from './texts.ts'

const LanguageContext = createContext<Language>('id')

export const LanguageProvider = (props: { language: Language; children: ReactNode }) => (
  <LanguageContext value={props.language}>{props.children}</LanguageContext>
)

export const useLanguage = (): Language => useContext(LanguageContext)

/** Returns the texts in the language of the user. */
export const useTexts = <Table,>(table: Texts<Table>): Table => table[useLanguage()]

const storedLanguage = 'tukar.language'

/** The language that was chosen in this browser, else that of the browser. */
export function loadLanguage(): Language {
  const chosen = localStorage.getItem(storedLanguage) ?? navigator.language
  return chosen.startsWith('en') ? 'en' : 'id'
}

export const saveLanguage = (language: Language): void =>
  localStorage.setItem(storedLanguage, language)
