import { multiplyDecimals, roundDecimal } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { WideTable } from '../wide-table.tsx'
import { overviewTexts } from './texts.ts'

type Sheet = components['schemas']['AssetBalanceSheet']

/** Of each asset: what users are owed, what each place holds, and how well it covers. */
export function BalanceSheet() {
  const t = useTexts(overviewTexts)
  const found = useRead(
    ['overview', 'balances'],
    (client) => client.get('/operator/api/overview/balances'),
    { refetchInterval: 60_000 },
  )
  return (
    <Section title={t.balances}>
      <Loaded query={found}>
        {(assets) => (
          <WideTable
            label={t.balances}
            rows={assets}
            keyOf={({ symbol }) => symbol}
            columns={[
              { key: 'asset', title: t.asset, cell: ({ symbol }) => symbol },
              amountColumn('owed', t.owed, 'owed'),
              amountColumn('total', t.total, 'total'),
              amountColumn('difference', t.difference, 'difference', { signed: true }),
              {
                key: 'coverage',
                title: t.coverage,
                numeric: true,
                cell: ({ coverage }) =>
                  coverage === null ? (
                    '–'
                  ) : (
                    <Amount
                      value={roundDecimal(multiplyDecimals(coverage, '100'), 2, 'down')}
                      unit="%"
                    />
                  ),
              },
              { key: 'held', title: t.held, cell: ({ held }) => <Places held={held} /> },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

function Places({ held }: Pick<Sheet, 'held'>) {
  const t = useTexts(overviewTexts)
  if (held.length === 0) return '–'
  return (
    <span className="lines">
      {held.map(({ place, books, reported, comparedAt }) => (
        <span key={place}>
          {t.places[place]}: {t.books} <Amount value={books} />
          {reported !== null && (
            <>
              , {t.reported} <Amount value={reported} />
            </>
          )}
          {comparedAt !== null && (
            <span className="quiet">
              {' '}
              <Time at={comparedAt} relative />
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
