import { multiplyDecimals } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { Amount } from '../../../ui/amount.tsx'
import { Field, type Values } from '../../../ui/form.tsx'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action, CodeField, withCode } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { Section } from '../../facts.tsx'
import { operators } from '../../session.ts'
import { integerIn, ScrollingTable, useOpenProposal } from '../parts.tsx'
import { shared } from '../texts.ts'
import { referenceTexts } from './texts.ts'

type Fees = components['schemas']['ListedFees']

const Percent = ({ ppm }: Readonly<{ ppm: number }>) => (
  <Amount value={multiplyDecimals(`${ppm}`, '0.0001')} unit="%" />
)

export function FeesAndRates() {
  const t = useTexts(referenceTexts)
  const language = useLanguage()
  const fees = useRead(['fees'], (client) => client.get('/operator/api/fees'))
  return (
    <>
      <Loaded query={fees}>
        {(rows) => (
          <div className="card flush">
            <ScrollingTable
              label={t.fees}
              rows={rows}
              keyOf={({ code }) => code}
              columns={[
                {
                  key: 'category',
                  title: t.category,
                  cell: ({ code, name }) => (
                    <>
                      {name[language]} <code>{code}</code>
                    </>
                  ),
                },
                {
                  key: 'buy',
                  title: t.buyFee,
                  numeric: true,
                  cell: ({ buyFeePpm }) => <Percent ppm={buyFeePpm} />,
                },
                {
                  key: 'sell',
                  title: t.sellFee,
                  numeric: true,
                  cell: ({ sellFeePpm }) => <Percent ppm={sellFeePpm} />,
                },
                {
                  key: 'actions',
                  title: '',
                  numeric: true,
                  cell: (category) => <EditFees fees={category} />,
                },
              ]}
            />
          </div>
        )}
      </Loaded>
      <DollarRate />
    </>
  )
}

function EditFees({ fees }: Readonly<{ fees: Fees }>) {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const openProposal = useOpenProposal()
  const ppm = { type: 'number', min: 0, max: 10_000, required: true } as const
  const send = async (values: Values, version: string) => {
    const saved = await operators.put('/operator/api/fees/{code}', {
      params: { path: { code: fees.code } },
      body: {
        buyFeePpm: integerIn(values, 'buyFeePpm'),
        sellFeePpm: integerIn(values, 'sellFeePpm'),
        version,
        ...withCode(values['otpCode']),
      },
    })
    openProposal(saved)
  }
  return (
    <Action title={words.propose} role="finance" run={send} version={fees.version}>
      <p>{words.proposeHint}</p>
      <p>{t.ppm}</p>
      <Field name="buyFeePpm" label={t.buyFee} defaultValue={fees.buyFeePpm} unit="ppm" {...ppm} />
      <Field
        name="sellFeePpm"
        label={t.sellFee}
        defaultValue={fees.sellFeePpm}
        unit="ppm"
        {...ppm}
      />
      <CodeField />
    </Action>
  )
}

function DollarRate() {
  const t = useTexts(referenceTexts)
  return (
    <Section
      title={t.dollar}
      actions={
        <Action
          title={t.setRate}
          role="finance"
          run={({ price = '' }) =>
            operators.put('/operator/api/prices/{pair}', {
              params: { path: { pair: 'USD_IDR' } },
              body: { price },
            })
          }
        >
          <Field name="price" label={t.rate} inputMode="decimal" unit="IDR" required />
        </Action>
      }
    >
      <p className="hint">{t.dollarHint}</p>
    </Section>
  )
}
