import { useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { reportTones } from './event-tones.ts'
import { inboxTexts } from './texts.ts'

/** One report to the regulator with what it says. */
export function Report() {
  const t = useTexts(inboxTexts)
  const id = Number(useParams()['id'])
  const path = { params: { path: { id } } }
  const found = useRead(['regulatory-reports', id], (client) =>
    client.get('/operator/api/regulatory-reports/{id}', path),
  )
  const retry = () => operators.post('/operator/api/regulatory-reports/{id}/retry', path)
  return (
    <Loaded query={found}>
      {({ requestId, kind, state, message, createdAt, updatedAt, payload }) => (
        <>
          <Section
            title={`${t.report} ${requestId}`}
            actions={
              state !== 'SUCCESS' && (
                <Action title={t.retry} role="finance" shortcut="a" run={retry}>
                  <p>{t.retryHint}</p>
                </Action>
              )
            }
          >
            <Facts
              facts={[
                [t.kind, kind],
                [
                  t.state,
                  <Status key="state" tone={reportTones[state]}>
                    {t.reportStates[state]}
                  </Status>,
                ],
                [t.message, message],
                [t.created, <Time key="created" at={createdAt} />],
                [t.updated, <Time key="updated" at={updatedAt} />],
              ]}
            />
          </Section>
          <Section title={t.payload}>
            <pre className="body-text">
              <code>{JSON.stringify(payload, null, 2)}</code>
            </pre>
          </Section>
        </>
      )}
    </Loaded>
  )
}
