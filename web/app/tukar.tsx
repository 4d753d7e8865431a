import type { Language, Tukar } from '@tukar/client'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { LanguageProvider, loadLanguage, saveLanguage } from '../ui/language.tsx'
import { signedIn, tukar } from './session.ts'

type App = Readonly<{
  tukar: Tukar
  isSignedIn: boolean
  setLanguage: (language: Language) => void
}>

const AppContext = createContext<App | null>(null)

/** Gives all screens the client, the state of the session and the language. */
export function TukarProvider({ children }: Readonly<{ children: ReactNode }>) {
  const isSignedIn = useSyncExternalStore(signedIn.subscribe, signedIn.read)
  const [language, setLanguage] = useState(loadLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    saveLanguage(language)
  }, [language])
  return (
    <AppContext value={{ tukar, isSignedIn, setLanguage }}>
      <LanguageProvider language={language}>{children}</LanguageProvider>
    </AppContext>
  )
}

/** The client, whether a user is signed in, and how to change the language. */
export function useTukar(): App {
  const app = use(AppContext)
  if (app === null) throw new Error('useTukar needs a TukarProvider above it')
  return app
}
