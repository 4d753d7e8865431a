import type { Language } from '@tukar/client'
import { createContext, type ReactNode, useContext } from 'react'

/** Texts in both languages; the Indonesian ones state which there are. */
export type Texts<Table> = Readonly<{ id: Table; en: Table }>

export const texts = <Table,>(id: Table, en: NoInfer<Table>): Texts<Table> => ({ id, en })

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
