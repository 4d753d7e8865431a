import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import {
  FeeRow,
  OfMonth,
  showFees,
  showTaxes,
  showVat,
  showVolumes,
  TaxRow,
  VatRow,
  VolumeRow,
} from './show-reports.ts'

const viewer = operatorAs('viewer')
const message = 'api.report_retrieved'

export const reportEndpoints = [
  ...operatorList('/operator/api/reports/taxes', {
    summary: 'The taxes on trades of a month, by pair, side, kind and rate',
    access: viewer,
    query: OfMonth,
    run: showTaxes,
    message,
    item: TaxRow,
  }),
  ...operatorList('/operator/api/reports/volumes', {
    summary: 'The traded volumes of a month, by pair and side',
    access: viewer,
    query: OfMonth,
    run: showVolumes,
    message,
    item: VolumeRow,
  }),
  ...operatorList('/operator/api/reports/fees', {
    summary: 'The trading fees of a month, by pair and side',
    access: viewer,
    query: OfMonth,
    run: showFees,
    message,
    item: FeeRow,
  }),
  ...operatorList('/operator/api/reports/vat', {
    summary: 'The value-added tax in the fees of a month, by source and asset',
    access: viewer,
    query: OfMonth,
    run: showVat,
    message,
    item: VatRow,
  }),
]
