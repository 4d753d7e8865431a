import type { Language } from '@tukar/client'
import { LanguageTabs } from '../ui/language-tabs.tsx'
import { useTukar } from './tukar.tsx'

/** Changes the language here and, for a signed-in user, of mails and messages. */
export function LanguageSwitch() {
  const { tukar, isSignedIn, setLanguage } = useTukar()
  const change = (language: Language) => {
    setLanguage(language)
    if (isSignedIn) tukar.patch('/api/users/language', { body: { language } }).catch(() => null)
  }
  return <LanguageTabs onChange={change} />
}
