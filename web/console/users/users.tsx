import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { ListPage } from '../list/list-page.tsx'
import { userPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { userTexts } from './texts.ts'

export function Users() {
  const t = useTexts(userTexts)
  return (
    <ListPage
      label={t.users}
      path="/operator/api/users"
      keyOf={({ id }) => id}
      open={({ id }) => userPath(id)}
      filters={[
        { name: 'q', label: t.find, kind: 'text', search: true },
        {
          name: 'suspended',
          label: t.state,
          kind: 'choice',
          choices: [
            { value: 'true', label: t.suspendedOnly },
            { value: 'false', label: t.active },
          ],
        },
      ]}
      columns={[
        { key: 'id', title: 'ID', cell: ({ id }) => id },
        {
          key: 'name',
          title: t.name,
          cell: ({ name }) => name ?? '–',
          sortBy: ({ name }) => name,
        },
        {
          key: 'email',
          title: t.email,
          cell: ({ email }) => <span className="breakable">{email}</span>,
          sortBy: ({ email }) => email,
        },
        { key: 'phone', title: t.phone, cell: ({ phone }) => phone ?? '–' },
        {
          key: 'identity',
          title: t.identity,
          cell: ({ identityStatus }) => <StateWord state={identityStatus} />,
          sortBy: ({ identityStatus }) => identityStatus,
        },
        {
          key: 'state',
          title: t.state,
          cell: ({ suspendedAt }) =>
            suspendedAt === null ? '–' : <Status tone="bad">{t.suspended}</Status>,
          sortBy: ({ suspendedAt }) => suspendedAt,
        },
        {
          key: 'app',
          title: t.app,
          cell: ({ bind2FA }) => (bind2FA ? t.bound : t.notBound),
          hidden: true,
        },
        { key: 'joined', title: t.joined, cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  )
}
