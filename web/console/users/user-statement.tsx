import { Field, Form } from '../../ui/form.tsx'
import { jakartaDay } from '../../ui/jakarta-day.ts'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { userTexts } from './texts.ts'

/** The statement of a user for a period, as the user gets it. */
export function UserStatement({ user }: Readonly<{ user: number }>) {
  const t = useTexts(userTexts)
  const lang = useLanguage() === 'id' ? 'id' : 'en'
  const save = async (startDate: string, endDate: string, format: 'pdf' | 'csv') => {
    const { data } = await operators.raw.GET('/operator/api/users/{id}/statement', {
      params: { path: { id: user }, query: { startDate, endDate, format, lang } },
      parseAs: 'blob',
    })
    if (data instanceof Blob) saveFile(data, `statement-${user}-${startDate}-${endDate}.${format}`)
  }
  return (
    <Section title={t.statement}>
      <Form
        submit={t.save}
        tone="plain"
        onSubmit={({ startDate = '', endDate = '', format }) =>
          save(startDate, endDate, format === 'csv' ? 'csv' : 'pdf')
        }
      >
        <div className="row">
          <Field
            name="startDate"
            label={t.from}
            type="date"
            max={jakartaDay()}
            defaultValue={`${jakartaDay().slice(0, 8)}01`}
            required
          />
          <Field
            name="endDate"
            label={t.until}
            type="date"
            max={jakartaDay()}
            defaultValue={jakartaDay()}
            required
          />
          <div className="field">
            <label htmlFor="statement-format">{t.format}</label>
            <select id="statement-format" name="format">
              <option value="pdf">PDF</option>
              <option value="csv">CSV</option>
            </select>
          </div>
        </div>
      </Form>
    </Section>
  )
}
