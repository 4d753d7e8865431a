import { Component, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon } from '../ui/icon.tsx'
import { useTexts } from '../ui/language.tsx'
import { Spinner } from '../ui/states.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { addressOf, type Screen, screens } from './screens.ts'
import { frameTexts } from './texts/frame.ts'
import { titles } from './texts/titles.ts'
import { useTukar } from './tukar.tsx'

/** What surrounds each screen: navigation, title, and the link to its guide. */
export function Frame({ screen }: Readonly<{ screen: Screen }>) {
  const { isSignedIn } = useTukar()
  return (
    <div className="frame">
      {isSignedIn ? <Navigation /> : <Welcome />}
      <main className={screen.narrow ? 'narrow' : ''}>
        <ScreenHead screen={screen} />
        <Broken key={screen.path}>
          <Suspense fallback={<Spinner />}>
            <screen.View />
          </Suspense>
        </Broken>
      </main>
    </div>
  )
}

function ScreenHead({ screen: { title, guide } }: Readonly<{ screen: Screen }>) {
  const words = useTexts(frameTexts)
  const text = useTexts(titles)[title]
  return (
    <div className="screen-head">
      <title>{`${text} · Tukar`}</title>
      <h1>{text}</h1>
      {guide !== undefined && <a href={`/docs/guides/${guide}`}>{words.howThisWorks}</a>}
    </div>
  )
}

const Brand = () => (
  <Link href="/" className="brand">
    <img src="/docs/favicon.svg" alt="" />
    Tukar
  </Link>
)

function Navigation() {
  const words = useTexts(frameTexts)
  const names = useTexts(titles)
  const [here] = useLocation()
  return (
    <nav className="nav" aria-label={words.navigation}>
      <Brand />
      {screens.map((screen) => {
        const { title, icon, Badge } = screen
        if (icon === undefined) return null
        const address = addressOf(screen)
        const isHere = here === address || here.startsWith(`${address}/`)
        return (
          <Link key={address} href={address} aria-current={isHere ? 'page' : undefined}>
            <Icon name={icon} />
            <span>
              {names[title]} {Badge && <Badge />}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}

function Welcome() {
  const names = useTexts(titles)
  return (
    <header className="welcome">
      <Brand />
      <span className="row">
        <LanguageSwitch />
        <Link href="/sign-in" className="button small">
          {names.signIn}
        </Link>
      </span>
    </header>
  )
}

/** Keeps the navigation usable if a screen fails. */
class Broken extends Component<Readonly<{ children: ReactNode }>, Readonly<{ failed: boolean }>> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? <BrokenScreen /> : this.props.children
  }
}

function BrokenScreen() {
  const words = useTexts(frameTexts)
  return (
    <div className="card" role="alert">
      <p>{words.broken}</p>
      <button type="button" onClick={() => location.reload()}>
        {words.reload}
      </button>
    </div>
  )
}
