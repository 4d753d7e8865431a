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
import {
  AgreeToRecovery,
  agreeToRecovery,
  OpenRecovery,
  openRecovery,
  StopRecovery,
  stopRecovery,
} from './recover-app.ts'
import {
  ListedRecovery,
  ListRecoveries,
  RecoveryView,
  showRecoveries,
  showRecovery,
} from './show-recoveries.ts'
import { ListTimeline, showTimeline, TimelineEntry } from './show-timeline.ts'
import { SearchUsers, showUser, showUsers, UserDetails, UserView } from './show-users.ts'
import {
  Restoration,
  RestoreUser,
  restoreUserAccount,
  SuspendUser,
  suspendUserAccount,
} from './suspend-user.ts'

const recoveries = '/operator/api/recoveries'
const recoveryChanged = success('api.recovery_updated', RecoveryView)

/** Endpoints about users, their phones and their lost authenticators. */
export const userEndpoints = [
  ...operatorList('/operator/api/users', {
    summary: 'Find users by address, phone, id or proven name; access is audited',
    access: operatorAs('viewer'),
    query: SearchUsers,
    run: showUsers,
    message: 'api.users_retrieved',
    item: UserView,
  }),
  operatorRead('/operator/api/users/{id}', {
    summary: 'One user: identity, devices, balances, limits, risks; access is audited',
    access: operatorAs('viewer'),
    params: ById,
    run: showUser,
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
  operatorWrite('POST', '/operator/api/users/{id}/recovery', {
    action: 'recovery.open',
    summary: 'Propose to remove an authenticator: its user lost it and proved the identity',
    description:
      'Another operator of finance must agree, each with a code; then it waits for a day. The ' +
      'user gets a mail about each step, with a link that stops it.',
    access: operatorAs('finance'),
    params: ById,
    body: OpenRecovery,
    run: openRecovery,
    reply: recoveryChanged,
    refusals: [
      'api.user_not_found',
      'api.operator_own_money',
      'api.nothing_to_change',
      'api.identity_not_confirmed',
      ...twoPersonRefusals,
    ],
  }),
  ...operatorList(recoveries, {
    summary: 'Removals of authenticators, newest first',
    access: operatorAs('viewer'),
    query: ListRecoveries,
    run: showRecoveries,
    message: 'api.recoveries_retrieved',
    item: ListedRecovery,
  }),
  operatorRead(`${recoveries}/{id}`, {
    summary: 'One removal of an authenticator',
    access: operatorAs('viewer'),
    params: ById,
    run: showRecovery,
    reply: success('api.recovery_retrieved', RecoveryView),
    refusals: ['api.recovery_not_found'],
  }),
  operatorWrite('POST', `${recoveries}/{id}/agree`, {
    action: 'recovery.agree',
    summary: "Approve another operator's removal of an authenticator; it takes effect after a day",
    access: operatorAs('finance'),
    params: ById,
    body: AgreeToRecovery,
    run: agreeToRecovery,
    reply: recoveryChanged,
    refusals: [
      'api.recovery_not_found',
      'api.already_decided',
      'api.operator_own_money',
      ...twoPersonRefusals,
    ],
  }),
  operatorWrite('POST', `${recoveries}/{id}/stop`, {
    action: 'recovery.stop',
    summary: 'Stop the removal of an authenticator before it takes effect',
    access: operatorAs('finance'),
    params: ById,
    body: StopRecovery,
    run: stopRecovery,
    reply: recoveryChanged,
    refusals: ['api.recovery_not_found', 'api.already_decided'],
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
