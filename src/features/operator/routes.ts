import {
  operatorEntry,
  operatorRead,
  operatorWrite,
} from '../../access/operators/operator-endpoint.ts'
import { operatorAs, operatorThemselves } from '../../access/operators/operator-signed-in.ts'
import { anyone } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { pageSchema } from '../../http/lists.ts'
import { ById } from '../../operators/change-contracts.ts'
import { ChangePassword, changePassword } from './change-password.ts'
import { confirmOperator } from './confirm-operator.ts'
import { ConfirmTwofa, confirmTwofa, Enrolment, EnrolTwofa, enrolTwofa } from './enrol-twofa.ts'
import {
  AcceptInvitation,
  acceptInvitation,
  invitationsOfNetwork,
  inviteOperator,
  resetOperator,
} from './invite-operator.ts'
import { ledgerEndpoints } from './ledger-routes.ts'
import {
  BlacklistedPhone,
  LiftPhone,
  ListPhones,
  liftBlacklistedPhone,
  showBlacklistedPhones,
} from './lift-phone.ts'
import { Login, login, loginsOfNetwork, Session } from './login.ts'
import { logout } from './logout.ts'
import { FoundUsers, lookAtUser, lookForUsers, SearchUsers, UserDetails } from './look-at-users.ts'
import {
  ChangeRole,
  CreateOperator,
  changeRole,
  createOperator,
  DisableOperator,
  disableOperator,
  enableOperator,
  ListOperators,
  showOperators,
  WithOperatorCode,
} from './manage-operators.ts'
import { OperatorView } from './operator-contracts.ts'
import {
  InboxEventDetails,
  InboxEvents,
  ListInbox,
  lookAtEvent,
  replayEvent,
  showInbox,
} from './query-inbox.ts'
import { SetWalletStatus, setWalletStatus, WalletStatus } from './set-wallet-status.ts'
import { Alerts, ListAlerts, showAlerts } from './show-alerts.ts'
import { AuditEntry, ListAudit, showAudit } from './show-audit.ts'
import { showMe } from './show-me.ts'
import { RestoreUser, restoreUserAccount, SuspendUser, suspendUserAccount } from './suspend-user.ts'

const codeRefusals = ['auth.otp_failed', 'api.too_many_requests'] as const
const passwordRefusals = ['auth.password', 'auth.throttle', ...codeRefusals] as const

