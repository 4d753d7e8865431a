import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { csvFile, success } from '../../platform/http/envelope.ts'
import { ProposalView } from './proposals/show-proposals.ts'
import { CorrectTax, correctTax } from './taxes/correct-tax.ts'
import { downloadTaxMonth } from './taxes/download-tax-month.ts'
import {
  ByMonth,
  CloseTaxMonth,
  closeTaxMonth,
  ListTaxMonths,
  PayTaxMonth,
  payTaxMonth,
  showTaxMonths,
  TaxMonthView,
} from './taxes/manage-tax-months.ts'

const months = '/operator/api/tax-months'
const finance = operatorAs('finance')
const proposed = success('api.content_saved', ProposalView)
const proposing = ['api.nothing_to_change', 'auth.otp_failed', 'api.too_many_requests'] as const

/** Closed months of taxes, their payment, and corrections of taxes. */
export const taxOperatorEndpoints = [
  ...operatorList(months, {
    summary: 'The closed months of taxes, with what is due and paid, newest first',
    access: finance,
    query: ListTaxMonths,
    run: showTaxMonths,
    message: 'api.content_retrieved',
    item: TaxMonthView,
  }),
  operatorRead(`${months}/{month}/file`, {
    summary: 'Every record of a closed or proposed month of taxes, as CSV; access is audited',
    access: finance,
    params: ByMonth,
    run: downloadTaxMonth,
    reply: csvFile,
    refusals: ['api.tax_month_not_found'],
  }),
  operatorWrite('POST', months, {
    action: 'tax-month.close',
    summary: 'Propose to close a month of taxes with the figures of now',
    access: finance,
    body: CloseTaxMonth,
    run: closeTaxMonth,
    reply: proposed,
    refusals: ['api.tax_month_not_next', ...proposing],
  }),
  operatorWrite('POST', `${months}/{month}/payment`, {
    action: 'tax-month.pay',
    summary: 'Propose to book the payment of a closed month, by the receipts of the treasury',
    access: finance,
    params: ByMonth,
    body: PayTaxMonth,
    run: payTaxMonth,
    reply: proposed,
    refusals: ['api.tax_month_not_found', 'api.tax_receipt_invalid', ...proposing],
  }),
  operatorWrite('POST', '/operator/api/tax-corrections', {
    action: 'tax.correct',
    summary: 'Propose to correct or cancel the tax of a trade, in the open month',
    access: finance,
    body: CorrectTax,
    run: correctTax,
    reply: proposed,
    refusals: [
      'api.tax_not_found',
      'api.tax_correction_invalid',
      'api.operator_own_money',
      ...proposing,
    ],
  }),
]
