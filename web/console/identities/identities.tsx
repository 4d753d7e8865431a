import type { RowOf } from '@tukar/client/operator'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { identityPath } from '../paths.ts'
import { stateTexts } from '../state-texts.ts'
import { StateWord } from '../state-word.tsx'
import { UserLink } from '../user-link.tsx'
import { identityTexts } from './texts.ts'

const states = ['STARTED', 'UNKNOWN', 'PENDING', 'SUCCESS', 'FAILED'] as const

export function Identities() {
  const t = useTexts(identityTexts)
  const words = useTexts(stateTexts)
  return (
    <ListPage
      label={t.identities}
      path="/operator/api/identities"
      exportedBy="support"
      keyOf={({ id }) => id}
      open={({ id }) => identityPath(id)}
      filters={[
        { name: 'user', label: t.userId, kind: 'text', search: true },
        {
          name: 'status',
          label: t.state,
          kind: 'choice',
          choices: states.map((value) => ({ value, label: wordIn(words, value.toLowerCase()) })),
        },
        choiceFilter('undecided', t.undecided, { true: t.undecidedOnly }),
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/identities'>>[] {
  const t = useTexts(identityTexts)
  return [
    { key: 'id', title: 'ID', cell: ({ id }) => id },
    {
      key: 'user',
      title: t.user,
      cell: ({ userId, userName, email }) => (
        <UserLink user={userId} name={userName} known={email} />
      ),
      sortBy: ({ email }) => email,
    },
    {
      key: 'state',
      title: t.state,
      cell: ({ status }) => <StateWord state={status} />,
      sortBy: ({ status }) => status,
    },
    {
      key: 'undecided',
      title: t.undecided,
      cell: ({ undecided }) => (undecided ? t.yes : t.no),
    },
    { key: 'tries', title: t.tries, numeric: true, cell: ({ tries }) => tries ?? '–' },
    {
      key: 'next',
      title: t.nextAt,
      cell: ({ nextAt }) => (nextAt === null ? '–' : <Time at={nextAt} relative />),
    },
    { key: 'begun', title: t.begun, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
}
