import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Field, Select, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { Time } from '../../../ui/time.tsx'
import { Action, ProposalFields, statedIn } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { instantOf } from '../../list/filter-form.tsx'
import { holdersPath, listPath } from '../../paths.ts'
import { operators } from '../../session.ts'
import { WholeList } from '../parts.tsx'
import { shared } from '../texts.ts'
import { listingTexts } from './listing-texts.ts'

type StoredListing = components['schemas']['StoredListing']
type State = StoredListing['listing']['state']

const states: readonly State[] = ['announced', 'trading', 'sell-only', 'withdraw-only', 'delisted']

const tones: Readonly<Record<State, Tone>> = {
  announced: 'busy',
  trading: 'good',
  'sell-only': 'busy',
  'withdraw-only': 'bad',
  delisted: 'quiet',
}

const StateWord = ({ state }: Readonly<{ state: State }>) => {
  const t = useTexts(listingTexts)
  return <Status tone={tones[state]}>{t.states[state]}</Status>
}

/** The states of pairs and coins: what holds now, what is planned, and what users may do. */
export function Listings() {
  const t = useTexts(listingTexts)
  const words = useTexts(shared)
  const listings = useRead(['listings'], (client) => client.get('/operator/api/listings'))
  return (
    <Loaded query={listings}>
      {(rows) => (
        <WholeList
          label={t.listings}
          rows={rows}
          keyOf={({ kind, name }) => `${kind} ${name}`}
          textOf={({ name, listing }) => `${name} ${listing.state}`}
          columns={[
            { key: 'name', title: words.name, cell: (one) => <Name listed={one} /> },
            {
              key: 'state',
              title: words.status,
              cell: ({ listing: { state, since } }) => (
                <>
                  <StateWord state={state} />
                  <div className="quiet">
                    <Time at={since} />
                  </div>
                </>
              ),
            },
            {
              key: 'planned',
              title: t.planned,
              cell: ({ planned }) =>
                planned.map(({ state, from }) => (
                  <div key={from}>
                    <StateWord state={state} /> <Time at={from} />
                  </div>
                )),
            },
            { key: 'allowed', title: t.allowed, cell: (one) => <Allowed listed={one} /> },
            { key: 'actions', title: '', cell: (one) => <Plan listed={one} /> },
          ]}
        >
          <Link href={listPath('proposals', { state: 'proposed' })}>{t.openProposals}</Link>
        </WholeList>
      )}
    </Loaded>
  )
}

type ListedProps = Readonly<{ listed: StoredListing }>

const Name = ({ listed: { kind, name } }: ListedProps) => {
  const t = useTexts(listingTexts)
  return (
    <>
      <b>{name}</b>
      <div className="quiet">
        {kind === 'pair' ? t.pair : <Link href={holdersPath(name)}>{t.holders}</Link>}
      </div>
    </>
  )
}

function Allowed({ listed: { allowed } }: ListedProps) {
  const t = useTexts(listingTexts)
  const named = [
    [t.buy, allowed.buy],
    [t.sell, allowed.sell],
    [t.deposit, allowed.deposit],
  ] as const
  const open = named.flatMap(([word, is]) => (is === true ? [word] : []))
  return open.length === 0 ? t.nothing : open.join(', ')
}

/** Proposes a state: another operator agrees, and holders are told. */
function Plan({ listed: { kind, name, listing } }: ListedProps) {
  const t = useTexts(listingTexts)
  const send = ({ state, from = '', ...values }: Values) =>
    operators.put('/operator/api/listings/{kind}/{name}', {
      params: { path: { kind, name } },
      body: {
        state: states.find((one) => one === state) ?? listing.state,
        ...(from === '' ? {} : { from: instantOf(from) }),
        ...statedIn(values),
      },
    })
  return (
    <Action title={t.plan} role="finance" run={send}>
      <p>
        <b>{name}</b>. {t.planHint}
      </p>
      <Select
        name="state"
        label={t.state}
        defaultValue={listing.state}
        choices={states.map((value) => ({ value, label: `${t.states[value]}: ${t.means[value]}` }))}
      />
      <Field name="from" label={t.from} hint={t.fromHint} type="datetime-local" />
      <ProposalFields />
    </Action>
  )
}
