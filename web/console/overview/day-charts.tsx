import { addDecimals, compareDecimals, roundDecimal } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { DayChart, type DaySeries } from '../../ui/day-chart.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { overviewTexts } from './texts.ts'

type Day = components['schemas']['DayTotals']
type Flow = components['schemas']['DayFlow']['flow']

const methods = {
  in: ['va', 'qris', 'order', 'claim', 'coin', 'returned', 'other'],
  out: ['payout', 'coin', 'returned', 'other'],
  trade: ['buy', 'sell'],
  fees: ['trade', 'deposit', 'withdrawal', 'other'],
} as const

/** The last 30 days as bars: money in and out by method, trading, fees and people. */
export function DayCharts() {
  const t = useTexts(overviewTexts)
  const found = useRead(
    ['overview', 'days'],
    (client) => client.get('/operator/api/overview/days'),
    { refetchInterval: 60_000 },
  )
  return (
    <Section title={t.days}>
      <Loaded query={found}>
        {({ days, countedAt }) => (
          <>
            <Charts days={days} />
            {days.some(isUnpriced) && <Notice tone="quiet">{t.unpriced}</Notice>}
            {countedAt !== null && (
              <p className="hint">
                {t.counted}: <Time at={countedAt} />
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const isUnpriced = ({ flows }: Day): boolean =>
  flows.some(({ unpriced }) => compareDecimals(unpriced, '0') !== 0)

function Charts({ days }: Readonly<{ days: readonly Day[] }>) {
  const t = useTexts(overviewTexts)
  const names = days.map(({ day }) => day)
  const rupiah = (value: string) => <Amount value={roundDecimal(value, 0, 'down')} symbol="IDR" />
  const chart = (title: string, flow: Flow) => (
    <DayChart
      title={title}
      days={names}
      format={rupiah}
      series={methods[flow]
        .map((method) => ({
          key: method,
          label: t.methods[method],
          values: days.map((day) => worthOf(day, flow, method)),
        }))
        .filter(isUsed)}
    />
  )
  const countOf = (key: 'signedUp' | 'verified'): DaySeries => ({
    key,
    label: t[key],
    values: days.map((day) => `${day[key]}`),
  })
  return (
    <div className="charts">
      {chart(t.moneyIn, 'in')}
      {chart(t.moneyOut, 'out')}
      {chart(t.trading, 'trade')}
      {chart(t.fees, 'fees')}
      <DayChart
        title={t.people}
        days={names}
        format={(value) => <Amount value={value} />}
        series={[countOf('signedUp'), countOf('verified')]}
      />
    </div>
  )
}

const worthOf = ({ flows }: Day, flow: Flow, method: string): string =>
  flows
    .filter((one) => one.flow === flow && one.method === method)
    .reduce((sum, { worth }) => addDecimals(sum, worth), '0')

const isUsed = ({ values }: DaySeries): boolean =>
  values.some((value) => compareDecimals(value, '0') !== 0)
