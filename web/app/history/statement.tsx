import { Field } from '../../ui/form.tsx'
import { jakartaDay } from '../../ui/jakarta-day.ts'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { historyTexts } from '../texts/history.ts'
import { useTukar } from '../tukar.tsx'
import { FilterRow, useFilters } from './filters.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { saveStatement } from './save-report.ts'

/** The statement of a period as a file. */
export function StatementScreen() {
  const t = useTexts(historyTexts)
  const { get, set } = useFilters()
  const { tukar } = useTukar()
  const lang = useLanguage() === 'id' ? 'id' : 'en'
  const endDate = get('endDate') || jakartaDay()
  const startDate = get('startDate') || `${endDate.slice(0, 8)}01`
  const period = { startDate, endDate }
  const day = (name: keyof typeof period, label: string) => (
    <Field
      name={name}
      label={label}
      type="date"
      max={jakartaDay()}
      value={period[name]}
      onChange={(event) => set(name, event.target.value)}
    />
  )
  return (
    <>
      <HistoryTabs list="statement" />
      <FilterRow>
        {day('startDate', t.from)}
        {day('endDate', t.until)}
      </FilterRow>
      <div className="card">
        <h2>{t.statementOf}</h2>
        <p className="hint">{t.statementHint}</p>
        <div className="pair">
          {(['pdf', 'csv'] as const).map((format) => (
            <TaskButton key={format} task={() => saveStatement(tukar, period, format, lang)}>
              {t.download(format.toUpperCase())}
            </TaskButton>
          ))}
        </div>
      </div>
    </>
  )
}
