import { z } from 'zod'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { ProofRequest, proveLiabilities, RequestedProof, showProofs } from './manage-proofs.ts'

const path = '/operator/api/proofs/liabilities'

export const proofOperatorEndpoints = [
  operatorRead(path, {
    summary: 'The proofs of what users are owed, newest first',
    access: operatorAs('viewer'),
    run: showProofs,
    reply: success('api.liabilities_retrieved', z.array(RequestedProof).readonly()),
  }),
  operatorWrite('POST', path, {
    action: 'liabilities.prove',
    summary: 'Build a proof of what users are owed now',
    access: operatorAs('finance'),
    run: proveLiabilities,
    reply: success('api.proof_requested', ProofRequest),
  }),
]
