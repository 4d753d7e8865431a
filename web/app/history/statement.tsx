import { Amount } from '../../ui/amount.tsx'
import { Field } from '../../ui/form.tsx'
import { jakartaDay } from '../../ui/jakarta-day.ts'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { useStatement } from '../money/money-data.ts'
import { historyTexts } from '../texts/history.ts'
import { useTukar } from '../tukar.tsx'
import { FilterRow, useFilters } from './filters.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { saveStatement } from './save-report.ts'

/** The balances at both ends of a period, and the statement as a file. */
export function StatementScreen() {
  const t = useTexts(historyTexts)
  const { get, set } = useFilters()
  const { tukar } = useTukar()
  const lang = useLanguage() === 'id' ? 'id' : 'en'
  const endDate = get('endDate') || jakartaDay()
  const startDate = get('startDate') || `${endDate.slice(0, 8)}01`
  const period = { startDate, endDate }
  const day = (name: keyof typeof period, label: string) => (
    <Field
      name={name}
      label={label}
      type="date"
      max={jakartaDay()}
      value={period[name]}
      onChange={(event) => set(name, event.target.value)}
    />
  )
  return (
    <>
      <HistoryTabs list="statement" />
      <FilterRow>
        {day('startDate', t.from)}
        {day('endDate', t.until)}
      </FilterRow>
      <div className="card">
        <h2>{t.statementOf}</h2>
        <p className="hint">{t.statementHint}</p>
        <div className="pair">
          {(['pdf', 'csv'] as const).map((format) => (
            <TaskButton key={format} task={() => saveStatement(tukar, period, format, lang)}>
              {t.download(format.toUpperCase())}
            </TaskButton>
          ))}
        </div>
      </div>
      <Balances {...period} />
    </>
  )
}

/** The balances of each asset at both ends. */
function Balances(period: Parameters<typeof useStatement>[0]) {
  const t = useTexts(historyTexts)
  const statement = useStatement(period)
  return (
    <div className="card flush">
      <Loaded query={statement}>
        {({ assets }) =>
          assets.length === 0 ? (
            <Empty>{t.noStatement}</Empty>
          ) : (
            <Table
              label={t.statementOf}
              rows={assets}
              keyOf={({ symbol }) => symbol}
              columns={[
                { key: 'symbol', title: t.asset, cell: ({ symbol }) => symbol },
                {
                  key: 'opening',
                  title: t.opening,
                  numeric: true,
                  cell: ({ opening, symbol }) => <Amount value={opening.balance} symbol={symbol} />,
                },
                {
                  key: 'rows',
                  title: t.moves,
                  numeric: true,
                  wide: true,
                  cell: ({ rows }) => rows.length,
                },
                {
                  key: 'closing',
                  title: t.closing,
                  numeric: true,
                  cell: ({ closing, symbol }) => <Amount value={closing.balance} symbol={symbol} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </div>
  )
}
