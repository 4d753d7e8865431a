import type { components } from '@tukar/client'
import { useState } from 'react'
import { type Choice, Field, Form, Select, TextArea, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useCountries } from '../data.ts'
import { taxResidenceTexts } from '../texts/tax-residence.ts'
import { useTukar } from '../tukar.tsx'

type Card = components['schemas']['CardForCertification']

const mostResidences = 5

type FormProps = Readonly<{ card: Card; onDone: () => Promise<void> }>

/** The form begins with the data of the identity card. */
export function CertificationForm(props: FormProps) {
  const countries = useCountries()
  return (
    <Loaded query={countries}>
      {(list) => (
        <Filled
          {...props}
          countries={list.map(({ iso2, name }) => ({ value: iso2, label: name }))}
        />
      )}
    </Loaded>
  )
}

function Filled({ card, onDone, countries }: FormProps & Readonly<{ countries: Choice[] }>) {
  const t = useTexts(taxResidenceTexts)
  const { tukar } = useTukar()
  const toast = useToast()
  const [count, setCount] = useState(1)
  const certify = async (values: Values) => {
    const { name = '', birthDate = '', birthPlace = '' } = values
    const { address = '', city = '', country = '' } = values
    const explanation = values['explanation'] ?? ''
    const residences = residencesIn(values, count)
    const facts = { name, birthDate, birthPlace, address, city, country, residences }
    const body = explanation === '' ? facts : { ...facts, explanation }
    await tukar.post('/api/users/tax-certification', { body })
    toast(t.sent)
    await onDone()
  }
  return (
    <div className="card">
      <Form submit={t.send} onSubmit={certify} fieldOf={fieldOf}>
        <Field name="name" label={t.name} defaultValue={card.name} required />
        <Field
          name="birthDate"
          label={t.birthDate}
          type="date"
          defaultValue={card.birthDate}
          required
        />
        <Field name="birthPlace" label={t.birthPlace} defaultValue={card.birthPlace} required />
        <Field name="address" label={t.address} defaultValue={card.address} required />
        <Field name="city" label={t.city} defaultValue={card.city} required />
        <Select name="country" label={t.country} choices={countries} defaultValue="ID" />
        {Array.from({ length: count }, (_, at) => `${at}`).map((at) => (
          <Residence key={at} at={at} countries={countries} />
        ))}
        <div className="row">
          {count < mostResidences && (
            <button type="button" className="small" onClick={() => setCount(count + 1)}>
              {t.addResidence}
            </button>
          )}
          {count > 1 && (
            <button type="button" className="small" onClick={() => setCount(count - 1)}>
              {t.removeResidence}
            </button>
          )}
        </div>
        <TextArea name="explanation" label={t.explanation} hint={t.explanationHint} />
        <label className="choice">
          <input type="checkbox" name="truth" required /> {t.truth}
        </label>
      </Form>
    </div>
  )
}

/** The fields at which refusals are shown. */
const fieldOf = {
  'api.tax_certification_differs': 'name',
  'api.tax_residence_invalid': 'taxNumber0',
  'api.tax_residence_unexplained': 'explanation',
} as const

/** Why there is no tax number. */
const reasons = ['not-issued', 'not-required'] as const

type Residence = Readonly<{ at: string; countries: readonly Choice[] }>

function Residence({ at, countries }: Residence) {
  const t = useTexts(taxResidenceTexts)
  return (
    <fieldset>
      <legend>{t.residence(Number(at) + 1)}</legend>
      <Select
        name={`residence${at}`}
        label={t.residences}
        choices={countries}
        defaultValue={at === '0' ? 'ID' : (countries[0]?.value ?? 'ID')}
      />
      <Field name={`taxNumber${at}`} label={t.taxNumber} hint={t.taxNumberHint} />
      <Select
        name={`noNumber${at}`}
        label={t.noNumber}
        choices={(['none', ...reasons] as const).map((value) => ({
          value,
          label: t.noNumbers[value],
        }))}
      />
    </fieldset>
  )
}

const residencesIn = (values: Values, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const country = values[`residence${at}`] ?? ''
    const taxNumber = values[`taxNumber${at}`] ?? ''
    const noNumber = reasons.find((one) => one === values[`noNumber${at}`])
    return {
      country,
      ...(taxNumber === '' ? {} : { taxNumber }),
      ...(noNumber === undefined ? {} : { noNumber }),
    }
  })
