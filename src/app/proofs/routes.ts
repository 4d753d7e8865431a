import { z } from 'zod'
import { type Caller, signedIn } from '../../platform/access/signed-in.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { LiabilityProof, listLiabilities } from './list-liabilities.ts'
import { proofLimits } from './proof-limits.ts'
import { OwnProof, ShowOwnProof, showOwnProof } from './show-own-proof.ts'

const { get } = endpointsOf('Proofs')

const fewProofs = {
  name: 'own-proof',
  points: proofLimits.ownProofsAMinute,
  windowSeconds: 60,
  key: ({ caller }: Readonly<{ caller: Caller }>) => `${caller.id}`,
}

/** Proofs of what users are owed, which are additional to the specification. */
export const proofEndpoints = [
  get('/api/proofs/liabilities', {
    summary: 'What users are owed of each asset, with the root of the tree that proves it',
    access: anyone,
    run: listLiabilities,
    reply: success('api.liabilities_retrieved', z.array(LiabilityProof).readonly()),
    shared: { seconds: 30, mayLag: true },
  }),
  get('/api/users/proof-of-liabilities', {
    summary: "The caller's balances in a proof, with the branches up to its roots",
    access: signedIn,
    query: ShowOwnProof,
    throttle: [fewProofs],
    run: showOwnProof,
    reply: success('api.proof_retrieved', OwnProof),
    refusals: ['api.proof_not_found'],
  }),
]
