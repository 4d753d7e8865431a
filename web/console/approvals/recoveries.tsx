import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { stateColumn, userColumn } from '../list/columns.tsx'
import { choiceFilter } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { recoveryPath } from '../paths.ts'
import { recoveryTexts } from './recovery-texts.ts'

/** Authenticators that operators remove for users who lost them. */
export function Recoveries() {
  const t = useTexts(recoveryTexts)
  return (
    <ListPage
      label={t.recoveries}
      path="/operator/api/recoveries"
      keyOf={({ id }) => id}
      open={({ id }) => recoveryPath(id)}
      filters={[choiceFilter('state', t.state, t.states)]}
      columns={[
        { key: 'time', title: t.proposedAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
        userColumn(t.user, 'userEmail'),
        stateColumn('state', t.state, t.states, { sorted: true }),
        { key: 'due', title: t.dueAt, cell: ({ dueAt }) => dueAt && <Time at={dueAt} /> },
        { key: 'ended', title: t.endedAt, cell: ({ endedAt }) => endedAt && <Time at={endedAt} /> },
      ]}
    />
  )
}
