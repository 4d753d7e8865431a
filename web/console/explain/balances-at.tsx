import { useTexts } from '../../ui/language.tsx'
import { BalanceList } from '../balance-list.tsx'
import { choiceFilter } from '../list/filter-form.tsx'
import { explainTexts } from './texts.ts'

/** The balances before a time: of the house with the sums of all users, or of each user. */
export function BalancesAt() {
  const t = useTexts(explainTexts)
  return (
    <BalanceList
      filters={[
        choiceFilter('owner', t.owner, t.owners),
        { name: 'user', label: t.user, kind: 'text' },
        { name: 'symbol', label: t.asset, kind: 'text' },
      ]}
    />
  )
}
