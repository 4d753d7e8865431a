import type { Language } from '@tukar/client'
import { saveLanguage } from '../ui/language.tsx'
import { LanguageTabs } from '../ui/language-tabs.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'

type PreferencesProps = Readonly<{ onLanguage: (language: Language) => void }>

export function Preferences({ onLanguage }: PreferencesProps) {
  const change = (language: Language) => {
    saveLanguage(language)
    onLanguage(language)
  }
  return (
    <div className="panel-preferences">
      <LanguageTabs onChange={change} />
      <ThemeSwitch />
    </div>
  )
}
