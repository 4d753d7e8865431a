import { Field } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useTransfers } from '../money/money-data.ts'
import { TransferList } from '../money/transfer-list.tsx'
import { historyTexts } from '../texts/history.ts'
import { Export } from './export.tsx'
import { AssetChoice, FilterChoice, FilterRow, oneOf, useFilters } from './filters.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { saveTransfers } from './save-history.ts'
import { spanBounds } from './span-bounds.ts'

/** All deposits and withdrawals, by kind, asset and day. */
export function TransferHistory() {
  const t = useTexts(historyTexts)
  const filters = useFilters()
  const { get, set, page, setPage } = filters
  const [symbol, startDate, endDate] = [get('symbol'), get('startDate'), get('endDate')]
  const currencyType = oneOf(['FIAT', 'COIN'], get('currencyType'))
  const filter = {
    ...(currencyType && { currencyType }),
    ...(symbol && { symbol }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  }
  const transfers = useTransfers({ page, ...filter })
  const kinds = [
    { value: 'FIAT', label: t.rupiah },
    { value: 'COIN', label: t.coins },
  ]
  const bounds = spanBounds(startDate, endDate)
  const day = (name: keyof typeof bounds, label: string) => (
    <Field
      name={name}
      label={label}
      type="date"
      {...bounds[name]}
      value={get(name)}
      onChange={(event) => set(name, event.target.value)}
    />
  )
  return (
    <>
      <HistoryTabs list="transfers" />
      <FilterRow>
        <FilterChoice filters={filters} name="currencyType" label={t.kind} choices={kinds} />
        <AssetChoice filters={filters} />
        {day('startDate', t.from)}
        {day('endDate', t.until)}
      </FilterRow>
      <div className="card flush">
        <Loaded query={transfers}>
          {(list) => (
            <>
              <TransferList transfers={list.data} />
              <Pager page={list} onTurn={setPage} />
              <Export save={(tukar) => saveTransfers(tukar, filter)} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
