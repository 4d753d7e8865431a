import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { twoPersonRefusals } from '../transfers/deciding.ts'
import {
  BookEvent,
  bookEvent,
  CloseEvent,
  closeEvent,
  HandledEvent,
  ProviderRecord,
  ReadRecord,
  showProviderRecord,
} from './by-hand/book-event.ts'
import { ApproveCashDeposit, approveCashDeposit } from './claims/approve-cash-deposit.ts'
import {
  DepositDetails,
  DepositViews,
  ListDeposits,
  SeenDeposit,
  showDeposit,
  showDeposits,
} from './claims/query-deposits.ts'
import { RejectCashDeposit, rejectCashDeposit } from './claims/reject-cash-deposit.ts'
import {
  AssignSuspense,
  assignSuspense,
  ReturnSuspense,
  returnSuspense,
} from './suspense/decide-suspense.ts'
import {
  ListSuspense,
  SeenSuspense,
  SuspenseDetails,
  SuspenseViews,
  showSuspense,
  showSuspenseItem,
} from './suspense/query-suspense.ts'

const viewer = operatorAs('viewer')
const finance = operatorAs('finance')

const deposits = '/operator/api/deposits'
const claimRefusals = [
  'api.cash_deposit_not_found',
  'api.operator_own_money',
  'api.already_decided',
] as const

const claimEndpoints = [
  operatorRead(deposits, {
    summary: 'Transfers to our bank that users claim, oldest first',
    access: viewer,
    query: ListDeposits,
    run: showDeposits,
    reply: success('api.cash_deposits_retrieved', DepositViews),
  }),
  operatorRead(`${deposits}/{id}`, {
    summary: 'One claimed transfer with its proof; access is audited',
    access: viewer,
    params: ById,
    run: showDeposit,
    reply: success('api.cash_deposit_retrieved', SeenDeposit),
    refusals: ['api.cash_deposit_not_found'],
  }),
  operatorWrite('POST', `${deposits}/{id}/approve`, {
    action: 'deposit.approve',
    summary: 'Approve a claimed transfer and state the amount received, which is credited',
    access: finance,
    params: ById,
    body: ApproveCashDeposit,
    run: approveCashDeposit,
    reply: success('api.cash_deposit_updated', DepositDetails),
    refusals: [
      ...claimRefusals,
      'api.second_operator_needed',
      'api.operator_not_confirmed',
      'api.supply_cap_reached',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
  operatorWrite('POST', `${deposits}/{id}/reject`, {
    action: 'deposit.reject',
    summary: 'Reject a claimed transfer',
    access: finance,
    params: ById,
    body: RejectCashDeposit,
    run: rejectCashDeposit,
    reply: success('api.cash_deposit_updated', DepositDetails),
    refusals: claimRefusals,
  }),
]

const suspense = '/operator/api/suspense'
const suspenseRefusals = [
  'api.suspense_not_found',
  'api.already_decided',
  ...twoPersonRefusals,
] as const

const suspenseEndpoints = [
  operatorRead(suspense, {
    summary: 'Received money without an owner, oldest first',
    access: viewer,
    query: ListSuspense,
    run: showSuspense,
    reply: success('api.suspense_retrieved', SuspenseViews),
  }),
  operatorRead(`${suspense}/{id}`, {
    summary: 'One suspense item with its proposals; access is audited',
    access: viewer,
    params: ById,
    run: showSuspenseItem,
    reply: success('api.suspense_item_retrieved', SeenSuspense),
    refusals: ['api.suspense_not_found'],
  }),
  operatorWrite('POST', `${suspense}/{id}/assign`, {
    action: 'suspense.assign',
    summary:
      "Propose the owner of a suspense item; a second operator's agreement credits the owner",
    access: finance,
    params: ById,
    body: AssignSuspense,
    run: assignSuspense,
    reply: success('api.suspense_updated', SuspenseDetails),
    refusals: [
      ...suspenseRefusals,
      'api.suspense_not_ours',
      'api.user_not_found',
      'api.operator_own_money',
      'api.supply_cap_reached',
      'api.refund_not_theirs',
      'api.insufficient_funds',
    ],
  }),
  operatorWrite('POST', `${suspense}/{id}/return`, {
    action: 'suspense.return',
    summary:
      "Propose that an item was returned to its sender; a second operator's agreement books it",
    access: finance,
    params: ById,
    body: ReturnSuspense,
    run: returnSuspense,
    reply: success('api.suspense_updated', SuspenseDetails),
    refusals: [...suspenseRefusals, 'api.refund_not_theirs'],
  }),
]

const event = '/operator/api/inbox/{id}'
const recordRefusals = ['api.provider_record_not_found', 'api.provider_unreachable'] as const
const eventRefusals = [
  'api.inbox_event_not_found',
  'api.inbox_event_not_parked',
  ...twoPersonRefusals,
] as const

const eventEndpoints = [
  operatorRead(`${event}/record`, {
    summary: "A provider's own record of a payment that an event names; access is audited",
    access: finance,
    params: ById,
    query: ReadRecord,
    run: showProviderRecord,
    reply: success('api.provider_record_retrieved', ProviderRecord),
    refusals: ['api.inbox_event_not_found', ...recordRefusals],
  }),
  operatorWrite('POST', `${event}/book`, {
    action: 'inbox.book',
    summary:
      "Propose the payment of a parked event; a second operator's agreement books it as its" +
      " provider's own record has it",
    access: finance,
    params: ById,
    body: BookEvent,
    run: bookEvent,
    reply: success('api.inbox_event_updated', HandledEvent),
    refusals: [...eventRefusals, ...recordRefusals],
  }),
  operatorWrite('POST', `${event}/close`, {
    action: 'inbox.close',
    summary:
      "Propose that a parked event is closed, or goes to suspense in words; a second operator's" +
      ' agreement does it',
    access: finance,
    params: ById,
    body: CloseEvent,
    run: closeEvent,
    reply: success('api.inbox_event_updated', HandledEvent),
    refusals: eventRefusals,
  }),
]

export const depositOperatorEndpoints = [...claimEndpoints, ...suspenseEndpoints, ...eventEndpoints]
