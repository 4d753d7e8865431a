import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  ListReports,
  RegulatoryReport,
  RegulatoryReportDetails,
  retryReport,
  showReport,
  showReports,
} from './regulatory-reports.ts'
import { Balances, showBalances } from './show-balances.ts'
import { Days, ListDays, showDays } from './show-days.ts'
import { Jobs, showJobs } from './show-jobs.ts'
import { OverviewView, showOverview } from './show-overview.ts'
import { NodesProviders, showProviders } from './show-providers.ts'

export const overviewEndpoints = [
  operatorRead('/operator/api/overview', {
    summary: 'What waits for operators, and the nodes of the service',
    access: operatorAs('viewer'),
    run: showOverview,
    reply: success('api.overview_retrieved', OverviewView),
  }),
  operatorRead('/operator/api/overview/providers', {
    summary: 'The health of each provider, as each node sees it',
    access: operatorAs('viewer'),
    run: showProviders,
    reply: success('api.providers_retrieved', NodesProviders),
  }),
  operatorRead('/operator/api/overview/days', {
    summary: 'Money in and out, trading, fees and people, by day',
    access: operatorAs('viewer'),
    query: ListDays,
    run: showDays,
    reply: success('api.days_retrieved', Days),
  }),
  operatorRead('/operator/api/overview/balances', {
    summary: 'What users are owed and what each place holds, by asset',
    access: operatorAs('viewer'),
    run: showBalances,
    reply: success('api.balances_retrieved', Balances),
  }),
  operatorRead('/operator/api/jobs', {
    summary: 'The scheduled jobs with their last run, and the queued ones',
    access: operatorAs('viewer'),
    run: showJobs,
    reply: success('api.jobs_retrieved', Jobs),
  }),
  ...operatorList('/operator/api/regulatory-reports', {
    summary: 'Reports to the regulator',
    access: operatorAs('viewer'),
    query: ListReports,
    run: showReports,
    message: 'api.reports_retrieved',
    item: RegulatoryReport,
  }),
  operatorRead('/operator/api/regulatory-reports/{id}', {
    summary: 'One report with its content; access is audited',
    access: operatorAs('viewer'),
    params: ById,
    run: showReport,
    reply: success('api.report_retrieved', RegulatoryReportDetails),
    refusals: ['api.regulatory_report_not_found'],
  }),
  operatorWrite('POST', '/operator/api/regulatory-reports/{id}/retry', {
    action: 'report.retry',
    summary: 'Send a report again that was rejected or not answered',
    access: operatorAs('finance'),
    params: ById,
    run: retryReport,
    reply: success('api.report_retried'),
    refusals: ['api.regulatory_report_not_found', 'api.regulatory_report_accepted'],
  }),
]
