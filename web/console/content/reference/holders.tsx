import { useParams } from 'wouter'
import { Amount } from '../../../ui/amount.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { userPath } from '../../paths.ts'
import { listingTexts } from './listing-texts.ts'

/** Who holds some of a coin, as a list that can be exported. */
export function Holders() {
  const t = useTexts(listingTexts)
  const { symbol = '' } = useParams()
  const amount = (name: 'total' | 'available' | 'locked') => ({
    key: name,
    title: t[name],
    numeric: true,
    cell: (row: Readonly<Record<typeof name, string>>) => (
      <Amount value={row[name]} symbol={symbol} />
    ),
    sortBy: (row: Readonly<Record<typeof name, string>>) => row[name],
  })
  return (
    <ListPage
      label={`${t.holders}: ${symbol}`}
      path="/operator/api/assets/{symbol}/holders"
      of={{ symbol }}
      keyOf={({ userId }) => userId}
      open={({ userId }) => userPath(userId)}
      columns={[
        { key: 'user', title: t.user, cell: ({ email }) => email },
        amount('total'),
        amount('available'),
        amount('locked'),
      ]}
    />
  )
}
