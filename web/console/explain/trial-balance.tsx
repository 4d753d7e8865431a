import { useId } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { jakartaDay } from '../../ui/jakarta-day.ts'
import { useTexts } from '../../ui/language.tsx'
import { useAddress } from '../address.ts'
import { ListPage } from '../list/list-page.tsx'
import { explainTexts } from './texts.ts'

type Figure = 'opening' | 'into' | 'outOf' | 'closing'

/** What a day moved in each account, and the total of each asset, which is zero. */
export function TrialBalance() {
  const t = useTexts(explainTexts)
  const { values, change } = useAddress()
  const id = useId()
  const day = values['day'] ?? jakartaDay(1)
  const figure = (key: Figure) => ({
    key,
    title: t[key],
    numeric: true,
    cell: (row: Readonly<Record<Figure, string>>) => <Amount value={row[key]} />,
  })
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t.day}</label>
        <input
          id={id}
          type="date"
          max={jakartaDay(1)}
          defaultValue={day}
          onChange={({ target }) => {
            if (/^20\d\d-\d\d-\d\d$/.test(target.value)) change({ day: target.value, cursor: '' })
          }}
        />
      </div>
      <ListPage
        label={t.trial}
        path="/operator/api/ledger/trial-balance"
        fixed={{ day, sort: 'asc' }}
        filters={[{ name: 'symbol', label: t.asset, kind: 'text' }]}
        keyOf={({ symbol, account }) => `${symbol} ${account}`}
        columns={[
          { key: 'symbol', title: t.asset, cell: ({ symbol }) => symbol },
          {
            key: 'account',
            title: t.account,
            cell: ({ account }) =>
              account === 'total' ? <b>{t.total}</b> : <code>{account}</code>,
          },
          figure('opening'),
          figure('into'),
          figure('outOf'),
          figure('closing'),
        ]}
      />
    </>
  )
}
