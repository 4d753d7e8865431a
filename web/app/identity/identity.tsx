import type { components } from '@tukar/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { useMe } from '../data.ts'
import { identityTexts } from '../texts/identity.ts'
import { CardStep } from './card-step.tsx'
import { FaceStep } from './face-step.tsx'
import css from './identity.module.css'

type User = components['schemas']['User']

/** Proves the user's identity with two pictures: of the identity card and of the face. */
export function Identity() {
  return <Loaded query={useMe()}>{(me) => <StateOf me={me} />}</Loaded>
}

function StateOf({ me }: Readonly<{ me: User }>) {
  const t = useTexts(identityTexts)
  switch (me.identityStatus) {
    case 'success':
      return (
        <Notice tone="good">
          <p>{t.success}</p>
          <p>
            <Link href="/account/tax-residence">{t.toTaxResidence}</Link>
          </p>
          <Link href="/">{t.toMarkets}</Link>
        </Notice>
      )
    case 'pending':
      return <Notice tone="busy">{t.pending}</Notice>
    case 'failed':
      return (
        <>
          <Notice tone="bad">{t.failed}</Notice>
          <Steps me={me} />
        </>
      )
    default:
      return <Steps me={me} />
  }
}

/** The card first: the face is compared with it. */
function Steps({ me }: Readonly<{ me: User }>) {
  const t = useTexts(identityTexts)
  const [card, setCard] = useState<Blob | null>(null)
  const names = [t.cardStep, t.faceStep]
  const current = card === null ? 0 : 1
  return (
    <>
      <ol className={css['steps']}>
        {names.map((name, index) => (
          <li key={name} aria-current={index === current ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      {card === null ? (
        <CardStep me={me} onRead={setCard} />
      ) : (
        <FaceStep me={me} card={card} onAgain={() => setCard(null)} />
      )}
    </>
  )
}
