import { twoPersonRefusals } from '../../app/transfers/deciding.ts'
import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { carfFile, DownloadCarfReport, downloadCarfReport } from './download-carf-report.ts'
import {
  CarfReportView,
  discardCarfReport,
  ListCarfReports,
  ReleaseCarfReport,
  RequestCarfReport,
  releaseCarfReport,
  requestCarfReport,
  showCarfReport,
  showCarfReports,
} from './manage-carf-reports.ts'

const reports = '/operator/api/carf-reports'
const finance = operatorAs('finance')
const reply = success('api.carf_report_updated', CarfReportView)

/** The yearly reports about users to the tax directorate. */
export const carfEndpoints = [
  ...operatorList(reports, {
    summary: 'The yearly reports to the tax directorate (CARF), newest first',
    access: finance,
    query: ListCarfReports,
    run: showCarfReports,
    message: 'api.carf_reports_retrieved',
    item: CarfReportView,
  }),
  operatorRead(`${reports}/{id}`, {
    summary: 'One yearly report: its state, the numbers of its records, the check of its files',
    access: finance,
    params: ById,
    run: showCarfReport,
    reply: success('api.carf_report_retrieved', CarfReportView),
    refusals: ['api.carf_report_not_found'],
  }),
  operatorRead(`${reports}/{id}/file`, {
    summary: 'A file of a yearly report, as XML or CSV; access is audited',
    access: finance,
    params: ById,
    query: DownloadCarfReport,
    run: downloadCarfReport,
    reply: carfFile,
    refusals: ['api.carf_report_not_found', 'api.carf_report_open'],
  }),
  operatorWrite('POST', reports, {
    action: 'carf-report.request',
    summary: 'Draw the report of a year, or its correction after one was released',
    access: finance,
    body: RequestCarfReport,
    run: requestCarfReport,
    reply,
    refusals: ['api.carf_year_open', 'api.carf_report_open'],
  }),
  operatorWrite('POST', `${reports}/{id}/release`, {
    action: 'carf-report.release',
    summary: 'Release a drawn report; two operators must agree, each with a code',
    access: finance,
    params: ById,
    body: ReleaseCarfReport,
    run: releaseCarfReport,
    reply,
    refusals: [
      'api.carf_report_not_found',
      'api.carf_report_open',
      'api.carf_report_invalid',
      'api.already_decided',
      'api.nothing_to_change',
      ...twoPersonRefusals,
    ],
  }),
  operatorWrite('POST', `${reports}/{id}/discard`, {
    action: 'carf-report.discard',
    summary: 'Discard a report that is not released',
    access: finance,
    params: ById,
    run: discardCarfReport,
    reply,
    refusals: ['api.carf_report_not_found', 'api.already_decided'],
  }),
]
