import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import { tradingTexts } from '../texts/trading.ts'
import { readPages } from './read-pages.ts'

const fillsOfPage = 100

/** The executions of an order. */
export function Fills({ orderNo }: Readonly<{ orderNo: string }>) {
  const t = useTexts(tradingTexts)
  const query = useRead(['orders', 'fills', orderNo], (tukar) =>
    readPages(async (page) => {
      const found = await tukar.get('/api/exchange/venue/history', {
        params: { query: { orderNo, page, per_page: fillsOfPage } },
      })
      return 'data' in found ? found : { data: [], nextPage: null }
    }),
  )
  return (
    <Loaded query={query}>
      {({ data: fills }) =>
        fills.length === 0 ? (
          <Empty>{t.noFills}</Empty>
        ) : (
          <Table
            label={t.fills}
            rows={fills}
            keyOf={({ tradeId }) => tradeId}
            columns={[
              {
                key: 'at',
                title: t.time,
                cell: (fill) => <Time at={fill.createdAt} relative />,
              },
              {
                key: 'price',
                title: t.price,
                numeric: true,
                cell: ({ price }) => <Amount value={price} />,
              },
              {
                key: 'volume',
                title: t.volume,
                numeric: true,
                cell: ({ volume }) => <Amount value={volume} />,
              },
            ]}
          />
        )
      }
    </Loaded>
  )
}
