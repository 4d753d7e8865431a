import { Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useMoves } from '../money/money-data.ts'
import { itemsOf } from '../money/move-items.ts'
import { MoveList } from '../money/move-list.tsx'
import { historyTexts } from '../texts/history.ts'
import { moneyTexts } from '../texts/money.ts'
import { Export } from './export.tsx'
import { AssetChoice, FilterChoice, FilterRow, oneOf, useFilters } from './filters.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { saveMoves } from './save-history.ts'

const actions = [
  'DEPOSIT',
  'WITHDRAWAL',
  'HOLD',
  'RELEASE',
  'TRADE',
  'FEE',
  'TAX',
  'ADJUSTMENT',
] as const

/** What changed the balances, by kind and asset. */
export function MoveHistory() {
  const t = useTexts(historyTexts)
  const words = useTexts(moneyTexts).actions
  const filters = useFilters()
  const { get, page, setPage } = filters
  const action = oneOf(actions, get('action'))
  const symbol = get('symbol')
  // What froze money or released it is shown if it is chosen.
  const filter = {
    ...(action ? { action } : { holds: get('holds') === 'true' }),
    ...(symbol && { symbol }),
  }
  const moves = useMoves({ page, ...filter })
  const choices = actions.map((value) => ({ value, label: words[value] }))
  return (
    <>
      <HistoryTabs list="moves" />
      <FilterRow>
        <FilterChoice filters={filters} name="action" label={t.kind} choices={choices} />
        <AssetChoice filters={filters} />
        <Select
          name="holds"
          label={t.holds}
          value={get('holds')}
          onChoose={(value) => filters.set('holds', value)}
          choices={[
            { value: '', label: t.hidden },
            { value: 'true', label: t.shown },
          ]}
        />
      </FilterRow>
      <div className="card flush">
        <Loaded query={moves}>
          {(list) => (
            <>
              <MoveList items={itemsOf(list)} />
              <Pager page={list} onTurn={setPage} />
              <Export save={(tukar) => saveMoves(tukar, filter)} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
