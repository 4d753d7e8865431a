import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../ui/dialog.tsx'
import { useLanguage, useTexts } from '../ui/language.tsx'
import { LanguageTabs } from '../ui/language-tabs.tsx'
import { LaterScreen, type LaterView, usePrefetch } from '../ui/later.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Notice } from '../ui/status.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'
import { TimeAndAge } from '../ui/time.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import { BrokenPage } from './broken-page.tsx'
import { useOperator } from './desk.tsx'
import { useKeys } from './keys.ts'
import { useLostAt, useQueueCounts } from './live.ts'
import { groups, type Page } from './page.ts'
import { pages } from './pages.ts'
import { listPath } from './paths.ts'
import { mayActAs, type Role } from './roles.ts'
import { operators, session } from './session.ts'
import { useSetLanguage } from './set-language.ts'
import { words } from './texts.ts'

/** What surrounds each page: navigation, search, the operator, and the page's title. */
export function Frame({ page }: Readonly<{ page: Page }>) {
  const t = useTexts(words)
  const operator = useOperator()
  const [here] = useLocation()
  const title = page.title[useLanguage()]
  const isWide = useIsWide()
  const [helps, setHelps] = useState(false)
  const help = () => setHelps(true)
  useKeys()
  usePrefetch(pagesOf(operator.role))
  return (
    <div className="console">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="console-head">
        <Link href="/" className="brand">
          <img src="/docs/favicon.svg" alt="" />
          Tukar
        </Link>
        <Search />
        {isWide ? <Tools onHelp={help} /> : <Menu page={page} onHelp={help} key={here} />}
      </header>
      {helps && <KeysHelp onClose={() => setHelps(false)} />}
      {isWide && <Navigation page={page} />}
      <main id="content" tabIndex={-1}>
        <Disconnected />
        <PageTitle text={`${title} · Tukar`} />
        <h1>{title}</h1>
        {mayActAs(operator.role, page.role ?? 'viewer') ? (
          <LaterScreen key={here} view={page.View} broken={<BrokenPage />} />
        ) : (
          <p>{t.forbidden}</p>
        )}
      </main>
    </div>
  )
}

/** The pages in the navigation of each role. */
const views = new Map<Role, readonly LaterView[]>()

function pagesOf(role: Role): readonly LaterView[] {
  const known = views.get(role)
  if (known !== undefined) return known
  const visible = pages.filter((page) => mayActAs(role, page.role ?? 'viewer') && page.group)
  const found = visible.map(({ View }) => View)
  views.set(role, found)
  return found
}

/** How old the page's data is, if the connection is lost. */
function Disconnected() {
  const t = useTexts(words)
  const lostAt = useLostAt()
  if (lostAt === null) return null
  return (
    <Notice tone="busy">
      {t.disconnected} <TimeAndAge at={lostAt} />
    </Notice>
  )
}

type HelpProps = Readonly<{ onHelp: () => void }>

/** On a phone: the pages and the tools, folded. */
function Menu({ page, onHelp }: HelpProps & Readonly<{ page: Page }>) {
  const t = useTexts(words)
  const closeByKey = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
    if (key === 'Escape') currentTarget.open = false
  }
  return (
    <details className="console-menu" onKeyDown={closeByKey}>
      <summary className="button small">{t.menu}</summary>
      <div>
        <Navigation page={page} />
        <Tools onHelp={onHelp} />
      </div>
    </details>
  )
}

/** Language, theme and keys of the console, and the operator's account. */
function Tools({ onHelp }: HelpProps) {
  const t = useTexts(words)
  const operator = useOperator()
  const setLanguage = useSetLanguage()
  return (
    <span className="row console-tools">
      <LanguageTabs onChange={setLanguage} />
      <ThemeSwitch />
      <button
        type="button"
        className="small"
        aria-keyshortcuts="?"
        aria-label={t.keys}
        onClick={onHelp}
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
        {Object.entries(t.keyList).map(([key, meaning]) => (
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
    <nav className="console-nav" aria-label={t.navigation}>
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
