import { operatorRead, operatorWrite } from '../../access/operator-endpoint.ts'
import { operatorAs } from '../../access/operator-signed-in.ts'
import { success } from '../../http/envelope.ts'
import {
  AssignSuspense,
  assignSuspense,
  ReturnSuspense,
  returnSuspense,
} from './decide-suspense.ts'
import { ById } from './deciding.ts'
import {
  ListSuspense,
  lookAtSuspense,
  SuspenseDetails,
  SuspenseViews,
  showSuspense,
} from './look-into-suspense.ts'

const viewer = operatorAs('viewer')
const finance = operatorAs('finance')

const suspense = '/operator/api/suspense'
const suspenseRefusals = [
  'api.suspense_not_found',
  'api.already_decided',
  'api.second_operator_needed',
] as const

const suspenseEndpoints = [
  operatorRead({
    path: suspense,
    summary: 'Money that came in without an owner, the oldest first',
    access: viewer,
    query: ListSuspense,
    run: showSuspense,
    reply: success('api.suspense_retrieved', SuspenseViews),
  }),
  operatorRead({
    path: `${suspense}/{id}`,
    summary: 'One item with what operators said of it; who looked stands in the audit',
    access: viewer,
    params: ById,
    run: lookAtSuspense,
    reply: success('api.suspense_item_retrieved', SuspenseDetails),
    refusals: ['api.suspense_not_found'],
  }),
  operatorWrite({
    method: 'POST',
    path: `${suspense}/{id}/assign`,
    action: 'suspense.assign',
    summary: 'Say whose an item is; the second operator who says so gives it to that user',
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
    ],
  }),
  operatorWrite({
    method: 'POST',
    path: `${suspense}/{id}/return`,
    action: 'suspense.return',
    summary: 'Say that an item was given back outside of this service; the second one books it',
    access: finance,
    params: ById,
    body: ReturnSuspense,
    run: returnSuspense,
    reply: success('api.suspense_updated', SuspenseDetails),
    refusals: suspenseRefusals,
  }),
]

/** What operators decide about money coming in and going out. */
export const transferOperatorEndpoints = [...suspenseEndpoints]
