import { ShortText } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { choicesOf } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { reportPath } from '../paths.ts'
import { reportTones } from './event-tones.ts'
import { inboxTexts } from './texts.ts'

/** The reports to the regulator. */
export function Reports() {
  const t = useTexts(inboxTexts)
  const states = choicesOf(t.reportStates)
  return (
    <ListPage
      label={t.reports}
      path="/operator/api/regulatory-reports"
      keyOf={({ id }) => id}
      open={({ id }) => reportPath(id)}
      filters={[
        { name: 'state', label: t.state, kind: 'choice', choices: states },
        { name: 'requestId', label: t.requestId, kind: 'text', search: true },
      ]}
      columns={[
        {
          key: 'requestId',
          title: t.requestId,
          cell: ({ requestId }) => <ShortText id={requestId} chars={8} />,
          copied: ({ requestId }) => requestId,
        },
        { key: 'kind', title: t.kind, cell: ({ kind }) => kind },
        {
          key: 'state',
          title: t.state,
          cell: ({ state }) => <Status tone={reportTones[state]}>{t.reportStates[state]}</Status>,
          sortBy: ({ state }) => state,
        },
        { key: 'message', title: t.message, cell: ({ message }) => message ?? '–' },
        { key: 'created', title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
        { key: 'updated', title: t.updated, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
      ]}
    />
  )
}
