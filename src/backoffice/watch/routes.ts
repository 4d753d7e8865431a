import { operatorRead } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { eventStream } from '../../platform/http/envelope.ts'
import { openOperatorStream } from './open-operator-stream.ts'
import { Alert, ListAlerts, showAlerts } from './show-alerts.ts'
import { AuditEntry, ListAudit, showAudit } from './show-audit.ts'
import { operatorEvents } from './watch-work.ts'

const description = `Server-Sent Events. The first one is \`start\`: nothing that happened before it
is sent again, so read the shown lists then. \`queues\` follows with the number of items in each
queue, and again whenever one of the numbers changes; \`alert\` has each new alert; \`changed\` has
the ids of open items of a list that changed, that are new or that are open no more.`

/** What happened and what changes. */
export const watchEndpoints = [
  ...operatorList('/operator/api/audit', {
    summary: 'The audited actions of operators, newest first',
    access: operatorAs('viewer'),
    query: ListAudit,
    run: showAudit,
    message: 'api.operator_audit_retrieved',
    item: AuditEntry,
  }),
  ...operatorList('/operator/api/alerts', {
    summary: 'Alerts to operators',
    access: operatorAs('viewer'),
    query: ListAlerts,
    run: showAlerts,
    message: 'api.operator_alerts_retrieved',
    item: Alert,
  }),
  operatorRead('/operator/api/stream', {
    summary: 'Stream alerts, the lengths of queues and the ids of changed items',
    operationId: 'openOperatorStream',
    access: operatorAs('viewer'),
    run: (ctx, _input, operator, request) => openOperatorStream(ctx, operator, request),
    reply: eventStream(description, operatorEvents),
    refusals: ['api.too_many_requests', 'api.service_unavailable'],
  }),
]
