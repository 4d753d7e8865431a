import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action } from '../action.tsx'
import { useOperator } from '../desk.tsx'
import { choiceFilter } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { mayActAs } from '../roles.ts'
import { operators } from '../session.ts'
import { eventTexts } from './texts.ts'

/** Requests to the subscriber with what it responded. */
export function Attempts({ id }: Readonly<{ id: number }>) {
  const t = useTexts(eventTexts)
  const { role } = useOperator()
  if (!mayActAs(role, 'admin')) return null
  return (
    <>
      <h2>{t.attempts}</h2>
      <ListPage
        label={t.attempts}
        path="/operator/api/subscriptions/{id}/attempts"
        of={{ id: `${id}` }}
        exportedBy="admin"
        keyOf={(row) => row.id}
        filters={[choiceFilter('outcome', t.outcome, t.outcomes)]}
        columns={[
          { key: 'time', title: t.at, cell: ({ at }) => <Time at={at} /> },
          { key: 'type', title: t.type, cell: ({ type }) => <code>{type}</code> },
          {
            key: 'outcome',
            title: t.outcome,
            cell: ({ outcome }) => (
              <Status tone={outcome === 'delivered' ? 'good' : 'bad'}>{t.outcomes[outcome]}</Status>
            ),
          },
          { key: 'status', title: t.status, numeric: true, cell: ({ status }) => status },
          { key: 'took', title: t.took, numeric: true, cell: ({ tookMs }) => tookMs },
          {
            key: 'response',
            title: t.response,
            cell: ({ response, reason }) => response ?? reason,
          },
          {
            key: 'payload',
            title: t.payload,
            cell: ({ payload }) => <code>{payload}</code>,
            copied: ({ payload }) => payload,
            hidden: true,
          },
        ]}
        actions={({ position }) => position !== null && <Resend id={id} position={position} />}
      />
    </>
  )
}

function Resend({ id, position }: Readonly<{ id: number; position: number }>) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.resend}
      role="admin"
      run={() =>
        operators.post('/operator/api/subscriptions/{id}/resend', {
          params: { path: { id } },
          body: { position },
        })
      }
    >
      <p>{t.resendHint}</p>
    </Action>
  )
}
