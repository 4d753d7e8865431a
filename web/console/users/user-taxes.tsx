import type { components } from '@tukar/client/operator'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Select } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { operators } from '../session.ts'
import { TaxCorrections } from './tax-corrections.tsx'
import { userTexts } from './texts.ts'

type Report = components['schemas']['TaxReport']
type Period = Readonly<{ year: number; month?: number }>

const yearsShown = 5

/** The tax slips of a user: of a year, or of one of its months. */
export function UserTaxes({ user }: Readonly<{ user: number }>) {
  const t = useTexts(userTexts)
  const thisYear = new Date().getFullYear()
  const [year, setYear] = useState(`${thisYear}`)
  const [month, setMonth] = useState('')
  const years = Array.from({ length: yearsShown }, (_, ago) => `${thisYear - ago}`)
  const months = Array.from({ length: 12 }, (_, index) => `${index + 1}`)
  const period: Period = { year: Number(year), ...(month === '' ? {} : { month: Number(month) }) }
  const report = useRead(['users', `${user}`, 'taxes', year, month], (client) =>
    client.get('/operator/api/users/{id}/tax-report', {
      params: { path: { id: user }, query: period },
    }),
  )
  return (
    <Section title={t.taxes} actions={<Downloads user={user} period={period} />}>
      <div className="row">
        <Select
          name="year"
          label={t.year}
          value={year}
          onChoose={setYear}
          choices={years.map((value) => ({ value, label: value }))}
        />
        <Select
          name="month"
          label={t.month}
          value={month}
          onChoose={setMonth}
          choices={[
            { value: '', label: t.wholeYear },
            ...months.map((one) => ({ value: one, label: one })),
          ]}
        />
      </div>
      <Loaded query={report}>{(shown) => <Slip report={shown} />}</Loaded>
    </Section>
  )
}

function Slip({ report: { slip, totals, corrections } }: Readonly<{ report: Report }>) {
  const t = useTexts(userTexts)
  const { payer } = slip
  return (
    <>
      <Facts
        facts={[
          [t.slip, slip.number],
          [t.payer, payer && `${payer.name}, ${payer.address}`],
          [t.taxNumber, payer?.taxNumber ?? null],
        ]}
      />
      {totals.length === 0 ? (
        <Empty>{t.noTaxes}</Empty>
      ) : (
        <Table
          label={t.taxes}
          rows={totals}
          keyOf={(row) => [row.taxType, row.side, row.valueAsset, row.taxAsset].join(' ')}
          columns={[
            { key: 'kind', title: t.tax, cell: ({ taxType, side }) => `${taxType} ${side}` },
            { key: 'trades', title: t.trades, numeric: true, cell: ({ trades }) => trades },
            {
              key: 'value',
              title: t.taxBase,
              numeric: true,
              cell: ({ valueIdr }) => <Amount value={valueIdr} symbol="IDR" />,
            },
            amountColumn('tax', t.taxDue, 'taxIdr', { symbol: 'IDR' }),
          ]}
        />
      )}
      <TaxCorrections rows={corrections} />
    </>
  )
}

function Downloads({ user, period }: Readonly<{ user: number; period: Period }>) {
  const lang = useLanguage() === 'id' ? 'id' : 'en'
  const save = async (format: 'pdf' | 'csv') => {
    const { data } = await operators.raw.GET('/operator/api/users/{id}/tax-report', {
      params: { path: { id: user }, query: { ...period, format, lang } },
      parseAs: 'blob',
    })
    if (!(data instanceof Blob)) return
    saveFile(data, `tax-slip-${user}-${period.year}${period.month ?? ''}.${format}`)
  }
  return (['pdf', 'csv'] as const).map((format) => (
    <TaskButton key={format} className="small" task={() => save(format)}>
      {format.toUpperCase()}
    </TaskButton>
  ))
}
