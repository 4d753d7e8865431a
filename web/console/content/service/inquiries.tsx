import type { components } from '@tukar/client/operator'
import { useTexts } from '../../../ui/language.tsx'
import { Status } from '../../../ui/status.tsx'
import { timeColumn } from '../../list/columns.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { inquiryPath } from '../../paths.ts'
import { inquiryTexts } from './inquiry-texts.ts'

type State = components['schemas']['InquiryItem']['state']

export function InquiryState({ state }: Readonly<{ state: State }>) {
  const t = useTexts(inquiryTexts)
  return <Status tone={state === 'open' ? 'busy' : 'quiet'}>{t.states[state]}</Status>
}

export function Inquiries() {
  const t = useTexts(inquiryTexts)
  const choices = (['open', 'closed'] as const).map((value) => ({ value, label: t.states[value] }))
  return (
    <ListPage
      label={t.inquiries}
      path="/operator/api/inquiries"
      keyOf={({ id }) => id}
      open={({ id }) => inquiryPath(id)}
      exportedBy="support"
      filters={[{ name: 'state', label: t.state, kind: 'choice', choices }]}
      columns={[
        { key: 'subject', title: t.subject, cell: ({ subject }) => subject },
        { key: 'state', title: t.state, cell: ({ state }) => <InquiryState state={state} /> },
        { key: 'answers', title: t.answers, cell: ({ answers }) => answers, numeric: true },
        timeColumn('at', t.at, 'createdAt'),
      ]}
    />
  )
}
