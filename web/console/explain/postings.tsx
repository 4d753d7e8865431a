import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { textColumn } from '../list/columns.tsx'
import { timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { postingPath } from '../paths.ts'
import { actionFilter } from './filters.ts'
import { MoveLine } from './moves.tsx'
import { explainTexts } from './texts.ts'

export function Postings() {
  const t = useTexts(explainTexts)
  return (
    <ListPage
      label={t.postings}
      path="/operator/api/ledger/postings"
      keyOf={({ id }) => id}
      open={({ id }) => postingPath(id)}
      filters={[
        { name: 'user', label: t.user, kind: 'text', search: true },
        { name: 'key', label: t.key, kind: 'text' },
        { name: 'cause', label: t.cause, kind: 'text' },
        actionFilter(t.action),
        ...timeFilters(t),
      ]}
      columns={[
        { key: 'id', title: t.id, cell: ({ id }) => id },
        { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
        textColumn('action', t.action, 'action'),
        { key: 'key', title: t.key, cell: ({ key }) => <ShortId id={key} chars={10} /> },
        {
          key: 'moves',
          title: t.moves,
          cell: ({ moves }) =>
            moves.map((move, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a posting never change.
              <MoveLine key={line} move={move} />
            )),
        },
      ]}
    />
  )
}
