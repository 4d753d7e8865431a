import type { Language } from '@tukar/client'
import { createContext, use } from 'react'

/** Changes the language of the console; `main.tsx` provides it. */
export const SetLanguage = createContext<(language: Language) => void>(() => undefined)

export const useSetLanguage = (): ((language: Language) => void) => use(SetLanguage)
