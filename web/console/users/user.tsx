import type { components } from '@tukar/client/operator'
import { Link, useParams } from 'wouter'
import { Field } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { useAddress } from '../address.ts'
import { BalanceList } from '../balance-list.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { identityPath, listPath } from '../paths.ts'
import { operators } from '../session.ts'
import { StateWord } from '../state-word.tsx'
import { userTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import { UserStatement } from './user-statement.tsx'
import { Balances, Devices, Limits, Risks } from './user-tables.tsx'
import { UserTaxes } from './user-taxes.tsx'

type UserProps = Readonly<{ user: components['schemas']['UserDetails'] }>

const tabs = ['overview', 'balances', 'devices', 'taxes', 'timeline'] as const

export function User() {
  const { id = '' } = useParams<{ id: string }>()
  const t = useTexts(userTexts)
  const { values, change } = useAddress()
  const shown = tabs.find((tab) => tab === values['tab']) ?? 'overview'
  const params = { path: { id: Number(id) } }
  const query = useRead(['users', id], (client) =>
    client.get('/operator/api/users/{id}', { params }),
  )
  return (
    <Loaded query={query}>
      {(user) => (
        <div className="stack">
          <Head user={user} />
          <Tabs
            label={t.views}
            value={shown}
            onChange={(tab) => change({ tab, cursor: '', kind: '', at: '' })}
            tabs={tabs.map((key) => ({ key, title: t.tabs[key] }))}
          />
          {shown === 'overview' && <Overview user={user} />}
          {shown === 'balances' && (
            <>
              <Balances user={user} />
              <Section title={t.balancesAt}>
                <BalanceList fixed={{ user: `${user.id}` }} />
              </Section>
              <UserStatement user={user.id} />
            </>
          )}
          {shown === 'devices' && <Devices user={user} />}
          {shown === 'taxes' && <UserTaxes user={user.id} />}
          {shown === 'timeline' && <Timeline user={user.id} />}
        </div>
      )}
    </Loaded>
  )
}

function Head({ user }: UserProps) {
  const t = useTexts(userTexts)
  const lists = [
    [t.postings, listPath('postings', { user: user.id })],
    [t.orders, listPath('orders', { user: user.id })],
    [t.withdrawals, listPath('withdrawals', { user: user.id })],
    [t.audit, listPath('audit', { subjectKind: 'user', subjectId: user.id })],
  ] as const
  return (
    <Section title={user.name ?? user.email} actions={<Actions user={user} />}>
      {user.suspendedAt !== null && (
        <Notice tone="bad">
          {t.suspended}: {user.suspensionReason ?? '–'} (<Time at={user.suspendedAt} />)
        </Notice>
      )}
      <nav className="row" aria-label={user.email}>
        {lists.map(([name, path]) => (
          <Link key={path} href={path}>
            {name}
          </Link>
        ))}
      </nav>
    </Section>
  )
}

function Actions({ user }: UserProps) {
  const t = useTexts(userTexts)
  const params = { path: { id: user.id } }
  return (
    <>
      {user.phone !== null && <BlacklistPhone phone={user.phone} />}
      {user.bind2FA && <RecoverApp user={user.id} />}
      {user.suspendedAt === null ? (
        <Action
          title={t.suspend}
          role="support"
          tone="danger"
          run={({ reason = '' }) =>
            operators.post('/operator/api/users/{id}/suspend', { params, body: { reason } })
          }
        >
          <p>{t.suspendText}</p>
          <ReasonField />
        </Action>
      ) : (
        <Action
          title={t.restore}
          role={user.suspendedByService ? 'finance' : 'support'}
          run={({ reason = '', otpCode }) =>
            operators.post('/operator/api/users/{id}/restore', {
              params,
              body: { reason, ...withCode(otpCode) },
            })
          }
        >
          <p>{t.restoreText}</p>
          {user.suspendedByService && <p>{t.restoreByTwoText}</p>}
          <ReasonField />
          <CodeField />
        </Action>
      )}
    </>
  )
}

/** Proposes to remove the authenticator of a user who lost it; another operator must agree. */
function RecoverApp({ user }: Readonly<{ user: number }>) {
  const t = useTexts(userTexts)
  return (
    <Action
      title={t.recoverApp}
      role="finance"
      tone="danger"
      run={({ cardNumber = '', reason = '', otpCode }) =>
        operators.post('/operator/api/users/{id}/recovery', {
          params: { path: { id: user } },
          body: { cardNumber, reason, ...withCode(otpCode) },
        })
      }
    >
      <p>{t.recoverAppText}</p>
      <Field name="cardNumber" label={t.cardNumber} inputMode="numeric" required />
      <ReasonField />
      <CodeField />
    </Action>
  )
}

function BlacklistPhone({ phone }: Readonly<{ phone: string }>) {
  const t = useTexts(userTexts)
  return (
    <Action
      title={t.blacklistPhone}
      role="support"
      tone="danger"
      run={({ reason = '' }) =>
        operators.post('/operator/api/blacklist/phones', { body: { phone, reason } })
      }
    >
      <p>
        {phone}. {t.blacklistText}
      </p>
      <ReasonField />
    </Action>
  )
}

/** Where the user certified to be tax resident. */
function TaxResidence({ user: { taxCertification } }: UserProps) {
  const t = useTexts(userTexts)
  if (taxCertification === null) return t.notCertified
  const { countries, explained, certifiedAt } = taxCertification
  return (
    <>
      {countries.join(', ')} · <Time at={certifiedAt} /> {explained && t.explained}
    </>
  )
}

function Overview({ user }: UserProps) {
  const t = useTexts(userTexts)
  const { registration } = user
  return (
    <>
      <Section title={t.facts}>
        <Facts
          facts={[
            ['ID', user.id],
            [t.name, user.name],
            [t.email, `${user.email} (${user.emailVerified ? t.verified : t.notVerified})`],
            [t.phone, user.phone],
            [t.identity, <StateWord key="identity" state={user.identityStatus} />],
            [t.taxResidence, <TaxResidence key="tax" user={user} />],
            [t.app, user.bind2FA ? t.bound : t.notBound],
            [t.lockedUntil, user.withdrawLockedUntil && <Time at={user.withdrawLockedUntil} />],
            [t.language, user.language],
            [t.joined, <Time key="joined" at={user.createdAt} />],
          ]}
        />
      </Section>
      <Risks user={user} />
      <Limits user={user} />
      <Section title={t.registration}>
        {registration === null ? (
          <p>{t.noRegistration}</p>
        ) : (
          <Facts
            facts={[
              [
                t.identity,
                <Link key="registration" href={identityPath(registration.id)}>
                  <StateWord state={registration.status} />
                </Link>,
              ],
              [t.time, <Time key="time" at={registration.updatedAt} />],
              [t.tries, registration.tries],
            ]}
          />
        )}
      </Section>
    </>
  )
}
