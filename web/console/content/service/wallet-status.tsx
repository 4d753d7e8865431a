import type { components } from '@tukar/client/operator'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { Action, CodeField, ReasonField, withCode } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { Facts, Section } from '../../facts.tsx'
import { operators } from '../../session.ts'
import { Activity, useOpenProposal } from '../parts.tsx'
import { shared } from '../texts.ts'
import { serviceTexts } from './texts.ts'

type Flag = components['schemas']['WalletFlag']

export function WalletStatus() {
  const flags = useRead(['wallet-status'], (client) => client.get('/operator/api/wallet-status'))
  return (
    <Loaded query={flags}>
      {(rows) => (
        <div className="stack reading">
          {rows.map((flag) => (
            <WalletFlag key={flag.type} flag={flag} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function WalletFlag({ flag: { type, value, reason, updatedAt } }: Readonly<{ flag: Flag }>) {
  const t = useTexts(serviceTexts)
  const words = useTexts(shared)
  const openProposal = useOpenProposal()
  const isActive = value === 1
  return (
    <Section
      title={t.flags[type]}
      actions={
        <Action
          title={isActive ? t.stop[type] : t.resume[type]}
          role="finance"
          tone={isActive ? 'danger' : 'main'}
          run={async ({ reason: why = '', otpCode }) =>
            openProposal(
              await operators.put('/operator/api/wallet-status', {
                body: { type, value: isActive ? 0 : 1, reason: why, ...withCode(otpCode) },
              }),
            )
          }
        >
          <p>{isActive ? t.stopHint : t.resumeHint}</p>
          {!isActive && <p>{words.proposeHint}</p>}
          <ReasonField />
          {!isActive && <CodeField />}
        </Action>
      }
    >
      <Facts
        facts={[
          [words.status, <Activity key="status" active={isActive} />],
          [t.reason, reason],
          [t.since, <Time key="since" at={updatedAt} />],
        ]}
      />
    </Section>
  )
}
