import type { components } from '@tukar/client/operator'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { WideTable } from '../wide-table.tsx'
import { jobTexts } from './job-texts.ts'
import { inboxTexts } from './texts.ts'

type Found = components['schemas']['Jobs']

/** The scheduled jobs with their last run, and what waits in the job queue. */
export function Jobs() {
  const found = useRead(['jobs'], (client) => client.get('/operator/api/jobs'), {
    refetchInterval: 5_000,
  })
  return (
    <Loaded query={found}>
      {({ scheduled, queued }) => (
        <>
          <Scheduled scheduled={scheduled} />
          <Queued queued={queued} />
        </>
      )}
    </Loaded>
  )
}

/** What a job does, and the name that the log and the metrics have. */
function JobName({ job }: Readonly<{ job: string }>) {
  const names = useTexts(jobTexts)
  return (
    <>
      {wordIn(names, job)}
      <br />
      <code className="quiet">{job}</code>
    </>
  )
}

const minuteMs = 60_000

function useLength(): (ms: number) => string {
  const t = useTexts(inboxTexts)
  return (ms) => {
    if (ms < 1_000) return t.milliseconds(ms)
    return ms < 2 * minuteMs
      ? t.seconds(Math.round(ms / 1_000))
      : t.minutes(Math.round(ms / minuteMs))
  }
}

function Scheduled({ scheduled }: Pick<Found, 'scheduled'>) {
  const t = useTexts(inboxTexts)
  const length = useLength()
  return (
    <Section title={t.scheduled}>
      <WideTable
        label={t.scheduled}
        rows={scheduled}
        keyOf={({ job }) => job}
        columns={[
          { key: 'job', title: t.job, cell: ({ job }) => <JobName job={job} /> },
          {
            key: 'state',
            title: t.state,
            cell: ({ failures }) => (
              <Status tone={failures === 0 ? 'good' : 'bad'}>
                {failures === 0 ? t.well : `${t.failing} (${failures})`}
              </Status>
            ),
          },
          { key: 'last', title: t.last, cell: ({ startedAt }) => <Time at={startedAt} relative /> },
          {
            key: 'took',
            title: t.took,
            numeric: true,
            cell: ({ tookMs }) => length(tookMs),
          },
          { key: 'every', title: t.every, numeric: true, cell: ({ everyMs }) => length(everyMs) },
          { key: 'next', title: t.upcoming, cell: ({ nextAt }) => <Time at={nextAt} relative /> },
          {
            key: 'failed',
            title: t.lastFailure,
            cell: ({ failedAt }) => (failedAt === null ? '–' : <Time at={failedAt} relative />),
          },
          { key: 'error', title: t.error, cell: ({ error }) => error ?? '–' },
          { key: 'node', title: t.node, cell: ({ node }) => node },
        ]}
      />
    </Section>
  )
}

function Queued({ queued }: Pick<Found, 'queued'>) {
  const t = useTexts(inboxTexts)
  return (
    <Section title={t.queued}>
      <WideTable
        label={t.queued}
        rows={queued}
        keyOf={({ job }) => job}
        columns={[
          { key: 'job', title: t.job, cell: ({ job }) => <JobName job={job} /> },
          { key: 'waiting', title: t.waiting, numeric: true, cell: ({ waiting }) => waiting },
          { key: 'running', title: t.runningNow, numeric: true, cell: ({ running }) => running },
          { key: 'retrying', title: t.retrying, numeric: true, cell: ({ retrying }) => retrying },
          { key: 'givenUp', title: t.givenUp, numeric: true, cell: ({ givenUp }) => givenUp },
          {
            key: 'oldest',
            title: t.oldest,
            cell: ({ oldestAt }) => (oldestAt === null ? '–' : <Time at={oldestAt} relative />),
          },
          { key: 'error', title: t.error, cell: ({ error }) => error ?? '–' },
        ]}
      />
    </Section>
  )
}
