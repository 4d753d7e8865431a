import { isDecimal } from '@tukar/client'
import { Amount } from '../ui/amount.tsx'
import { useTexts } from '../ui/language.tsx'
import { percentOf } from './percent.ts'
import { settingTexts } from './setting-texts.ts'
import { words } from './texts.ts'

/** The value of a setting with its unit; `kind` is the one that the service states. */
export function SettingValue({ kind, value }: Readonly<{ kind: string; value: string }>) {
  const { units } = useTexts(settingTexts)
  const { yes, no } = useTexts(words)
  if (kind === 'flag') return value === 'true' ? yes : no
  if (!isDecimal(value)) return value
  switch (kind) {
    case 'rupiah':
      return <Amount value={value} symbol="IDR" />
    case 'ppm':
      return <Amount value={percentOf(value)} unit="%" />
    case 'hours':
    case 'seconds':
      return <Amount value={value} unit={units[kind]} />
    case 'count':
      return <Amount value={value} />
    default:
      return value
  }
}
