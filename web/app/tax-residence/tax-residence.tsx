import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { writtenDay } from '../../ui/jakarta-time.ts'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import { remedies } from '../remedies.ts'
import { taxResidenceTexts } from '../texts/tax-residence.ts'
import { CertificationForm } from './certification-form.tsx'

type State = components['schemas']['TaxCertificationState']
type Certification = components['schemas']['TaxCertification']

/** The tax residence that the user certified, and the form of a new certification. */
export function TaxResidence() {
  const t = useTexts(taxResidenceTexts)
  return (
    <>
      <p>{t.why}</p>
      <Loaded query={useCertification()}>{(state) => <Certified state={state} />}</Loaded>
    </>
  )
}

/** What the user certified, and whether a certification is needed. */
export const useCertification = () =>
  useRead(['me', 'tax-certification'], (tukar) => tukar.get('/api/users/tax-certification'))

function Certified({ state }: Readonly<{ state: State }>) {
  const t = useTexts(taxResidenceTexts)
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const { certification, card } = state
  const done = async () => {
    await queries.invalidateQueries({ queryKey: ['me'] })
    setChanging(false)
  }
  if (certification !== null && !changing) {
    return (
      <>
        <Facts certification={certification} />
        <button type="button" onClick={() => setChanging(true)}>
          {t.change}
        </button>
      </>
    )
  }
  if (card === null) {
    return (
      <Notice tone="busy">
        <p>{t.needsCard}</p>
        <Link href={remedies['api.identity_verification_are_required']}>{t.toIdentity}</Link>
      </Notice>
    )
  }
  return <CertificationForm card={card} onDone={done} />
}

function Facts({ certification }: Readonly<{ certification: Certification }>) {
  const t = useTexts(taxResidenceTexts)
  const language = useLanguage()
  const { name, birthDate, birthPlace, address, city, country, residences } = certification
  return (
    <div className="card">
      <dl className="facts">
        <dt>{t.certified}</dt>
        <dd>
          <Time at={certification.certifiedAt} />
        </dd>
        <dt>{t.name}</dt>
        <dd>{name}</dd>
        <dt>{t.birthDate}</dt>
        <dd>
          {writtenDay(birthDate, language)}, {birthPlace}
        </dd>
        <dt>{t.address}</dt>
        <dd>
          {address}, {city} ({country})
        </dd>
        {residences.map((residence) => (
          <Residence key={residence.country} residence={residence} />
        ))}
      </dl>
    </div>
  )
}

function Residence({ residence }: Readonly<{ residence: components['schemas']['TaxResidence'] }>) {
  const t = useTexts(taxResidenceTexts)
  const { country, taxNumber, noNumber } = residence
  return (
    <>
      <dt>
        {t.residences}: {country}
      </dt>
      <dd>{taxNumber ?? t.noNumbers[noNumber ?? 'none']}</dd>
    </>
  )
}
