import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { useTexts } from '../ui/language.tsx'
import { Empty } from '../ui/states.tsx'
import { applyTheme } from '../ui/theme.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import '../ui/ui.css'
import './styles.ts'
import { useMe } from './data.ts'
import { Frame } from './frame.tsx'
import { useLiveData } from './live.ts'
import { isUnverified } from './lock/has-no-lock.ts'
import { Lock } from './lock/lock.tsx'
import { addressOf, type Screen, screens, unverifiedPath } from './screens.ts'
import { frameTexts } from './texts/frame.ts'
import { TukarProvider, useTukar } from './tukar.tsx'

/** The client repeats failed reads itself; events say what is out of date. */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
})

const home = screens.filter(({ icon }) => icon !== undefined).map(addressOf)[0] ?? '/'

function App() {
  useLiveData()
  return (
    <Switch>
      {screens.map((screen) => (
        <Route key={screen.path} path={screen.path}>
          <Guarded screen={screen} />
        </Route>
      ))}
      <Route path="/">
        <Redirect to={home} replace />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/**
 * Leads guests to the sign-in and back to where they wanted to go, and users with an unconfirmed
 * address to its confirmation.
 */
function Guarded({ screen }: Readonly<{ screen: Screen }>) {
  const { isSignedIn } = useTukar()
  const { error } = useMe()
  const [here] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('to') ?? home
  if (screen.for === 'users' && !isSignedIn) {
    return <Redirect to={`/sign-in?to=${encodeURIComponent(here)}`} replace />
  }
  if (screen.for === 'guests' && isSignedIn) return <Redirect to={wanted} replace />
  if (isUnverified(error) && screen.path !== unverifiedPath) {
    return <Redirect to={unverifiedPath} replace />
  }
  return <Frame screen={screen} />
}

function NotFound() {
  const words = useTexts(frameTexts)
  return (
    <Empty>
      {words.notFound} <Link href="/">{words.home}</Link>
    </Empty>
  )
}

applyTheme()
const root = document.getElementById('app')
if (root === null) throw new Error('the page has no place for the app')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <TukarProvider>
        <ToastProvider>
          <Router base="/app">
            <Lock>
              <App />
            </Lock>
          </Router>
        </ToastProvider>
      </TukarProvider>
    </QueryClientProvider>
  </StrictMode>,
)
