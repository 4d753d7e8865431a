import { Link } from 'wouter'
import { writtenDay } from '../../ui/jakarta-time.ts'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { remedies } from '../remedies.ts'
import { taxResidenceTexts } from '../texts/tax-residence.ts'
import { useCertification } from './tax-residence.tsx'

/** Says that orders and deposits need a certification, or will, and leads to it. */
export function CertificationNotice() {
  const t = useTexts(taxResidenceTexts)
  const language = useLanguage()
  const { data } = useCertification()
  if (data === undefined || data.certification !== null || data.requiredFrom === null) return null
  return (
    <Notice tone={data.isMissing ? 'bad' : 'busy'}>
      <p>{data.isMissing ? t.missing : `${t.due} ${writtenDay(data.requiredFrom, language)}.`}</p>
      <Link href={remedies['api.tax_certification_required']}>{t.certifyNow}</Link>
    </Notice>
  )
}
