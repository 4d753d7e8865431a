import { multiplyDecimals } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { Amount } from '../../../ui/amount.tsx'
import { Field, type Values } from '../../../ui/form.tsx'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action, ProposalFields, statedIn } from '../../action.tsx'
import { AmountField } from '../../amount-field.tsx'
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
      <TaxRates />
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
        ...statedIn(values),
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
      <ProposalFields />
    </Action>
  )
}

/** The rates of each tax, also of what is not taxed. */
function TaxRates() {
  const t = useTexts(referenceTexts)
  const rates = useRead(['tax-rates'], (client) => client.get('/operator/api/tax-rates'))
  return (
    <Section title={t.taxRates}>
      <p className="hint">{t.taxRatesHint}</p>
      <Loaded query={rates}>
        {(rows) => (
          <div className="card flush">
            <ScrollingTable
              label={t.listOfTaxRates}
              rows={rows}
              keyOf={({ code }) => code}
              columns={[
                { key: 'kind', title: t.tax, cell: ({ kind }) => kind },
                { key: 'side', title: t.taxSide, cell: ({ side }) => t.taxSides[side] },
                {
                  key: 'class',
                  title: t.pairClass,
                  cell: ({ pairClass }) => t.pairClasses[pairClass],
                },
                {
                  key: 'collector',
                  title: t.collector,
                  cell: ({ collector }) => t.collectors[collector],
                },
                {
                  key: 'rates',
                  title: t.taxRate,
                  cell: (series) => <DatedRates rates={series.rates} />,
                },
                {
                  key: 'actions',
                  title: '',
                  numeric: true,
                  cell: (series) => <PlanRate series={series} />,
                },
              ]}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

type TaxSeries = components['schemas']['StoredTaxSeries']

/** The newest rates come first. */
function DatedRates({ rates }: Readonly<Pick<TaxSeries, 'rates'>>) {
  const t = useTexts(referenceTexts)
  if (rates.length === 0) return <>{t.untaxed}</>
  return rates.toReversed().map(({ ratePpm, baseNumerator, baseDenominator, validFrom, rule }) => (
    <div key={validFrom}>
      <Percent ppm={ratePpm} />
      {baseNumerator !== baseDenominator && ` × ${baseNumerator}/${baseDenominator}`}{' '}
      {t.validFrom(validFrom)} ({rule})
    </div>
  ))
}

function PlanRate({ series }: Readonly<{ series: TaxSeries }>) {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const openProposal = useOpenProposal()
  const newest = series.rates.at(-1)
  const send = async (values: Values, version: string) => {
    const saved = await operators.put('/operator/api/tax-rates/{code}', {
      params: { path: { code: series.code } },
      body: {
        ratePpm: integerIn(values, 'ratePpm'),
        baseNumerator: integerIn(values, 'baseNumerator'),
        baseDenominator: integerIn(values, 'baseDenominator'),
        validFrom: values['validFrom'] ?? '',
        rule: values['rule'] ?? '',
        version,
        ...statedIn(values),
      },
    })
    openProposal(saved)
  }
  const part = { type: 'number', min: 1, max: 1_000, required: true } as const
  return (
    <Action title={words.propose} role="finance" run={send} version={series.version}>
      <p>{words.proposeHint}</p>
      <Field
        name="ratePpm"
        label={t.taxRate}
        type="number"
        min={0}
        max={200_000}
        defaultValue={newest?.ratePpm ?? 0}
        unit="ppm"
        required
      />
      <Field
        name="baseNumerator"
        label={t.baseNumerator}
        defaultValue={newest?.baseNumerator ?? 1}
        {...part}
      />
      <Field
        name="baseDenominator"
        label={t.baseDenominator}
        defaultValue={newest?.baseDenominator ?? 1}
        {...part}
      />
      <Field name="validFrom" label={t.firstDay} type="date" required />
      <Field name="rule" label={t.taxRule} maxLength={100} defaultValue={newest?.rule} required />
      <ProposalFields />
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
          <AmountField name="price" label={t.rate} unit="IDR" required />
        </Action>
      }
    >
      <p className="hint">{t.dollarHint}</p>
    </Section>
  )
}
