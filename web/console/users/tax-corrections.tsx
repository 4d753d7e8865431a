import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { taxMonthTexts } from '../content/service/tax-month-texts.ts'

type Correction = components['schemas']['TaxCorrection']

/** The corrections on a user's slip, each with what it corrects. */
export function TaxCorrections({ rows }: Readonly<{ rows: readonly Correction[] }>) {
  const t = useTexts(taxMonthTexts)
  if (rows.length === 0) return null
  const figures = (base: string, tax: string) => (
    <span className="lines end">
      <Amount value={tax} symbol="IDR" />
      <small className="quiet">
        {t.basis} <Amount value={base} symbol="IDR" />
      </small>
    </span>
  )
  return (
    <Table
      label={t.corrections}
      rows={rows}
      keyOf={({ number }) => number}
      columns={[
        {
          key: 'number',
          title: t.number,
          cell: ({ number, madeAt }) => (
            <span className="lines">
              <b>{number}</b>
              <Time at={madeAt} />
            </span>
          ),
        },
        {
          key: 'corrects',
          title: t.corrects,
          cell: ({ corrects, taxId, status, reason }) => (
            <span className="lines">
              <span>
                {corrects} / {taxId} ({t.statuses[status]})
              </span>
              <small className="quiet">{reason}</small>
            </span>
          ),
        },
        {
          key: 'was',
          title: t.was,
          numeric: true,
          cell: ({ oldValueIdr, oldTaxIdr }) => figures(oldValueIdr, oldTaxIdr),
        },
        {
          key: 'is',
          title: t.is,
          numeric: true,
          cell: ({ valueIdr, taxIdr }) => figures(valueIdr, taxIdr),
        },
      ]}
    />
  )
}
