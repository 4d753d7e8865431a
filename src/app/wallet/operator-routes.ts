import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { streamed } from '../../platform/http/envelope.ts'
import { reportFileTypes } from './report-files/stream-report.ts'
import { ReportTaxes, TaxReport } from './report-taxes.ts'
import { showUserTaxes } from './show-user-taxes.ts'
import { ShowAccountStatement, statementFile } from './statement/show-account-statement.ts'
import { showUserStatement } from './statement/show-user-statement.ts'
import { taxReportMessage } from './write-tax-report.ts'

export const walletOperatorEndpoints = [
  operatorRead('/operator/api/users/{id}/tax-report', {
    summary: "A user's taxes with totals, or the slip of a year or a month; access is audited",
    access: operatorAs('support'),
    params: ById,
    query: ReportTaxes,
    writes: true,
    run: showUserTaxes,
    reply: streamed(taxReportMessage, TaxReport, reportFileTypes),
    refusals: ['api.user_not_found', 'api.tax_report_too_large', 'api.too_many_requests'],
  }),
  operatorRead('/operator/api/users/{id}/statement', {
    summary: "A user's balances and moves of a period, as the user gets it; access is audited",
    access: operatorAs('support'),
    params: ById,
    query: ShowAccountStatement,
    writes: true,
    run: showUserStatement,
    reply: statementFile,
    refusals: ['api.user_not_found', 'api.account_statement_too_large', 'api.too_many_requests'],
  }),
]
