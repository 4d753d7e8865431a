import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Refusal } from '@tukar/client'
import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, Redirect, Route, Router, Switch } from 'wouter'
import { FailureTexts, failureWords } from '../ui/failure-text.ts'
import { LanguageProvider, loadLanguage, saveLanguage, useTexts } from '../ui/language.tsx'
import { Empty, Failure, Spinner } from '../ui/states.tsx'
import { applyTheme } from '../ui/theme.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import '../ui/ui.css'
import '../ui/charts.css'
import './console.css'
import './overview/overview.css'
import { AppForm, PasswordForm } from './access/account.tsx'
import { Invitation } from './access/invitation.tsx'
import { Alone, SignIn } from './access/sign-in.tsx'
import { accessTexts } from './access/texts.ts'
import { OperatorProvider } from './desk.tsx'
import { Frame } from './frame.tsx'
import { useLive } from './live.ts'
import { pages } from './pages.ts'
import { operators, session } from './session.ts'
import { SetLanguage } from './set-language.ts'
import { words } from './texts.ts'

/** The client repeats failed reads itself; events say what is out of date. */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 } },
})

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
  useEffect(() => {
    if (token === null) queries.clear()
  }, [token])
  if (invitation !== null) return <Invitation token={invitation} />
  return token === null ? <SignIn /> : <SignedIn key={token} />
}

/** Shows the pages, after any step that the operator must complete first. */
function SignedIn() {
  const t = useTexts(accessTexts)
  const me = useQuery({ queryKey: ['me'], queryFn: () => operators.get('/operator/api/me') })
  const probe = useQuery({
    queryKey: ['me', 'may-read'],
    queryFn: () => operators.list('/operator/api/alerts', { limit: '1' }),
    enabled: me.data?.passwordInitial === false,
  })
  const failure = me.error ?? probe.error
  const mustBind = failure instanceof Refusal && failure.message === 'api.operator_twofa_required'
  if (me.data === undefined) {
    return failure === null ? <Spinner /> : <Failure error={failure} retry={me.refetch} />
  }
  if (!me.data.passwordInitial && !mustBind) {
    return (
      <OperatorProvider operator={me.data}>
        <Pages />
      </OperatorProvider>
    )
  }
  return (
    <OperatorProvider operator={me.data}>
      <Alone title={mustBind ? t.bindFirst : t.chooseFirst}>
        {mustBind ? <AppForm /> : <PasswordForm />}
      </Alone>
    </OperatorProvider>
  )
}

function Pages() {
  const t = useTexts(words)
  useLive()
  return (
    <Switch>
      {pages.map((page) => (
        <Route key={page.path} path={page.path}>
          <Frame page={page} />
        </Route>
      ))}
      <Route path="/">
        <Redirect to={pages[0]?.path ?? '/account'} replace />
      </Route>
      <Route>
        <Empty>
          {t.notFound} <Link href="/">{t.home}</Link>
        </Empty>
      </Route>
    </Switch>
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
            <Router base="/console">
              <Console />
            </Router>
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
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
