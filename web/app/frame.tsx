import { Link, useLocation } from 'wouter'
import { Icon } from '../ui/icon.tsx'
import { useTexts } from '../ui/language.tsx'
import { LaterScreen, type LaterView, usePrefetch } from '../ui/later.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import css from './frame.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { addressOf, type Screen, screens } from './screens.ts'
import { frameTexts } from './texts/frame.ts'
import { titles } from './texts/titles.ts'
import { useTukar } from './tukar.tsx'

const noViews: readonly LaterView[] = []
const inNavigation = screens.filter(({ icon }) => icon !== undefined).map(({ View }) => View)

/** What surrounds each screen: navigation, title, and the link to its guide. */
export function Frame({ screen }: Readonly<{ screen: Screen }>) {
  const { isSignedIn } = useTukar()
  usePrefetch(isSignedIn ? inNavigation : noViews)
  return (
    <div className={css['frame']}>
      {isSignedIn ? <Navigation /> : <Welcome />}
      <main className={screen.narrow ? css['narrow'] : ''}>
        <ScreenHead screen={screen} />
        <LaterScreen key={screen.path} view={screen.View} broken={<BrokenScreen />} />
      </main>
    </div>
  )
}

function ScreenHead({ screen: { title, guide } }: Readonly<{ screen: Screen }>) {
  const words = useTexts(frameTexts)
  const text = useTexts(titles)[title]
  return (
    <div className={css['head']}>
      <PageTitle text={`${text} · Tukar`} />
      <h1>{text}</h1>
      {guide !== undefined && <a href={`/docs/guides/${guide}`}>{words.howThisWorks}</a>}
    </div>
  )
}

const Brand = () => (
  <Link href="/" className={`brand ${css['brand']}`}>
    <img src="/docs/favicon.svg" alt="" />
    Tukar
  </Link>
)

function Navigation() {
  const words = useTexts(frameTexts)
  const names = useTexts(titles)
  const [here] = useLocation()
  return (
    <nav className={css['nav']} aria-label={words.navigation}>
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
              {names[title]}{' '}
              {Badge && (
                <span className={css['badge']}>
                  <Badge />
                </span>
              )}
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
    <header className={css['welcome']}>
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
