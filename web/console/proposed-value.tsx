import type { components } from '@tukar/client/operator'
import { useLanguage } from '../ui/language.tsx'
import { useRead } from './desk.tsx'
import { SettingValue } from './setting-value.tsx'
import { proposedInWords } from './words/proposed-words.ts'

type Proposal = Pick<components['schemas']['Proposal'], 'kind' | 'subject'>
type ProposedProps = Readonly<{ proposal: Proposal; value: string }>

/** A value before or after a change in words; of a setting with its unit. */
export function ProposedValue({ proposal: { kind, subject }, value }: ProposedProps) {
  const isSetting = kind === 'setting'
  const language = useLanguage()
  const settings = useRead(['settings'], (client) => client.get('/operator/api/settings'), {
    enabled: isSetting,
  })
  if (!isSetting) return proposedInWords(value, language)
  const setting = settings.data?.find(({ key }) => key === subject)
  return <SettingValue kind={setting?.kind ?? 'text'} value={value} />
}
