import { parseDecimal } from '@tukar/client'
import { Field, Form } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sandboxPaymentTexts } from '../texts/sandbox-payment.ts'
import { callSandbox } from './call-sandbox.ts'

type Pay = (amount: string) => Promise<unknown>

/** Pays from outside, as a bank, a wallet or another holder of coins would. */
export function SandboxPayment({ amount, pay }: Readonly<{ amount: string; pay: Pay }>) {
  const t = useTexts(sandboxPaymentTexts)
  const language = useLanguage()
  const toast = useToast()
  return (
    <aside className="card sandbox" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="quiet">{t.explanation}</p>
      <Form
        submit={t.pay}
        onSubmit={async ({ sandboxAmount = '' }) => {
          await pay(parseDecimal(sandboxAmount, language) ?? '0')
          toast(t.paid)
        }}
      >
        <Field name="sandboxAmount" label={t.amount} defaultValue={amount} inputMode="decimal" />
      </Form>
    </aside>
  )
}

export const payAccount =
  (accountNumber: string): Pay =>
  (amount) =>
    callSandbox('POST', 'payx/va-payments', { accountNumber, amount })

export const payCode =
  (externalId: string): Pay =>
  (amount) =>
    callSandbox('POST', 'payx/qr-payments', { externalId, amount })

type Place = Readonly<{ symbol: string; network: string; address: string; tag: string | null }>

/** The names that custody has for tokens; other coins have their own symbol. */
const custodyNames: Readonly<Record<string, string>> = {
  'USDT ERC20': 'USDT_ERC20',
  'USDT TRC20': 'TRX_USDT_S2UZ',
}

export const sendCoins =
  ({ symbol, network, address, tag }: Place): Pay =>
  (amount) =>
    callSandbox('POST', 'custody/deposits', {
      address,
      amount,
      assetId: custodyNames[`${symbol} ${network}`] ?? symbol,
      ...(tag === null ? {} : { tag }),
    })
