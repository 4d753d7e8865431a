import {
  listSealKeys,
  listSeals,
  type PublishedSeal,
  type SealPublicKey,
} from '../../../core/ledger/chain/seals.sql.ts'
import { pageLimits } from '../http-limits.ts'
import { barePage, type Route } from '../route.ts'
import { pageRate } from './page-rate.ts'

/** Serves the last seals of the ledger, and the keys that signed them, to be kept elsewhere. */
export function ledgerSealsRoute(): Route {
  const rate = pageRate(pageLimits)
  return {
    ...barePage,
    path: '/.well-known/ledger-seals.json',
    cacheControl: 'public, max-age=600',
    serve: async ({ clock, db }, { request }) => {
      rate({ clock }, request)
      const [keys, seals] = await Promise.all([listSealKeys(db.read), listSeals(db.read)])
      return {
        status: 200,
        mediaType: 'application/json; charset=utf-8',
        body: JSON.stringify(sealsDocument(keys, seals)),
        headers: {},
      }
    },
  }
}

/** The published form; keys are JSON Web Keys (RFC 8037). */
export const sealsDocument = (
  keys: readonly SealPublicKey[],
  seals: readonly PublishedSeal[],
): unknown => ({
  keys: keys.map(({ id, publicKey }) => {
    const x = publicKey.toString('base64url')
    return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: id, x }
  }),
  seals: seals.map(({ day, at, link, linkHash, totals, keyId, signature }) => ({
    day,
    at,
    link,
    linkHash: linkHash.toString('hex'),
    totals,
    key: keyId,
    signature: signature.toString('base64'),
  })),
})
