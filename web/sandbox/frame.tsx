import type { Language } from '@tukar/client'
import { Component, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useTexts } from '../ui/language.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Notice } from '../ui/status.tsx'
import { FaultBanner } from './fault-banner.tsx'
import { useLiveChanges } from './live.ts'
import { Preferences } from './preferences.tsx'
import { screens } from './screens.ts'
import { ServiceLinks } from './service-links.tsx'
import { frameTexts } from './texts/frame.ts'

type FrameProps = Readonly<{
  title: string
  onLanguage: (language: Language) => void
  children: ReactNode
}>

/** What surrounds each screen: navigation, title, and the faults that are set. */
export function Frame({ title, onLanguage, children }: FrameProps) {
  const t = useTexts(frameTexts)
  const isLive = useLiveChanges()
  return (
    <div className="panel">
      <header className="panel-side">
        <Link href="/" className="brand">
          <img src="/panel/icon.svg" alt="" />
          Sandbox
        </Link>
        <Navigation />
        <Preferences onLanguage={onLanguage} />
        <ServiceLinks />
      </header>
      <main>
        <PageTitle text={`${title} · Sandbox`} />
        <h1>{title}</h1>
        {!isLive && <Notice tone="busy">{t.reconnecting}</Notice>}
        <FaultBanner />
        <Broken key={title} words={t}>
          {children}
        </Broken>
        <p className="hint">{t.explanation}</p>
      </main>
    </div>
  )
}

function Navigation() {
  const t = useTexts(frameTexts)
  const [here] = useLocation()
  return (
    <nav className="panel-nav" aria-label={t.navigation}>
      {screens.map(({ path, title }) => (
        <Link key={path} href={path} aria-current={here === path ? 'page' : undefined}>
          {t[title]}
        </Link>
      ))}
    </nav>
  )
}

type BrokenProps = Readonly<{
  words: Readonly<{ broken: string; reload: string }>
  children: ReactNode
}>

/** Keeps the navigation usable if a screen fails. */
class Broken extends Component<BrokenProps, Readonly<{ failed: boolean }>> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    const { children, words } = this.props
    if (!this.state.failed) return children
    return (
      <Notice tone="bad">
        <p>{words.broken}</p>
        <button type="button" className="small" onClick={() => location.reload()}>
          {words.reload}
        </button>
      </Notice>
    )
  }
}
