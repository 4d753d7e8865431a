import { Field } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { Action } from '../action.tsx'
import { stateColumn } from '../list/columns.tsx'
import { ListPage } from '../list/list-page.tsx'
import { carfReportPath } from '../paths.ts'
import { operators } from '../session.ts'
import { carfTexts } from './texts.ts'

/** The yearly reports about users to the tax directorate. */
export function CarfReports() {
  const t = useTexts(carfTexts)
  return (
    <>
      <Draw />
      <ListPage
        label={t.reports}
        path="/operator/api/carf-reports"
        keyOf={({ id }) => id}
        open={({ id }) => carfReportPath(id)}
        columns={[
          { key: 'year', title: t.year, cell: ({ year }) => <b>{year}</b> },
          {
            key: 'kind',
            title: t.kind,
            cell: ({ isCorrection }) => (isCorrection ? t.correction : t.original),
          },
          stateColumn('state', t.state, t.states),
          { key: 'new', title: t.newRecords, numeric: true, cell: ({ newRecords }) => newRecords },
          {
            key: 'corrections',
            title: t.corrections,
            numeric: true,
            cell: ({ corrections }) => corrections,
          },
          {
            key: 'time',
            title: t.requestedAt,
            cell: ({ requestedAt }) => <Time at={requestedAt} />,
          },
        ]}
      />
    </>
  )
}

function Draw() {
  const t = useTexts(carfTexts)
  return (
    <div className="row">
      <Action
        title={t.draw}
        role="finance"
        run={({ year = '' }) =>
          operators.post('/operator/api/carf-reports', { body: { year: Number(year) } })
        }
      >
        <p>{t.drawHint}</p>
        <Field name="year" label={t.year} type="number" min="2020" required />
      </Action>
    </div>
  )
}
