import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useRead } from '../desk.tsx'
import { amountColumn } from '../list/columns.tsx'
import { Part } from '../part.tsx'
import { explainTexts } from './texts.ts'

/** Of each asset: the debt to users and its cap, and the balances of the house's own accounts. */
export function House() {
  const t = useTexts(explainTexts)
  const query = useRead(['house'], (client) => client.get('/operator/api/house'))
  return (
    <Loaded query={query}>
      {(assets) => (
        <Part
          title={t.house}
          rows={assets}
          keyOf={({ symbol }) => symbol}
          columns={[
            { key: 'symbol', title: t.asset, cell: ({ symbol }) => symbol },
            amountColumn('owed', t.owed, 'owed', { symbolIn: 'symbol' }),
            amountColumn('cap', t.supplyCap, 'supplyCap', { symbolIn: 'symbol' }),
            {
              key: 'accounts',
              title: t.houseAccounts,
              numeric: true,
              cell: ({ accounts, symbol }) => (
                <ul className="list">
                  {accounts.map(({ account, balance }) => (
                    <li key={account}>
                      <code>{account}</code> <Amount value={balance} symbol={symbol} />
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}
