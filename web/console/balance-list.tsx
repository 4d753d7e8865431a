import { useId } from 'react'
import { Link } from 'wouter'
import { Amount } from '../ui/amount.tsx'
import { useTexts } from '../ui/language.tsx'
import { texts } from '../ui/texts.ts'
import { type Filters, useAddress } from './address.ts'
import { amountColumn } from './list/columns.tsx'
import { type Filter, instantOf, jakartaOf } from './list/filter-form.tsx'
import { ListPage } from './list/list-page.tsx'
import { userPath } from './paths.ts'

const balanceTexts = texts({
  balances: ['Saldo pada suatu waktu', 'Balances at a time'],
  at: ['Sebelum waktu ini (Jakarta)', 'Before this time (Jakarta)'],
  account: ['Rekening', 'Account'],
  accounts: {
    user: ['Pengguna', 'User'],
    users: ['Semua pengguna', 'All users'],
  },
  user: ['Pengguna', 'User'],
  asset: ['Aset', 'Asset'],
  balance: ['Saldo', 'Balance'],
  locked: ['Dibekukan', 'Frozen'],
})

/** A time that is closed: postings of the last half minute may not be. */
const aMinuteAgo = () => new Date(Math.floor(Date.now() / 60_000 - 1) * 60_000).toISOString()

type BalanceListProps = Readonly<{ fixed?: Filters; filters?: readonly Filter[] }>

/** The balances before a time that the operator chooses. */
export function BalanceList({ fixed = {}, filters = [] }: BalanceListProps) {
  const t = useTexts(balanceTexts)
  const id = useId()
  const { values, change } = useAddress()
  const at = values['at'] ?? aMinuteAgo()
  const accounts: Readonly<Record<string, string>> = t.accounts
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t.at}</label>
        <input
          id={id}
          type="datetime-local"
          defaultValue={jakartaOf(at)}
          onChange={({ target }) => {
            if (target.value !== '') change({ at: instantOf(target.value), cursor: '' })
          }}
        />
      </div>
      <ListPage
        label={t.balances}
        path="/operator/api/ledger/balances"
        fixed={{ ...fixed, at, sort: 'asc' }}
        filters={filters}
        keyOf={({ account, userId, symbol }) => `${account} ${userId} ${symbol}`}
        columns={[
          { key: 'symbol', title: t.asset, cell: ({ symbol }) => symbol },
          {
            key: 'account',
            title: t.account,
            cell: ({ account, userId }) =>
              userId === null ? (
                (accounts[account] ?? <code>{account}</code>)
              ) : (
                <Link href={userPath(userId)}>
                  {t.user} {userId}
                </Link>
              ),
          },
          amountColumn('balance', t.balance, 'balance', { sorted: true }),
          {
            key: 'locked',
            title: t.locked,
            numeric: true,
            cell: ({ locked }) => (locked === null ? '–' : <Amount value={locked} />),
          },
        ]}
      />
    </>
  )
}
