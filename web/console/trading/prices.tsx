import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action } from '../action.tsx'
import { AmountField } from '../amount-field.tsx'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { WideTable } from '../wide-table.tsx'
import { tradingTexts } from './texts.ts'

type Price = components['schemas']['OperatorPrice']

const refreshMs = 5_000

/** The rate that no market of ours quotes. */
const stated = 'USD_IDR'

/** The last price of every pair, renewed every few seconds. */
export function Prices() {
  const t = useTexts(tradingTexts)
  const read = useRead(['prices'], (client) => client.get('/operator/api/prices'), {
    refetchInterval: refreshMs,
  })
  return (
    <Section title={t.prices} actions={<StatePrice />}>
      <Loaded query={read}>
        {(prices) => (
          <WideTable
            label={t.prices}
            rows={prices}
            keyOf={({ pair }) => pair}
            columns={[
              { key: 'pair', title: t.pair, cell: ({ pair }) => pair },
              number('price', t.price, ({ price }) => price),
              number('bid', t.bid, ({ bid }) => bid),
              number('ask', t.ask, ({ ask }) => ask),
              number('median', t.median, ({ median }) => median),
              {
                key: 'samples',
                title: t.samples,
                numeric: true,
                cell: ({ samples }) => samples,
              },
              { key: 'source', title: t.source, cell: ({ source }) => t.sources[source] },
              { key: 'time', title: t.time, cell: ({ observedAt }) => <Time at={observedAt} /> },
              {
                key: 'age',
                title: t.age,
                cell: ({ ageSeconds, maxAgeSeconds }) => t.seconds(ageSeconds, maxAgeSeconds),
              },
              {
                key: 'state',
                title: t.state,
                cell: ({ stale }) => (
                  <Status tone={stale ? 'bad' : 'good'}>{stale ? t.stale : t.fresh}</Status>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

const number = (key: string, title: string, of: (price: Price) => string | null) => ({
  key,
  title,
  numeric: true,
  cell: (price: Price) => {
    const value = of(price)
    return value === null ? '–' : <Amount value={value} />
  },
})

function StatePrice() {
  const t = useTexts(tradingTexts)
  return (
    <Action
      title={t.set}
      role="finance"
      run={({ price = '' }) =>
        operators.put('/operator/api/prices/{pair}', {
          params: { path: { pair: stated } },
          body: { price },
        })
      }
    >
      <p>{t.setHint}</p>
      <AmountField name="price" label={t.price} unit={stated} required />
    </Action>
  )
}
