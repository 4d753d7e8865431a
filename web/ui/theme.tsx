import { useState } from 'react'
import { useTexts } from './language.tsx'
import { Tabs } from './tabs.tsx'
import { uiWords } from './words.ts'

const stored = 'tukar.theme'
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const loadTheme = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem(stored)) ?? 'system'

/** Applies the stored theme; the style sheet has both colours of everything. */
export function applyTheme(theme: Theme = loadTheme()): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme
}

export function ThemeSwitch() {
  const t = useTexts(uiWords)
  const [theme, setTheme] = useState(loadTheme)
  const change = (next: Theme) => {
    localStorage.setItem(stored, next)
    applyTheme(next)
    setTheme(next)
  }
  const tabs = themes.map((key) => ({ key, title: t[key] }))
  return <Tabs label={t.theme} tabs={tabs} value={theme} onChange={change} />
}
