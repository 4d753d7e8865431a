import { useId } from 'react'
import { Amount } from '../../../ui/amount.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useAddress } from '../../address.ts'
import { amountColumn } from '../../list/columns.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { serviceTexts } from './texts.ts'

const names = ['taxes', 'volumes', 'fees', 'vat'] as const

/** The current month in Jakarta, as `2026-03`. */
const thisMonth = (): string => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)

export function Reports() {
  const t = useTexts(serviceTexts)
  const { values, change } = useAddress()
  const id = useId()
  const month = values['month'] ?? thisMonth()
  const name = names.find((one) => one === values['report']) ?? 'taxes'
  const tabs = names.map((key) => ({ key, title: t.reportNames[key] }))
  return (
    <>
      <div className="between">
        <Tabs
          label={t.reports}
          tabs={tabs}
          value={name}
          onChange={(report) => change({ report, cursor: '' })}
        />
        <div className="field">
          <label htmlFor={id}>{t.month}</label>
          <input
            id={id}
            type="month"
            min="2020-01"
            max={thisMonth()}
            defaultValue={month}
            onChange={({ target }) => {
              if (/^20\d\d-\d\d$/.test(target.value)) change({ month: target.value, cursor: '' })
            }}
          />
        </div>
      </div>
      {name === 'taxes' && <Taxes month={month} />}
      {name === 'volumes' && <Volumes month={month} />}
      {name === 'fees' && <Fees month={month} />}
      {name === 'vat' && <Vat month={month} />}
    </>
  )
}

type Month = Readonly<{ month: string }>

type Side = 'BUY' | 'SELL'
type TradeRow = Readonly<{ txPair: string; side: Side; trades: number }>

/** The columns that all reports have. */
function useTradeColumns() {
  const t = useTexts(serviceTexts)
  return [
    {
      key: 'pair',
      title: t.pair,
      cell: ({ txPair }: TradeRow) => <b>{txPair}</b>,
      sortBy: ({ txPair }: TradeRow) => txPair,
    },
    { key: 'side', title: t.side, cell: ({ side }: TradeRow) => t.sides[side] },
    {
      key: 'trades',
      title: t.trades,
      numeric: true,
      cell: ({ trades }: TradeRow) => <Amount value={`${trades}`} />,
      sortBy: ({ trades }: TradeRow) => `${trades}`,
    },
  ]
}

function useAmountColumns() {
  const t = useTexts(serviceTexts)
  return [
    amountColumn('volume', t.volume, 'volume', { symbolIn: 'base' }),
    amountColumn('amount', t.amount, 'amount', { symbolIn: 'quote' }),
  ]
}

function useFeeColumns() {
  const t = useTexts(serviceTexts)
  return [
    amountColumn('fee', t.fee, 'fee', { symbolIn: 'symbol' }),
    amountColumn('vatIdr', t.vatIdr, 'vatIdr', { symbol: 'IDR' }),
  ]
}

function Taxes({ month }: Month) {
  const t = useTexts(serviceTexts)
  return (
    <ListPage
      label={t.reportNames.taxes}
      path="/operator/api/reports/taxes"
      fixed={{ month, sort: 'asc' }}
      keyOf={(row) => [row.txPair, row.side, row.kind, row.rule, row.rate, row.symbol].join(' ')}
      columns={[
        ...useTradeColumns(),
        { key: 'kind', title: t.tax, cell: ({ kind }) => kind },
        { key: 'rule', title: t.rule, cell: ({ rule }) => rule },
        amountColumn('rate', t.rate, 'rate', { unit: '%' }),
        ...useAmountColumns(),
        amountColumn('tax', t.tax, 'tax', { symbolIn: 'symbol' }),
        amountColumn('taxIdr', t.taxIdr, 'taxIdr', { symbol: 'IDR' }),
      ]}
    />
  )
}

function Volumes({ month }: Month) {
  const t = useTexts(serviceTexts)
  return (
    <ListPage
      label={t.reportNames.volumes}
      path="/operator/api/reports/volumes"
      fixed={{ month, sort: 'asc' }}
      keyOf={({ txPair, side }) => `${txPair} ${side}`}
      columns={[...useTradeColumns(), ...useAmountColumns()]}
    />
  )
}

function Fees({ month }: Month) {
  const t = useTexts(serviceTexts)
  return (
    <ListPage
      label={t.reportNames.fees}
      path="/operator/api/reports/fees"
      fixed={{ month, sort: 'asc' }}
      keyOf={({ txPair, side }) => `${txPair} ${side}`}
      columns={[...useTradeColumns(), ...useFeeColumns()]}
    />
  )
}

function Vat({ month }: Month) {
  const t = useTexts(serviceTexts)
  return (
    <ListPage
      label={t.reportNames.vat}
      path="/operator/api/reports/vat"
      fixed={{ month, sort: 'asc' }}
      keyOf={({ source, returned, symbol }) => `${source} ${returned} ${symbol}`}
      columns={[
        {
          key: 'source',
          title: t.vatSource,
          cell: ({ source, returned }) =>
            returned ? `${t.vatSources[source]} (${t.vatReturned})` : t.vatSources[source],
        },
        { key: 'fees', title: t.feeCount, numeric: true, cell: ({ fees }) => fees },
        ...useFeeColumns(),
        { key: 'unvalued', title: t.unvalued, numeric: true, cell: ({ unvalued }) => unvalued },
      ]}
    />
  )
}
