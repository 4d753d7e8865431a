import type { ReactNode } from 'react'
import { useTexts } from '../ui/language.tsx'
import { words } from './texts.ts'

export type Fact = readonly [name: string, value: ReactNode]

/** What is known of one thing, as pairs of a name and a value; null is shown as a dash. */
export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>) {
  const t = useTexts(words)
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value ?? t.none}</dd>
        </div>
      ))}
    </dl>
  )
}

type SectionProps = Readonly<{ title: string; actions?: ReactNode; children: ReactNode }>

/** A part of a page with its heading. */
export const Section = ({ title, actions, children }: SectionProps) => (
  <section className="card" aria-label={title}>
    <div className="between">
      <h2>{title}</h2>
      {actions && <span className="row">{actions}</span>}
    </div>
    {children}
  </section>
)
