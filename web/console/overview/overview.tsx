import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { listPath } from '../paths.ts'
import { BalanceSheet } from './balance-sheet.tsx'
import { DayCharts } from './day-charts.tsx'
import { Nodes } from './nodes.tsx'
import { Providers } from './providers.tsx'
import { overviewTexts } from './texts.ts'

type Queue = components['schemas']['OperatorQueue']

/** The list that shows the items of a queue. */
const queueLists: Readonly<Record<Queue['name'], string>> = {
  withdrawals: listPath('withdrawals', { status: 'PENDING_APPROVAL', sort: 'asc' }),
  claims: listPath('deposits', { status: 'PENDING', sort: 'asc' }),
  suspense: listPath('suspense', { state: 'open', sort: 'asc' }),
  breaks: listPath('breaks', { state: 'open', sort: 'asc' }),
  'parked-events': listPath('inbox', { state: 'parked', sort: 'asc' }),
  'orders-in-doubt': listPath('orders', { inDoubt: 'true', sort: 'asc' }),
  inquiries: listPath('inquiries', { state: 'open', sort: 'asc' }),
  identities: listPath('identities', { undecided: 'true', sort: 'asc' }),
  proposals: listPath('proposals', { state: 'proposed', sort: 'asc' }),
}

const refetchInterval = 10_000

/** What waits, and whether the service is well. */
export function Overview() {
  const t = useTexts(overviewTexts)
  const overview = useRead(['overview'], (client) => client.get('/operator/api/overview'), {
    refetchInterval,
  })
  return (
    <>
      <Section title={t.queues}>
        <Loaded query={overview}>{({ queues }) => <Queues queues={queues} />}</Loaded>
      </Section>
      <DayCharts />
      <Section title={t.nodes}>
        <Loaded query={overview}>{(found) => <Nodes {...found} />}</Loaded>
      </Section>
      <Providers />
      <BalanceSheet />
    </>
  )
}

function Queues({ queues }: Readonly<{ queues: readonly Queue[] }>) {
  const t = useTexts(overviewTexts)
  return (
    <ul className="tiles">
      {queues.map(({ name, count, isMore, oldestAt }) => (
        <li key={name}>
          <Link href={queueLists[name]} className={count === 0 ? 'tile' : 'tile waiting'}>
            <span>{t.queue[name]}</span>
            <strong className="headline">{isMore ? `${count}+` : count}</strong>
            <span className="quiet">
              {oldestAt !== null && (
                <>
                  {t.oldest}: <Time at={oldestAt} relative />
                </>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
