import type { components } from '@tukar/client/operator'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import type { Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { stateColumn } from '../list/columns.tsx'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { alertKindTexts } from '../words/alert-kind-texts.ts'
import { alertInWords } from '../words/alert-words.ts'
import { AlertFacts } from './alert-facts.tsx'
import { overviewTexts } from './texts.ts'

type Severity = components['schemas']['Alert']['severity']

const tones: Readonly<Record<Severity, Tone>> = { critical: 'bad', warning: 'busy', info: 'quiet' }

export function Alerts() {
  const t = useTexts(overviewTexts)
  const kinds = useTexts(alertKindTexts)
  const language = useLanguage()
  const severities = (['notable', 'critical', 'warning', 'info'] as const).map((value) => ({
    value,
    label: t.severities[value],
  }))
  return (
    <ListPage
      label={t.alerts}
      path="/operator/api/alerts"
      keyOf={({ id }) => id}
      filters={[
        { name: 'severity', label: t.severity, kind: 'choice', choices: severities },
        choiceFilter('kind', t.kind, kinds),
        ...timeFilters(t),
      ]}
      columns={[
        { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
        stateColumn('severity', t.severity, t.severities, { tones, sorted: true }),
        {
          key: 'kind',
          title: t.subject,
          cell: (alert) => (
            <>
              <strong>{wordIn(kinds, alert.kind)}</strong>
              <br />
              <span className="quiet">{alertInWords(alert, language)}</span>
            </>
          ),
          sortBy: ({ kind }) => wordIn(kinds, kind),
        },
        { key: 'facts', title: t.facts, cell: ({ data }) => <AlertFacts facts={data} /> },
      ]}
    />
  )
}
