import type { components } from '@tukar/client/operator'
import { Link, useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, ReasonField } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { Part } from '../part.tsx'
import { userPath } from '../paths.ts'
import { operators } from '../session.ts'
import { StateWord } from '../state-word.tsx'
import { identityTexts } from './texts.ts'

type IdentityProps = Readonly<{ identity: components['schemas']['IdentityDetails'] }>

/** One registration: its state, the card, the pictures, and other accounts of the person. */
export function Identity() {
  const { id = '' } = useParams<{ id: string }>()
  const params = { path: { id: Number(id) } }
  const query = useRead(['identities', id], (client) =>
    client.get('/operator/api/identities/{id}', { params }),
  )
  return (
    <Loaded query={query}>
      {(identity) => (
        <div className="stack">
          <About identity={identity} />
          <Card identity={identity} />
          <Pictures identity={identity} />
          <Duplicates identity={identity} />
        </div>
      )}
    </Loaded>
  )
}

function About({ identity }: IdentityProps) {
  const t = useTexts(identityTexts)
  const { userId, email, status, undecided, outcome, tries, nextAt } = identity
  return (
    <Section title={email} actions={undecided && <AskAgain identity={identity} />}>
      <Facts
        facts={[
          [
            t.user,
            <Link key="user" href={userPath(userId)}>
              {email}
            </Link>,
          ],
          [t.state, <StateWord key="state" state={status} />],
          [t.undecided, undecided ? t.yes : t.no],
          [t.outcome, outcome?.status],
          [t.reason, outcome?.reason],
          [t.tries, tries],
          [t.nextAt, nextAt && <Time at={nextAt} />],
          [t.begun, <Time key="begun" at={identity.createdAt} />],
          [t.changed, <Time key="changed" at={identity.updatedAt} />],
          [t.transaction, identity.transactionId],
        ]}
      />
    </Section>
  )
}

function AskAgain({ identity: { id } }: IdentityProps) {
  const t = useTexts(identityTexts)
  const params = { path: { id } }
  return (
    <Action
      title={t.query}
      role="support"
      run={({ reason = '' }) =>
        operators.post('/operator/api/identities/{id}/query', { params, body: { reason } })
      }
    >
      <p>{t.queryText}</p>
      <ReasonField />
    </Action>
  )
}

function Card({ identity: { card, pictures } }: IdentityProps) {
  const t = useTexts(identityTexts)
  const names: Readonly<Record<string, string>> = t.fields
  const missing = pictures === null ? t.forSupport : t.noCard
  return (
    <Section title={t.card}>
      {card === null ? (
        <p>{missing}</p>
      ) : (
        <Facts facts={Object.entries(card).map(([name, value]) => [names[name] ?? name, value])} />
      )}
    </Section>
  )
}

function Pictures({ identity: { pictures } }: IdentityProps) {
  const t = useTexts(identityTexts)
  return (
    <Section title={t.pictures}>
      {pictures === null && <p>{t.forSupport}</p>}
      {pictures?.length === 0 && <p>{t.noPictures}</p>}
      <div className="pictures">
        {pictures?.map(({ kind, url }, index) => (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={`${t.kinds[kind]} ${index + 1}`} />
          </a>
        ))}
      </div>
    </Section>
  )
}

function Duplicates({ identity: { duplicates } }: IdentityProps) {
  const t = useTexts(identityTexts)
  return (
    <Part
      title={t.duplicates}
      rows={duplicates}
      empty={t.noDuplicates}
      keyOf={({ userId, why }) => `${userId} ${why}`}
      columns={[
        {
          key: 'user',
          title: t.user,
          cell: ({ userId, email }) => <Link href={userPath(userId)}>{email}</Link>,
        },
        { key: 'state', title: t.state, cell: ({ status }) => <StateWord state={status} /> },
        { key: 'why', title: t.why, cell: ({ why }) => t.whys[why] },
      ]}
    />
  )
}
