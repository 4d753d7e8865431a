import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useLocation } from 'wouter'
import { FailureTexts, failureWords } from '../ui/failure-text.ts'
import { LanguageProvider, loadLanguage, useTexts } from '../ui/language.tsx'
import { Empty } from '../ui/states.tsx'
import { applyTheme } from '../ui/theme.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import '../ui/ui.css'
import './sandbox.css'
import { failureText } from './control.ts'
import { Frame } from './frame.tsx'
import { screens } from './screens.ts'
import { frameTexts } from './texts/frame.ts'

/** Changes are reported by the sandbox (`live.ts`). */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 } },
})

const words = failureWords(async () => failureText)

function Panel() {
  const [language, setLanguage] = useState(loadLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <LanguageProvider language={language}>
      <FailureTexts value={words}>
        <ToastProvider>
          <Shown onLanguage={setLanguage} />
        </ToastProvider>
      </FailureTexts>
    </LanguageProvider>
  )
}

function Shown({ onLanguage }: Pick<Parameters<typeof Frame>[0], 'onLanguage'>) {
  const t = useTexts(frameTexts)
  const [here] = useLocation()
  const screen = screens.find(({ path }) => path === here)
  return (
    <Frame title={screen === undefined ? t.notFound : t[screen.title]} onLanguage={onLanguage}>
      {screen === undefined ? <Empty>{t.notFound}</Empty> : <screen.View />}
    </Frame>
  )
}

applyTheme()
const root = document.getElementById('app')
if (root === null) throw new Error('the page has no place for the panel')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Panel />
    </QueryClientProvider>
  </StrictMode>,
)
