import { ById } from '../../platform/access/operators/change-contracts.ts'
import {
  operatorEntry,
  operatorRead,
  operatorWrite,
} from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import {
  operatorAs,
  operatorThemselves,
} from '../../platform/access/operators/operator-signed-in.ts'
import { conflictRefusals, editOf } from '../../platform/access/operators/versions.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { success } from '../../platform/http/envelope.ts'
import { ChangePassword, changePassword } from './change-password.ts'
import { attestOperator, confirmOperator } from './confirm-operator.ts'
import { ConfirmTwofa, confirmTwofa, Enrolment, EnrolTwofa, enrolTwofa } from './enrol-twofa.ts'
import {
  AcceptInvitation,
  acceptInvitation,
  invitationsOfNetwork,
  inviteOperator,
  resetOperator,
} from './invite-operator.ts'
import { Login, login, loginsOfNetwork, Session } from './login.ts'
import { logout } from './logout.ts'
import {
  ChangeRole,
  CreateOperator,
  changeRole,
  createOperator,
  DisableOperator,
  disableOperator,
  enableOperator,
  ListOperators,
  showOperator,
  showOperators,
  WithOperatorCode,
} from './manage-operators.ts'
import { OperatorView } from './operator-contracts.ts'
import { showMe } from './show-me.ts'

const codeRefusals = ['auth.otp_failed', 'api.too_many_requests'] as const
const passwordRefusals = ['auth.password', 'auth.throttle', ...codeRefusals] as const

/** Endpoints of the operators' own sessions, passwords and second factors. */
const themselves = [
  operatorEntry('/operator/api/login', {
    action: 'operator.login',
    summary: 'Sign an operator in',
    access: anyone,
    body: Login,
    throttle: [{ ...loginsOfNetwork, key: ({ ip }) => ip }],
    slowRefusals: true,
    run: login,
    reply: success('auth.logged_in', Session),
    refusals: ['auth.failed', 'auth.throttle', 'auth.account_suspended', ...codeRefusals],
  }),
  operatorEntry('/operator/api/invitations/accept', {
    action: 'operator.accept-invitation',
    summary: 'Choose a password with the link of an invitation, once',
    access: anyone,
    body: AcceptInvitation,
    throttle: [{ ...invitationsOfNetwork, key: ({ ip }) => ip }],
    slowRefusals: true,
    run: acceptInvitation,
    reply: success('api.operator_invitation_accepted', OperatorView),
    refusals: [
      'api.operator_invitation_invalid',
      'api.operator_password_leaked',
      'api.too_many_requests',
    ],
  }),
  operatorWrite('POST', '/operator/api/logout', {
    action: 'operator.logout',
    summary: 'End this session',
    access: operatorThemselves,
    run: logout,
    reply: success('auth.logged_out'),
  }),
  operatorRead('/operator/api/me', {
    summary: 'The signed-in operator',
    access: operatorThemselves,
    run: showMe,
    reply: success('api.operator_retrieved', OperatorView),
  }),
  operatorWrite('POST', '/operator/api/password', {
    action: 'operator.change-password',
    summary: 'Change your own password; your other sessions end',
    access: operatorThemselves,
    body: ChangePassword,
    slowRefusals: true,
    run: changePassword,
    reply: success('passwords.reset'),
    refusals: [...passwordRefusals, 'api.nothing_to_change', 'api.operator_password_leaked'],
  }),
  operatorWrite('POST', '/operator/api/totp', {
    action: 'operator.offer-twofa',
    summary: 'Create a secret for an authenticator app; it takes effect once confirmed',
    access: operatorThemselves,
    body: EnrolTwofa,
    slowRefusals: true,
    run: enrolTwofa,
    reply: success('api.operator_twofa_offered', Enrolment),
    refusals: passwordRefusals,
  }),
  operatorWrite('POST', '/operator/api/totp/confirm', {
    action: 'operator.bind-twofa',
    summary: 'Confirm the new secret with its first code; your other sessions end',
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
const attestationRefusals = [
  'api.operator_not_joined',
  'api.operator_not_confirmed',
  'api.operator_not_independent',
] as const

/** Endpoints of operator administration. */
const administration = [
  ...operatorList('/operator/api/operators', {
    summary: 'Every operator',
    access: operatorAs('admin'),
    query: ListOperators,
    run: showOperators,
    message: 'api.operators_retrieved',
    item: OperatorView,
    exportedBy: 'admin',
  }),
  operatorRead('/operator/api/operators/{id}', {
    summary: 'One operator',
    access: operatorAs('admin'),
    params: ById,
    run: showOperator,
    reply: success('api.operator_retrieved', OperatorView),
    refusals: ['api.operator_not_found'],
  }),
  operatorWrite('POST', '/operator/api/operators', {
    action: 'operator.create',
    summary: 'Create an operator, who is mailed a link to choose a password',
    access: operatorAs('admin'),
    body: CreateOperator,
    run: createOperator,
    reply: success('api.operator_created', OperatorView),
    refusals: ['api.operator_exists', ...codeRefusals],
  }),
  operatorWrite('PUT', '/operator/api/operators/{id}/role', {
    action: 'operator.change-role',
    summary: 'Give another operator a role',
    access: operatorAs('admin'),
    params: ById,
    body: editOf(ChangeRole),
    run: changeRole,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...conflictRefusals, ...withCodeRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite('POST', '/operator/api/operators/{id}/disable', {
    action: 'operator.disable',
    summary: 'Disable another operator, with immediate effect',
    access: operatorAs('admin'),
    params: ById,
    body: DisableOperator,
    run: disableOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...otherRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite('POST', '/operator/api/operators/{id}/enable', {
    action: 'operator.enable',
    summary: 'Enable a disabled operator',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: enableOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite('POST', '/operator/api/operators/{id}/reset', {
    action: 'operator.reset',
    summary: "Reset an operator's password and authenticator app, and mail a link",
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: resetOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: withCodeRefusals,
  }),
  operatorWrite('POST', '/operator/api/operators/{id}/invite', {
    action: 'operator.invite',
    summary: 'Mail another link to an operator without a password',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: inviteOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, 'api.nothing_to_change'],
  }),
  operatorWrite('POST', '/operator/api/operators/{id}/confirm', {
    action: 'operator.confirm',
    summary: 'Confirm a new or reset operator: their approvals count from then on',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: confirmOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, 'api.nothing_to_change', ...attestationRefusals],
  }),
  operatorWrite('POST', '/operator/api/operators/{id}/attest', {
    action: 'operator.attest',
    summary: 'Attest that an operator alone uses an account: for a quarter, after a handling',
    access: operatorAs('admin'),
    params: ById,
    body: WithOperatorCode,
    run: attestOperator,
    reply: success('api.operator_updated', OperatorView),
    refusals: [...withCodeRefusals, ...attestationRefusals],
  }),
]

/** The operators' own sessions, and the administration of their accounts. */
export const operatorEndpoints = [...themselves, ...administration]
