import type { components } from '@tukar/client/operator'
import { useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField, withCode } from '../action.tsx'
import { Standing } from '../approvals/standing.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { carfTexts } from './texts.ts'

type Report = components['schemas']['CarfReport']

/** One yearly report: its numbers, its files, and its release by two operators. */
export function CarfReportPage() {
  const { id = '' } = useParams()
  const report = useRead(
    ['carf-reports', id],
    (client) =>
      client.get('/operator/api/carf-reports/{id}', { params: { path: { id: Number(id) } } }),
    { refetchInterval: 5_000 },
  )
  return <Loaded query={report}>{(shown) => <Shown report={shown} />}</Loaded>
}

function Shown({ report }: Readonly<{ report: Report }>) {
  const t = useTexts(carfTexts)
  const { id, year, isCorrection, state, checked, problems } = report
  const isOpen = state === 'drawing' || state === 'drawn' || state === 'proposed'
  return (
    <>
      <p className="headline">
        {isCorrection ? t.correction : t.original} {year}{' '}
        <Status tone={toneOf(state)}>{t.states[state]}</Status>
      </p>
      {checked === 'invalid' && <Notice tone="bad">{problems}</Notice>}
      {state === 'proposed' && (
        <Standing
          kind="carf-report"
          id={`${id}`}
          actions={({ obstacle }) => obstacle === null && <Release id={id} />}
        />
      )}
      <Section
        title={t.report}
        actions={
          <>
            {state === 'drawn' && checked !== 'invalid' && <Release id={id} />}
            {isOpen && <Discard id={id} />}
          </>
        }
      >
        <Numbers report={report} />
        {report.drawnAt !== null && <Files report={report} />}
      </Section>
    </>
  )
}

function Numbers({ report }: Readonly<{ report: Report }>) {
  const t = useTexts(carfTexts)
  const { newRecords, corrections, deletions, checked, isCorrection, drawnAt } = report
  const isNil = drawnAt !== null && !isCorrection && newRecords === 0
  return (
    <>
      {isNil && <p>{t.nil}</p>}
      <Facts
        facts={[
          [t.newRecords, newRecords],
          [t.corrections, corrections],
          [t.deletions, deletions],
          [t.unvalued, report.unvalued],
          [t.unidentified, report.unidentified],
          [t.check, checked && `${t.checks[checked]} ${report.problems ?? ''}`],
          [t.requestedBy, report.requestedBy.email],
          [t.requestedAt, <Time key="requested" at={report.requestedAt} />],
          [t.releasedAt, report.releasedAt && <Time key="released" at={report.releasedAt} />],
        ]}
      />
    </>
  )
}

function Release({ id }: Readonly<{ id: number }>) {
  const t = useTexts(carfTexts)
  return (
    <Action
      title={t.release}
      role="finance"
      shortcut="a"
      run={({ otpCode }) =>
        operators.post('/operator/api/carf-reports/{id}/release', {
          params: { path: { id } },
          body: withCode(otpCode),
        })
      }
    >
      <p>{t.releaseHint}</p>
      <CodeField />
    </Action>
  )
}

function Discard({ id }: Readonly<{ id: number }>) {
  const t = useTexts(carfTexts)
  return (
    <Action
      title={t.discard}
      role="finance"
      tone="danger"
      run={() =>
        operators.post('/operator/api/carf-reports/{id}/discard', { params: { path: { id } } })
      }
    >
      <p>{t.discardHint}</p>
    </Action>
  )
}

type File = Readonly<{ format: 'xml' | 'csv'; part: 'new' | 'corrections' }>

function Files({ report }: Readonly<{ report: Report }>) {
  const t = useTexts(carfTexts)
  const { id, year, isCorrection, newRecords } = report
  const save = async ({ format, part }: File) => {
    const { data } = await operators.raw.GET('/operator/api/carf-reports/{id}/file', {
      params: { path: { id }, query: { format, part } },
      parseAs: 'blob',
    })
    if (data === undefined) return
    saveFile(data, `carf-${year}-${id}-${part}.${format}`)
  }
  const hasNew = !isCorrection || newRecords > 0
  return (
    <div className="row">
      {hasNew && (
        <TaskButton className="small" task={() => save({ format: 'xml', part: 'new' })}>
          {t.newFile}
        </TaskButton>
      )}
      {isCorrection && (
        <TaskButton className="small" task={() => save({ format: 'xml', part: 'corrections' })}>
          {t.correctionFile}
        </TaskButton>
      )}
      <TaskButton className="small" task={() => save({ format: 'csv', part: 'new' })}>
        {t.csvFile}
      </TaskButton>
    </div>
  )
}
