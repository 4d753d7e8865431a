import { ShortText } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { stateColumn } from '../list/columns.tsx'
import { choiceFilter } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { reportPath } from '../paths.ts'
import { reportTones } from './event-tones.ts'
import { inboxTexts } from './texts.ts'

/** The reports to the regulator. */
export function Reports() {
  const t = useTexts(inboxTexts)
  return (
    <ListPage
      label={t.reports}
      path="/operator/api/regulatory-reports"
      keyOf={({ id }) => id}
      open={({ id }) => reportPath(id)}
      filters={[
        choiceFilter('state', t.state, t.reportStates),
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
        stateColumn('state', t.state, t.reportStates, { tones: reportTones, sorted: true }),
        { key: 'message', title: t.message, cell: ({ message }) => message ?? '–' },
        { key: 'created', title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
        { key: 'updated', title: t.updated, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
      ]}
    />
  )
}
