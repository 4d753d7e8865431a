import { Component, type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../ui/dialog.tsx'
import { useLanguage, useTexts } from '../ui/language.tsx'
import { LanguageTabs } from '../ui/language-tabs.tsx'
import { Spinner } from '../ui/states.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'
import { useOperator } from './desk.tsx'
import { useKeys } from './keys.ts'
import { useQueueCounts } from './live.ts'
import { groups, type Page } from './page.ts'
import { pages } from './pages.ts'
import { listPath } from './paths.ts'
import { mayActAs } from './roles.ts'
import { operators, session } from './session.ts'
import { useSetLanguage } from './set-language.ts'
import { words } from './texts.ts'

/** What surrounds each page: navigation, search, the operator, and the page's title. */
export function Frame({ page }: Readonly<{ page: Page }>) {
  const t = useTexts(words)
  const operator = useOperator()
  const [here] = useLocation()
  const title = page.title[useLanguage()]
  useKeys()
  return (
    <div className="console">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Head />
      <Navigation page={page} key={here} />
      <main id="content" tabIndex={-1}>
        <title>{`${title} · Tukar`}</title>
        <h1>{title}</h1>
        {mayActAs(operator.role, page.role ?? 'viewer') ? (
          <Broken key={here}>
            <Suspense fallback={<Spinner />}>
              <page.View />
            </Suspense>
          </Broken>
        ) : (
          <p>{t.forbidden}</p>
        )}
      </main>
    </div>
  )
}

function Head() {
  const t = useTexts(words)
  const operator = useOperator()
  const setLanguage = useSetLanguage()
  const [helps, setHelps] = useState(false)
  return (
    <header className="console-head">
      <Link href="/" className="brand">
        <img src="/docs/favicon.svg" alt="" />
        Tukar
      </Link>
      <Search />
      <span className="row console-tools">
        <LanguageTabs onChange={setLanguage} />
        <ThemeSwitch />
        <button
          type="button"
          className="small"
          aria-keyshortcuts="?"
          aria-label={t.keys}
          onClick={() => setHelps(true)}
        >
          ?
        </button>
        <Link href="/account">
          <span className="hidden">{t.account}: </span>
          {operator.email} ({t.roles[operator.role]})
        </Link>
        <button type="button" className="small" onClick={() => void signOut()}>
          {t.signOut}
        </button>
      </span>
      {helps && <KeysHelp onClose={() => setHelps(false)} />}
    </header>
  )
}

/** Ends the session here even if the service cannot be reached: there it expires by itself. */
async function signOut(): Promise<void> {
  await operators.post('/operator/api/logout').catch(() => undefined)
  session.end()
}

/** The one search: what it finds is a page of its own, so that it can be kept and gone back to. */
function Search() {
  const t = useTexts(words)
  const [, navigate] = useLocation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = `${new FormData(event.currentTarget).get('q') ?? ''}`.trim()
    if (text !== '') navigate(listPath('search', { q: text }))
  }
  return (
    <search className="console-search">
      <form onSubmit={submit}>
        <input
          name="q"
          type="search"
          aria-label={t.search}
          aria-keyshortcuts="/ Control+K"
          placeholder={t.searchHint}
        />
      </form>
    </search>
  )
}

function KeysHelp({ onClose }: Readonly<{ onClose: () => void }>) {
  const t = useTexts(words)
  return (
    <Dialog title={t.keys} onClose={onClose}>
      <dl className="facts">
        {t.keyList.map(([key, meaning]) => (
          <div key={key} className="fact">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function Navigation({ page: shown }: Readonly<{ page: Page }>) {
  const t = useTexts(words)
  const language = useLanguage()
  const { role } = useOperator()
  const [here] = useLocation()
  const visible = pages.filter((page) => mayActAs(role, page.role ?? 'viewer'))
  const isHere = ({ path }: Page) => path === shown.path || here.startsWith(`${path}/`)
  return (
    <details className="console-nav" open={window.matchMedia('(width >= 60rem)').matches}>
      <summary>{t.menu}</summary>
      <nav aria-label={t.navigation}>
        {groups.map((group) => {
          const some = visible.filter((page) => page.group === group)
          if (some.length === 0) return null
          return (
            <section key={group} aria-label={t.groups[group]}>
              <h2>{t.groups[group]}</h2>
              <ul>
                {some.map((page) => (
                  <li key={page.path}>
                    <Link
                      href={page.path + (page.begin ?? '')}
                      aria-current={isHere(page) ? 'page' : undefined}
                    >
                      {page.title[language]}
                      <Waiting path={page.path} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </nav>
    </details>
  )
}

/** How many items of a page's list wait for an operator. */
function Waiting({ path }: Readonly<{ path: string }>) {
  const t = useTexts(words)
  const counts = Object.entries(useQueueCounts() ?? {})
  const count = counts.find(([list]) => path === `/${list}`)?.[1] ?? 0
  if (count === 0) return null
  return (
    <span className="count">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{t.waiting(count)}</span>
    </span>
  )
}

/** Keeps the navigation usable if a page fails. */
class Broken extends Component<Readonly<{ children: ReactNode }>, Readonly<{ failed: boolean }>> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? <BrokenPage /> : this.props.children
  }
}

function BrokenPage() {
  const t = useTexts(words)
  return (
    <div className="card" role="alert">
      <p>{t.broken}</p>
      <button type="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </div>
  )
}
