import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Refusal } from '@tukar/client'
import { useState } from 'react'
import { Link, Redirect, Route, Router, Switch } from 'wouter'
import { useTexts } from '../ui/language.tsx'
import { Empty, Failure, Spinner } from '../ui/states.tsx'
import { AppForm, PasswordForm } from './access/account.tsx'
import { Alone } from './access/sign-in.tsx'
import { accessTexts } from './access/texts.ts'
import { OperatorProvider } from './desk.tsx'
import { Frame } from './frame.tsx'
import { useLive } from './live.ts'
import { pages } from './pages.ts'
import { operators } from './session.ts'
import { words } from './texts.ts'

/** The client repeats failed reads itself; events say what is out of date. */
const readsOnce = { retry: false, staleTime: 5_000 } as const

/** Everything of one session; nothing that it read is left for the next one. */
export function SignedIn() {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: readsOnce } }))
  return (
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <Session />
      </Router>
    </QueryClientProvider>
  )
}

/** Shows the pages, after any step that the operator must complete first. */
function Session() {
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
