import { useLanguage } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useRead } from '../data.ts'
import type { BankCode } from './bank-codes.ts'

/** These channels have the same names in both languages; an ATM is one as well. */
const channelNames: Readonly<Record<string, string>> = {
  MOBILE_BANKING: 'Mobile banking',
  INTERNET_BANKING: 'Internet banking',
}

/** The steps of a transfer, for each way that the bank offers. */
export function Instructions({ bank }: Readonly<{ bank: BankCode }>) {
  const lang = useLanguage()
  const terms = useRead(['settings', 'va', bank, lang], (tukar) =>
    tukar.get('/api/payment-methods/va/{code}/{lang}', { params: { path: { code: bank, lang } } }),
  )
  return (
    <div className="card">
      <Loaded query={terms}>
        {({ instructions }) =>
          instructions.map(({ channel, steps }) => (
            <details key={channel}>
              <summary>{channelNames[channel] ?? channel}</summary>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </details>
          ))
        }
      </Loaded>
    </div>
  )
}
