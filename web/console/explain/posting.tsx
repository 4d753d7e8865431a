import type { components } from '@tukar/client/operator'
import { Link, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time, TimeAndAge } from '../../ui/time.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { Part } from '../part.tsx'
import { eventPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { CauseFacts } from './cause.tsx'
import { NoticeTable, PostingTable } from './followed.tsx'
import { AccountName } from './moves.tsx'
import { explainTexts } from './texts.ts'

type PostingProps = Readonly<{ posting: components['schemas']['PostingDetails'] }>

/** One posting: both ends, its cause, the provider's messages behind it, and the notices. */
export function Posting() {
  const { id = '' } = useParams<{ id: string }>()
  const t = useTexts(explainTexts)
  const params = { path: { id: Number(id) } }
  const query = useRead(['ledger', id], (client) =>
    client.get('/operator/api/ledger/postings/{id}', { params }),
  )
  return (
    <Loaded query={query}>
      {(posting) => (
        <div className="stack">
          <Section title={`${posting.action} ${posting.id}`}>
            <Facts
              facts={[
                [t.time, <TimeAndAge key="time" at={posting.at} />],
                [t.key, posting.key],
              ]}
            />
          </Section>
          <Moves posting={posting} />
          <Section title={t.cause}>
            <CauseFacts cause={posting.cause} />
          </Section>
          <Events posting={posting} />
          <NoticeTable notices={posting.notices} />
          <PostingTable title={t.siblings} postings={posting.siblings} />
        </div>
      )}
    </Loaded>
  )
}

function Moves({ posting }: PostingProps) {
  const t = useTexts(explainTexts)
  const after = (value: string | null) => (value === null ? '–' : <Amount value={value} />)
  return (
    <Part
      title={t.moves}
      rows={posting.moves.map((move, line) => ({ ...move, line }))}
      keyOf={({ line }) => `${line}`}
      columns={[
        amountColumn('amount', t.amount, 'amount', { symbolIn: 'symbol' }),
        {
          key: 'from',
          title: t.source,
          cell: ({ from, symbol }) => <AccountName end={from} symbol={symbol} />,
        },
        {
          key: 'from-after',
          title: t.after,
          numeric: true,
          cell: ({ from }) => after(from.after),
        },
        {
          key: 'to',
          title: t.destination,
          cell: ({ to, symbol }) => <AccountName end={to} symbol={symbol} />,
        },
        { key: 'to-after', title: t.after, numeric: true, cell: ({ to }) => after(to.after) },
      ]}
    />
  )
}

function Events({ posting }: PostingProps) {
  const t = useTexts(explainTexts)
  return (
    <Part
      title={t.events}
      rows={posting.events}
      empty={t.noEvents}
      keyOf={({ id }) => `${id}`}
      columns={[
        {
          key: 'event',
          title: t.event,
          cell: ({ id, source }) => <Link href={eventPath(id)}>{`${source} ${id}`}</Link>,
        },
        { key: 'key', title: t.key, cell: ({ key }) => <ShortId id={key} chars={10} /> },
        { key: 'state', title: t.state, cell: ({ state }) => <StateWord state={state} /> },
        { key: 'outcome', title: t.outcome, cell: ({ outcome }) => outcome ?? '–' },
        { key: 'received', title: t.received, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
        {
          key: 'redeliveries',
          title: t.redeliveries,
          cell: ({ redeliveries }) => t.times(redeliveries),
        },
      ]}
    />
  )
}
