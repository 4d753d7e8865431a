import type { components } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { Time } from '../../ui/time.tsx'
import { useTradingConfig } from '../data.ts'
import { type TaxFilter, useTaxes } from '../money/money-data.ts'
import { pairName } from '../pair-name.ts'
import { historyTexts } from '../texts/history.ts'
import { useTukar } from '../tukar.tsx'
import { FilterChoice, FilterRow, type Filters, oneOf, useFilters } from './filters.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { saveReport } from './save-report.ts'

type TaxedTrade = components['schemas']['TaxedTrade']

/** The taxes on the user's trades, and their report as a file. */
export function TaxHistory() {
  const t = useTexts(historyTexts)
  const filters = useFilters()
  const { get, page, setPage } = filters
  const side = oneOf(['BUY', 'SELL'], get('side'))
  const [pair, year, month] = [get('pair'), get('year'), get('month')]
  const filter: TaxFilter = {
    ...(side && { side }),
    ...(pair && { pair }),
    ...(year && { year: Number(year) }),
    ...(year && month && { month: Number(month) }),
  }
  return (
    <>
      <HistoryTabs list="taxes" />
      <TaxFilters filters={filters} />
      <Report filter={filter} />
      <div className="card flush">
        <Loaded query={useTaxes({ page, ...filter })}>
          {(list) => (
            <>
              {list.data.length === 0 ? <Empty>{t.noTaxes}</Empty> : <Taxes rows={list.data} />}
              <Pager page={list} onTurn={setPage} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

const yearsShown = 5

function TaxFilters({ filters }: Readonly<{ filters: Filters }>) {
  const t = useTexts(historyTexts)
  const language = useLanguage()
  const pairs = useTradingConfig().data?.pairs ?? []
  const thisYear = new Date().getFullYear()
  const years = Array.from({ length: yearsShown }, (_, ago) => `${thisYear - ago}`)
  const monthName = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: `${index + 1}`,
    label: monthName.format(Date.UTC(thisYear, index)),
  }))
  return (
    <FilterRow>
      <FilterChoice
        filters={filters}
        name="year"
        label={t.year}
        choices={years.map((year) => ({ value: year, label: year }))}
      />
      {filters.get('year') !== '' && (
        <FilterChoice filters={filters} name="month" label={t.month} choices={months} />
      )}
      <FilterChoice
        filters={filters}
        name="pair"
        label={t.pair}
        choices={pairs.map(({ txPair }) => ({ value: txPair, label: pairName(txPair) }))}
      />
      <FilterChoice
        filters={filters}
        name="side"
        label={t.side}
        choices={[
          { value: 'BUY', label: t.buy },
          { value: 'SELL', label: t.sell },
        ]}
      />
    </FilterRow>
  )
}

function Report({ filter }: Readonly<{ filter: TaxFilter }>) {
  const t = useTexts(historyTexts)
  const { tukar } = useTukar()
  const lang = useLanguage() === 'id' ? 'id' : 'en'
  const isSlip = filter.year !== undefined
  return (
    <div className="card">
      <h2>{isSlip ? t.slip : t.report}</h2>
      <p className="hint">{isSlip ? t.slipHint : t.reportHint}</p>
      <div className="pair">
        {(['pdf', 'csv'] as const).map((format) => (
          <TaskButton key={format} task={() => saveReport(tukar, filter, format, lang)}>
            {t.download(format.toUpperCase())}
          </TaskButton>
        ))}
      </div>
    </div>
  )
}

function Taxes({ rows }: Readonly<{ rows: readonly TaxedTrade[] }>) {
  const t = useTexts(historyTexts)
  return (
    <Table
      label={t.taxes}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'trade',
          title: t.trade,
          cell: ({ txPair, side, tradedAt }) => (
            <span className="lines">
              <span>
                {side === 'BUY' ? t.buy : t.sell} {pairName(txPair)}
              </span>
              <small className="quiet">
                <Time at={tradedAt} />
              </small>
            </span>
          ),
        },
        {
          key: 'value',
          title: t.value,
          numeric: true,
          wide: true,
          cell: ({ value, valueAsset }) => <Amount value={value} symbol={valueAsset} />,
        },
        {
          key: 'tax',
          title: t.tax,
          numeric: true,
          cell: ({ tax, taxAsset, taxIdr, taxType, ratePercent, rule, ...row }) => (
            <span className="lines end">
              <Amount value={tax} symbol={taxAsset} />
              {taxAsset !== 'IDR' && <Amount value={taxIdr} symbol="IDR" />}
              <small className="quiet" title={rule}>
                {taxType} <Amount value={ratePercent} /> %
              </small>
              {row.rightTaxIdr !== null && (
                <small>
                  {row.correction}: {t.statuses[row.status]}{' '}
                  <Amount value={row.rightTaxIdr} symbol="IDR" />
                </small>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