/** Endpoints of the operators' own sessions, passwords and second factors. */
const themselves = [
  operatorEntry({
    action: 'operator.login',
    method: 'POST',
    path: '/operator/api/login',
    summary: 'Sign an operator in',
    access: anyone,
    body: Login,
    throttle: [{ ...loginsOfNetwork, key: ({ ip }) => ip }],
    slowRefusals: true,
    run: login,
    reply: success('auth.logged_in', Session),
    refusals: ['auth.failed', 'auth.throttle', 'auth.account_suspended', ...codeRefusals],
  }),
  operatorEntry({
    action: 'operator.accept-invitation',
    method: 'POST',
    path: '/operator/api/invitations/accept',
    summary: 'Choose a password with the link of an invitation, once',
    access: anyone,
    body: AcceptInvitation,
    throttle: [{ ...invitationsOfNetwork, key: ({ ip }) => ip }],
    slowRefusals: true,
    run: acceptInvitation,
    reply: success('api.operator_invitation_accepted', OperatorView),
    refusals: ['api.operator_invitation_invalid', 'api.too_many_requests'],
  }),
  operatorWrite({
    action: 'operator.logout',
    method: 'POST',
    path: '/operator/api/logout',
    summary: 'End this session',
    access: operatorThemselves,
    run: logout,
    reply: success('auth.logged_out'),
  }),
  operatorRead({
    path: '/operator/api/me',
    summary: 'Who is signed in',
    access: operatorThemselves,
    run: showMe,
    reply: success('api.operator_retrieved', OperatorView),
  }),
  operatorWrite({
    action: 'operator.change-password',
    method: 'POST',
    path: '/operator/api/password',
    summary: 'Replace the own password; the other sessions end',
    access: operatorThemselves,
    body: ChangePassword,
    slowRefusals: true,
    run: changePassword,
    reply: success('passwords.reset'),
    refusals: [...passwordRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'operator.offer-twofa',
    method: 'POST',
    path: '/operator/api/totp',
    summary: 'A new secret for an authenticator app, in use once confirmed',
    access: operatorThemselves,
    body: EnrolTwofa,
    slowRefusals: true,
    run: enrolTwofa,
    reply: success('api.operator_twofa_offered', Enrolment),
    refusals: passwordRefusals,
  }),
  operatorWrite({
    action: 'operator.bind-twofa',
    method: 'POST',
    path: '/operator/api/totp/confirm',
    summary: 'Put the new secret to use with its first code; the other sessions end',
    access: operatorThemselves,
    body: ConfirmTwofa,
    slowRefusals: true,
    run: confirmTwofa,
    reply: success('api.twofa_binded_successfully'),
    refusals: ['api.operator_twofa_not_offered', ...codeRefusals],
  }),
]

const otherRefusals = ['api.operator_oneself', 'api.operator_not_found'] as const
const withCodeRefusals = [...otherRefusals, ...codeRefusals] as const

/** Endpoints of operator administration and the audit. */
const administration = [
  operatorRead({
    path: '/operator/api/operators',
    summary: 'Every operator',
    access: operatorAs('admin'),
    query: ListOperators,
    run: showOperators,
    reply: success('api.operators_retrieved', pageSchema(OperatorView)),
  }),
  operatorWrite({
    action: 'operator.create',
    method: 'POST',
    path: '/operator/api/operators',
    summary: 'Make an operator, who is mailed a link to choose a password',
    access: operatorAs('admin'),
    body: CreateOperator,
    run: createOperator,
    reply: success('api.operator_created', OperatorView),
    refusals: ['api.operator_exists', ...codeRefusals],
  }),
  operatorWrite({
    action: 'operator.change-role',
    method: 'PUT',
    path: '/operator/api/operators/{id}/role',
    summary: 'Give another operator a role',
    access: operatorAs('admin'),
    params: ById,
    body: ChangeRole,
    run: changeRole,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'operator.disable',
    method: 'POST',
    path: '/operator/api/operators/{id}/disable',
    summary: 'Shut another operator out at once',
    access: operatorAs('admin'),
    params: ById,
    body: DisableOperator,
    run: disableOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...otherRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'operator.enable',
    method: 'POST',
    path: '/operator/api/operators/{id}/enable',
    summary: 'Let another operator in again',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: enableOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'operator.reset',
    method: 'POST',
    path: '/operator/api/operators/{id}/reset',
    summary: 'Take password and authenticator app of an operator away, and mail a link',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: resetOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: withCodeRefusals,
  }),
  operatorWrite({
    action: 'operator.invite',
    method: 'POST',
    path: '/operator/api/operators/{id}/invite',
    summary: 'Mail another link to an operator who has not chosen a password',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: inviteOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'operator.confirm',
    method: 'POST',
    path: '/operator/api/operators/{id}/confirm',
    summary: 'Confirm a new or reset operator, whose approvals count from then on',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: confirmOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [
      ...withCodeRefusals,
      'api.nothing_to_change',
      'api.operator_not_joined',
      'api.operator_not_confirmed',
      'api.operator_not_independent',
    ],
  }),
  operatorRead({
    path: '/operator/api/audit',
    summary: 'What operators did, the newest first',
    access: operatorAs('viewer'),
    query: ListAudit,
    run: showAudit,
    reply: success('api.operator_audit_retrieved', pageSchema(AuditEntry)),
  }),
  operatorRead({
    path: '/operator/api/alerts',
    summary: 'What the service wants operators to know, the newest first',
    access: operatorAs('viewer'),
    query: ListAlerts,
    run: showAlerts,
    reply: success('api.operator_alerts_retrieved', Alerts),
  }),
]

/** Endpoints about users. */
const users = [
  operatorRead({
    path: '/operator/api/users',
    summary:
      'Find users by the beginning of their address, by phone or by number; the audit says who did',
    access: operatorAs('viewer'),
    query: SearchUsers,
    run: lookForUsers,
    reply: success('api.users_retrieved', FoundUsers),
  }),
  operatorRead({
    path: '/operator/api/users/{id}',
    summary: 'One user with what they own; who looked stands in the audit',
    access: operatorAs('viewer'),
    params: ById,
    run: lookAtUser,
    reply: success('api.user_retrieved', UserDetails),
    refusals: ['api.user_not_found'],
  }),
  operatorWrite({
    action: 'user.suspend',
    method: 'POST',
    path: '/operator/api/users/{id}/suspend',
    summary: 'Suspend a user; every session and API key ends',
    access: operatorAs('support'),
    params: ById,
    body: SuspendUser,
    run: suspendUserAccount,
    reply: success('api.user_suspended'),
    refusals: ['api.user_not_found', 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'user.restore',
    method: 'POST',
    path: '/operator/api/users/{id}/restore',
    summary: 'Open a suspended account again',
    access: operatorAs('support'),
    params: ById,
    body: RestoreUser,
    run: restoreUserAccount,
    reply: success('api.user_restored'),
    refusals: ['api.user_not_found', 'api.nothing_to_change'],
  }),
  operatorRead({
    path: '/operator/api/blacklist/phones',
    summary: 'Phones that can not be bound',
    access: operatorAs('viewer'),
    query: ListPhones,
    run: showBlacklistedPhones,
    reply: success('api.blacklist_retrieved', pageSchema(BlacklistedPhone)),
  }),
  operatorWrite({
    action: 'phone.lift',
    method: 'DELETE',
    path: '/operator/api/blacklist/phones',
    summary: 'Take a phone off the blacklist',
    access: operatorAs('support'),
    body: LiftPhone,
    run: liftBlacklistedPhone,
    reply: success('api.phone_lifted'),
    refusals: ['api.nothing_to_change'],
  }),
]

/** Endpoints that stop and resume money, and those of the inbox. */
const money = [
  operatorWrite({
    action: 'wallet-status.set',
    method: 'PUT',
    path: '/operator/api/wallet-status',
    summary: 'Stop withdrawals or deposits, or let them go on',
    access: operatorAs('finance'),
    body: SetWalletStatus,
    run: setWalletStatus,
    reply: success('api.wallet_status_updated', WalletStatus),
  }),
  operatorRead({
    path: '/operator/api/inbox',
    summary: 'What providers told us, the newest first',
    access: operatorAs('viewer'),
    query: ListInbox,
    run: showInbox,
    reply: success('api.inbox_retrieved', InboxEvents),
  }),
  operatorRead({
    path: '/operator/api/inbox/{id}',
    summary: 'One event with its body, secrets taken out; who looked stands in the audit',
    access: operatorAs('viewer'),
    params: ById,
    run: lookAtEvent,
    reply: success('api.inbox_event_retrieved', InboxEventDetails),
    refusals: ['api.inbox_event_not_found'],
  }),
  operatorWrite({
    action: 'inbox.replay',
    method: 'POST',
    path: '/operator/api/inbox/{id}/replay',
    summary: 'Apply an event that was set aside again',
    access: operatorAs('finance'),
    params: ById,
    run: replayEvent,
    reply: success('api.inbox_event_replayed'),
    refusals: ['api.inbox_event_not_found', 'api.inbox_event_not_parked'],
  }),
]

/** The operators' endpoints that belong to no single feature. */
export const operatorEndpoints = [
  ...themselves,
  ...administration,
  ...users,
  ...money,
  ...ledgerEndpoints,
]
