import { twoPersonRefusals } from '../../app/transfers/deciding.ts'
import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  BlacklistedPhone,
  BlacklistPhone,
  blacklistUserPhone,
  LiftPhone,
  ListPhones,
  liftBlacklistedPhone,
  showBlacklistedPhones,
} from './blacklist-phone.ts'
import { lookAtUser, lookForUsers, SearchUsers, UserDetails, UserView } from './look-at-users.ts'
import { ListTimeline, showTimeline, TimelineEntry } from './show-timeline.ts'
import {
  Restoration,
  RestoreUser,
  restoreUserAccount,
  SuspendUser,
  suspendUserAccount,
} from './suspend-user.ts'

/** Endpoints about users and their phones. */
export const userEndpoints = [
  ...operatorList('/operator/api/users', {
    summary: 'Find users by the beginning of their address, by phone or by id; access is audited',
    access: operatorAs('viewer'),
    query: SearchUsers,
    run: lookForUsers,
    message: 'api.users_retrieved',
    item: UserView,
  }),
  operatorRead('/operator/api/users/{id}', {
    summary: 'One user: identity, devices, balances, limits, risks; access is audited',
    access: operatorAs('viewer'),
    params: ById,
    run: lookAtUser,
    reply: success('api.user_retrieved', UserDetails),
    refusals: ['api.user_not_found'],
  }),
  ...operatorList('/operator/api/users/{id}/timeline', {
    summary: 'What happened to one user, and what operators did; access is audited',
    access: operatorAs('viewer'),
    params: ById,
    query: ListTimeline,
    run: showTimeline,
    message: 'api.user_timeline_retrieved',
    item: TimelineEntry,
  }),
  operatorWrite('POST', '/operator/api/users/{id}/suspend', {
    action: 'user.suspend',
    summary: 'Suspend a user; every session and API key ends',
    access: operatorAs('support'),
    params: ById,
    body: SuspendUser,
    run: suspendUserAccount,
    reply: success('api.user_suspended'),
    refusals: ['api.user_not_found', 'api.nothing_to_change'],
  }),
  operatorWrite('POST', '/operator/api/users/{id}/restore', {
    action: 'user.restore',
    summary: 'Lift the suspension of an account, if no incident of its user is open',
    description:
      'If the service suspended it, two operators of finance must agree, each with a code.',
    access: operatorAs('support', 'finance'),
    params: ById,
    body: RestoreUser,
    run: restoreUserAccount,
    reply: success('api.user_restored', Restoration),
    refusals: [
      'api.user_not_found',
      'api.nothing_to_change',
      'api.user_incident_open',
      'api.operator_own_money',
      ...twoPersonRefusals,
    ],
  }),
  ...operatorList('/operator/api/blacklist/phones', {
    summary: 'Blacklisted phones, which cannot be bound',
    access: operatorAs('viewer'),
    query: ListPhones,
    run: showBlacklistedPhones,
    message: 'api.blacklist_retrieved',
    item: BlacklistedPhone,
  }),
  operatorWrite('POST', '/operator/api/blacklist/phones', {
    action: 'phone.blacklist',
    summary: 'Prevent a phone from being bound; it stays with a user who bound it before',
    access: operatorAs('support'),
    body: BlacklistPhone,
    run: blacklistUserPhone,
    reply: success('api.phone_blacklisted'),
    refusals: ['api.nothing_to_change'],
  }),
  operatorWrite('DELETE', '/operator/api/blacklist/phones', {
    action: 'phone.lift',
    summary: 'Take a phone off the blacklist',
    access: operatorAs('support'),
    body: LiftPhone,
    run: liftBlacklistedPhone,
    reply: success('api.phone_lifted'),
    refusals: ['api.nothing_to_change'],
  }),
]
