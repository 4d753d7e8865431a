import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { postingPath } from '../paths.ts'
import { WideTable } from '../wide-table.tsx'
import { tradingTexts } from './texts.ts'

export type OrderDetails = components['schemas']['OrderDetails']

/** What the order moved in the ledger: its hold, and the fills of this page. */
export function OrderMoves({ order: { moves } }: Readonly<{ order: OrderDetails }>) {
  const t = useTexts(tradingTexts)
  return (
    <Section title={t.moves}>
      {moves.length === 0 ? (
        <p className="hint">{t.noMoves}</p>
      ) : (
        <WideTable
          label={t.moves}
          rows={moves.map((move, line) => ({ ...move, line }))}
          keyOf={({ line }) => line}
          columns={[
            { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
            {
              key: 'posting',
              title: t.posting,
              cell: ({ key, postingId }) => (
                <Link href={postingPath(postingId)}>
                  <code>{key}</code>
                </Link>
              ),
            },
            { key: 'from', title: t.fromAccount, cell: ({ from }) => from },
            { key: 'to', title: t.toAccount, cell: ({ to }) => to },
            amountColumn('amount', t.amount, 'amount', { symbolIn: 'symbol' }),
          ]}
        />
      )}
    </Section>
  )
}
