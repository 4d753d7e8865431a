import { formatDecimal } from '@tukar/client'
import { Field } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { useRead } from '../data.ts'
import { withdrawTexts } from '../texts/withdraw.ts'

type RecipientProps = Readonly<{ name: string | undefined; address: string | undefined }>

/** Who owns the destination. Above a worth the law requires where they live. */
export function Recipient({ name, address }: RecipientProps) {
  const t = useTexts(withdrawTexts)
  const language = useLanguage()
  const threshold = useRead(['settings', 'residential'], (tukar) =>
    tukar.get('/api/setting/get-value/{key}', {
      params: { path: { key: 'withdrawal.residential_usdt' } },
    }),
  ).data?.value
  return (
    <>
      <Field name="residentialName" label={t.recipient} defaultValue={name} autoComplete="off" />
      <Field
        name="residentialAddress"
        label={t.recipientAddress}
        defaultValue={address}
        autoComplete="off"
        hint={threshold && t.recipientHint(formatDecimal(threshold, language, { symbol: 'USDT' }))}
      />
    </>
  )
}
