import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { FailureTexts, failureWords } from '../ui/failure-text.ts'
import { LanguageProvider, loadLanguage, saveLanguage } from '../ui/language.tsx'
import { LaterScreen, later, usePrefetch } from '../ui/later.tsx'
import { applyTheme } from '../ui/theme.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import '../ui/ui.css'
import '../ui/charts.css'
import './console.css'
import './overview/overview.css'
import { Invitation } from './access/invitation.tsx'
import { SignIn } from './access/sign-in.tsx'
import { BrokenPage } from './broken-page.tsx'
import { session } from './session.ts'
import { SetLanguage } from './set-language.ts'

/** What follows the sign-in: loaded while the form is read, or at once if none is needed. */
const signedIn = later(async () => (await import('./signed-in.tsx')).SignedIn)
const prefetched = [signedIn]
if (session.token() !== null) void signedIn.load()

const useToken = (): string | null => useSyncExternalStore(session.subscribe, session.token)

/** A mailed link carries its token behind the `#`, so that no server logs it. */
const invitationIn = (hash: string): string | null =>
  /^#\/invitation\/(.+)$/.exec(hash)?.[1] ?? null

function useHash(): string {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const read = () => setHash(location.hash)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return hash
}

function Console() {
  const token = useToken()
  const invitation = invitationIn(useHash())
  usePrefetch(prefetched)
  if (invitation !== null) return <Invitation token={invitation} />
  return token === null ? (
    <SignIn />
  ) : (
    <LaterScreen key={token} view={signedIn} broken={<BrokenPage />} />
  )
}

const failures = failureWords(
  async () => (await import('@tukar/client/operator-texts')).operatorTextOf,
)

function App() {
  const [language, setLanguage] = useState(loadLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    saveLanguage(language)
  }, [language])
  return (
    <SetLanguage value={setLanguage}>
      <LanguageProvider language={language}>
        <FailureTexts value={failures}>
          <ToastProvider>
            <Console />
          </ToastProvider>
        </FailureTexts>
      </LanguageProvider>
    </SetLanguage>
  )
}

applyTheme()
const root = document.getElementById('app')
if (root === null) throw new Error('the page has no place for the console')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
