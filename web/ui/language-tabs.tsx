import type { Language } from '@tukar/client'
import { useLanguage } from './language.tsx'
import { Tabs } from './tabs.tsx'

const languages = [
  { key: 'id', title: 'ID', label: 'ID: Bahasa Indonesia' },
  { key: 'en', title: 'EN', label: 'EN: English' },
] as const

export const LanguageTabs = ({
  onChange,
}: Readonly<{ onChange: (language: Language) => void }>) => (
  <Tabs label="Bahasa / Language" tabs={languages} value={useLanguage()} onChange={onChange} />
)
