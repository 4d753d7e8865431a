import type { components } from '@tukar/client/operator'
import { Amount } from '../../../ui/amount.tsx'
import { Field, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Time } from '../../../ui/time.tsx'
import { Action, CodeField, ProposalFields, statedIn, withCode } from '../../action.tsx'
import { AmountField } from '../../amount-field.tsx'
import { amountColumn } from '../../list/columns.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { operators } from '../../session.ts'
import { useOpenProposal } from '../parts.tsx'
import { taxMonthTexts } from './tax-month-texts.ts'

type Month = components['schemas']['TaxMonth']

/** The closed months of taxes: what is due of each, its file and its payment. */
export function TaxMonths() {
  const t = useTexts(taxMonthTexts)
  return (
    <>
      <p className="hint">{t.hint}</p>
      <div className="row">
        <Close />
        <Download />
        <Correct />
      </div>
      <ListPage
        label={t.months}
        path="/operator/api/tax-months"
        keyOf={({ month }) => month}
        columns={[
          { key: 'month', title: t.month, cell: ({ month }) => <b>{month}</b> },
          { key: 'items', title: t.items, numeric: true, cell: ({ items }) => items },
          amountColumn('tax', t.tax, 'taxIdr', { symbol: 'IDR' }),
          amountColumn('vat', t.vat, 'vatIdr', { symbol: 'IDR' }),
          {
            key: 'due',
            title: t.due,
            cell: (month) => <Due month={month} />,
          },
          { key: 'closed', title: t.closedAt, cell: ({ closedAt }) => <Time at={closedAt} /> },
          { key: 'paid', title: t.paidAt, cell: (month) => <Payment month={month} /> },
        ]}
      />
    </>
  )
}

function Close() {
  const t = useTexts(taxMonthTexts)
  const openProposal = useOpenProposal()
  const send = async (values: Values) => {
    const proposal = await operators.post('/operator/api/tax-months', {
      body: { month: values['month'] ?? '', ...statedIn(values) },
    })
    openProposal({ proposal })
  }
  return (
    <Action title={t.close} role="finance" run={send}>
      <p>{t.closeHint}</p>
      <Field name="month" label={t.month} type="month" min="2020-01" required />
      <ProposalFields />
    </Action>
  )
}

function Download() {
  const t = useTexts(taxMonthTexts)
  const save = async ({ month = '' }: Values) => {
    const { data, error } = await operators.raw.GET('/operator/api/tax-months/{month}/file', {
      params: { path: { month } },
      parseAs: 'blob',
    })
    if (!(data instanceof Blob)) throw error
    saveFile(data, `taxes-${month}.csv`)
  }
  return (
    <Action title={t.file} role="finance" run={save}>
      <p>{t.fileHint}</p>
      <Field name="month" label={t.month} type="month" min="2020-01" required />
    </Action>
  )
}

/** What is due of a month: the taxes on trades, and the value-added tax. */
function Due({ month }: Readonly<{ month: Month }>) {
  const t = useTexts(taxMonthTexts)
  return (
    <>
      {t.taxName} <Amount value={month.taxDueIdr} symbol="IDR" />
      <br />
      {t.vatName} <Amount value={month.vatDueIdr} symbol="IDR" />
    </>
  )
}

/** When and by which receipts each amount was paid, and the button that books what is left. */
function Payment({ month }: Readonly<{ month: Month }>) {
  const t = useTexts(taxMonthTexts)
  const openProposal = useOpenProposal()
  const { taxPaidAt, vatPaidAt, taxReceipt, vatReceipt, taxDueIdr, vatDueIdr } = month
  const isTaxLeft = taxPaidAt === null && taxDueIdr !== '0'
  const isVatLeft = vatPaidAt === null && vatDueIdr !== '0'
  const send = async (values: Values) => {
    const { taxReceipt: tax, vatReceipt: vat } = values
    const proposal = await operators.post('/operator/api/tax-months/{month}/payment', {
      params: { path: { month: month.month } },
      body: {
        ...(tax && { taxReceipt: tax }),
        ...(vat && { vatReceipt: vat }),
        ...statedIn(values),
      },
    })
    openProposal({ proposal })
  }
  const receipt = {
    pattern: '[0-9A-Z]{16}',
    maxLength: 16,
    required: !(isTaxLeft && isVatLeft),
  } as const
  return (
    <>
      <Paid name={t.taxName} at={taxPaidAt} receipt={taxReceipt} />
      <Paid name={t.vatName} at={vatPaidAt} receipt={vatReceipt} />
      {(isTaxLeft || isVatLeft) && (
        <Action title={t.pay} role="finance" run={send}>
          <p>{t.payHint}</p>
          <p>
            <Due month={month} />
          </p>
          {isTaxLeft && <Field name="taxReceipt" label={t.taxReceipt} {...receipt} />}
          {isVatLeft && <Field name="vatReceipt" label={t.vatReceipt} {...receipt} />}
          <ProposalFields />
        </Action>
      )}
    </>
  )
}

type PaidProps = Readonly<{ name: string; at: string | null; receipt: string | null }>

function Paid({ name, at, receipt }: PaidProps) {
  const t = useTexts(taxMonthTexts)
  if (at === null) return null
  return (
    <div title={`${t.receipts}: ${receipt}`}>
      {name} <Time at={at} />
    </div>
  )
}

/** Proposes the right figures of one tax. */
function Correct() {
  const t = useTexts(taxMonthTexts)
  const openProposal = useOpenProposal()
  const send = async (values: Values) => {
    const { taxId, valueIdr = '', taxIdr = '', reason = '', otpCode } = values
    const proposal = await operators.post('/operator/api/tax-corrections', {
      body: { taxId: Number(taxId), valueIdr, taxIdr, reason, ...withCode(otpCode) },
    })
    openProposal({ proposal })
  }
  return (
    <Action title={t.correct} role="finance" run={send}>
      <p>{t.correctHint}</p>
      <Field name="taxId" label={t.taxId} type="number" min={1} required />
      <AmountField name="valueIdr" label={t.base} unit="IDR" required />
      <AmountField name="taxIdr" label={t.rightTax} unit="IDR" required />
      <Field name="reason" label={t.reason} maxLength={200} required />
      <CodeField />
    </Action>
  )
}
