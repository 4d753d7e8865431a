import { useState } from 'react'
import { Link } from 'wouter'
import { CopyButton } from '../../ui/copy-text.tsx'
import { Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { subscriptionPath } from '../paths.ts'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { WideTable } from '../wide-table.tsx'
import { TargetFields, targetIn } from './target-fields.tsx'
import { eventTexts } from './texts.ts'

/** The subscriptions of other systems to events. */
export function Subscriptions() {
  const t = useTexts(eventTexts)
  const [secret, setSecret] = useState<string | null>(null)
  const found = useRead(['subscriptions'], (client) => client.get('/operator/api/subscriptions'))
  return (
    <>
      {secret !== null && <Secret secret={secret} />}
      <Section title={t.subscriptions} actions={<Create onSecret={setSecret} />}>
        <Loaded query={found}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <WideTable
                label={t.subscriptions}
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  {
                    key: 'name',
                    title: t.name,
                    cell: ({ id, name }) => <Link href={subscriptionPath(id)}>{name}</Link>,
                  },
                  { key: 'url', title: t.url, cell: ({ url }) => url },
                  { key: 'kinds', title: t.kinds, cell: ({ kinds }) => kinds.join(', ') },
                  {
                    key: 'state',
                    title: t.state,
                    cell: ({ state }) => <Status tone={toneOf(state)}>{t.states[state]}</Status>,
                  },
                  {
                    key: 'time',
                    title: t.createdAt,
                    cell: ({ createdAt }) => <Time at={createdAt} />,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </>
  )
}

/** A secret that is shown once. */
export function Secret({ secret }: Readonly<{ secret: string }>) {
  const t = useTexts(eventTexts)
  return (
    <Notice tone="good">
      <p>
        {t.secret}: <code>{secret}</code> <CopyButton text={secret} isSmall />
      </p>
      <p>{t.secretHint}</p>
    </Notice>
  )
}

function Create({ onSecret }: Readonly<{ onSecret: (secret: string) => void }>) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.create}
      role="admin"
      run={async (values) => {
        const made = await operators.post('/operator/api/subscriptions', {
          body: { ...targetIn(values), personal: values['personal'] === 'yes' },
        })
        onSecret(made.secret)
      }}
    >
      <TargetFields of={{ name: '', url: '', kinds: ['*'], userId: null }} />
      <Select
        name="personal"
        label={t.personal}
        hint={t.personalHint}
        choices={[
          { value: 'no', label: t.without },
          { value: 'yes', label: t.with },
        ]}
      />
      <CodeField />
    </Action>
  )
}
