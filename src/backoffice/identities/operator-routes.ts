import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  IdentityDetails,
  ListedIdentity,
  ListIdentities,
  QueryIdentity,
  queryIdentity,
  showIdentities,
  showIdentity,
} from './query-identities.ts'

const identities = '/operator/api/identities'

export const identityOperatorEndpoints = [
  ...operatorList(identities, {
    summary: 'Registrations of identities; access is audited',
    access: operatorAs('viewer'),
    query: ListIdentities,
    run: showIdentities,
    message: 'api.identities_retrieved',
    item: ListedIdentity,
    exportedBy: 'support',
  }),
  operatorRead(`${identities}/{id}`, {
    summary: 'One registration, with its pictures for support; access is audited',
    access: operatorAs('viewer'),
    params: ById,
    run: showIdentity,
    reply: success('api.identity_retrieved', IdentityDetails),
    refusals: ['api.identity_not_found'],
  }),
  operatorWrite('POST', `${identities}/{id}/query`, {
    action: 'identity.query',
    summary: 'Ask about an undecided registration again, within two minutes',
    access: operatorAs('support'),
    params: ById,
    body: QueryIdentity,
    run: queryIdentity,
    reply: success('api.identity_queried'),
    refusals: ['api.identity_not_found', 'api.nothing_to_change'],
  }),
]
