import { Link } from 'wouter'
import { ShortText } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { TimeAndAge } from '../../ui/time.tsx'
import { amountColumn } from '../list/columns.tsx'
import { ListPage } from '../list/list-page.tsx'
import { orderPath, userPath, withdrawalPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { explainTexts } from './texts.ts'

export function Holds() {
  const t = useTexts(explainTexts)
  return (
    <ListPage
      label={t.holds}
      path="/operator/api/holds"
      keyOf={({ id }) => id}
      open={({ owner }) =>
        owner.kind === 'order' ? orderPath(owner.id) : withdrawalPath(owner.id)
      }
      filters={[
        { name: 'user', label: t.user, kind: 'text', search: true },
        { name: 'olderThan', label: t.olderThan, kind: 'text' },
      ]}
      columns={[
        {
          key: 'owner',
          title: t.hold,
          cell: ({ owner }) => (
            <>
              {owner.kind} <ShortText id={owner.id} chars={8} />
            </>
          ),
          copied: ({ owner }) => owner.id,
        },
        {
          key: 'user',
          title: t.owner,
          cell: ({ userId, email }) => (
            <Link className="breakable" href={userPath(userId)}>
              {email}
            </Link>
          ),
        },
        amountColumn('initial', t.initial, 'initial', { symbolIn: 'symbol' }),
        amountColumn('remaining', t.remaining, 'remaining', { symbolIn: 'symbol' }),
        {
          key: 'state',
          title: t.state,
          cell: ({ owner }) => (owner.status === null ? '–' : <StateWord state={owner.status} />),
        },
        { key: 'incident', title: t.incident, cell: ({ owner }) => owner.incident ?? '–' },
        { key: 'opened', title: t.opened, cell: ({ openedAt }) => <TimeAndAge at={openedAt} /> },
      ]}
    />
  )
}
