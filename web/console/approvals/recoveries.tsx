import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { choicesOf } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { recoveryPath } from '../paths.ts'
import { toneOf } from '../state-word.tsx'
import { UserLink } from '../user-link.tsx'
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
      filters={[
        {
          name: 'state',
          label: t.state,
          kind: 'choice',
          choices: choicesOf(t.states),
        },
      ]}
      columns={[
        { key: 'time', title: t.proposedAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          key: 'user',
          title: t.user,
          cell: ({ userId, userName, userEmail }) => (
            <UserLink user={userId} name={userName} known={userEmail} />
          ),
        },
        {
          key: 'state',
          title: t.state,
          cell: ({ state }) => <Status tone={toneOf(state)}>{t.states[state]}</Status>,
          sortBy: ({ state }) => state,
        },
        { key: 'due', title: t.dueAt, cell: ({ dueAt }) => dueAt && <Time at={dueAt} /> },
        { key: 'ended', title: t.endedAt, cell: ({ endedAt }) => endedAt && <Time at={endedAt} /> },
      ]}
    />
  )
}
