import { detailsPurpose } from '../../app/deposits/claims/cash-details.ts'
import { visionPurpose } from '../../app/identity/vision/vision-data.ts'
import { identitySealPurpose } from '../../app/identity-records/identity-card.ts'
import { parcelPurpose } from '../../app/identity-records/identity-records.ts'
import { residentialPurpose } from '../../app/withdrawals/requests/residential.ts'
import { lookupsPurpose } from '../../base/secrets/app-keys.ts'
import { operatorId, userId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { SealedColumn } from '../../core/database/schema/sealed-columns.ts'
import { apiKeyPurpose } from '../access/api-keys/api-key.ts'
import { totpPurpose } from '../access/one-time-codes/totp.ts'
import { operatorPurpose } from '../access/operators/operator-code.ts'
import { fileKeyPurpose } from '../files/object-key.ts'

type Service = Parameters<typeof identitySealPurpose>[0]

const services: readonly Service[] = ['OCR', 'LIVENESS', 'REGISTRATION']

const identity = (part: 'request' | 'response'): SealedColumn => ({
  table: 'identity_histories',
  key: 'id',
  keyType: 'bigint',
  column: `sealed_${part}`,
  kind: 'text',
  facts: ['service', 'transaction_id'],
  purpose: ({ service: name, transaction_id: id = '' }) => {
    const service = services.find((known) => known === name)
    if (service === undefined) throw new Error(`no service of identities is called ${name}`)
    return identitySealPurpose(service, part, id)
  },
})

const vision = (part: 'request' | 'response'): SealedColumn => ({
  table: 'vision_verifications',
  key: 'id',
  keyType: 'bigint',
  column: `${part}_data`,
  kind: 'text',
  facts: ['request_id'],
  purpose: ({ request_id: id = '' }) => visionPurpose(part, id),
})

const operator = (column: 'totp_secret' | 'totp_offered'): SealedColumn => ({
  table: 'operators',
  key: 'id',
  keyType: 'bigint',
  column,
  kind: 'text',
  purpose: ({ id = '' }) => operatorPurpose(operatorId(integerOf(id))),
})

/**
 * Every stored value that the application key seals for longer than a job or a link lives. Queued
 * jobs are in `change-queued.ts`.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'totp_secrets',
    key: 'user_id',
    keyType: 'bigint',
    column: 'sealed_secret',
    kind: 'text',
    purpose: ({ user_id: id = '' }) => totpPurpose(userId(integerOf(id))),
  },
  operator('totp_secret'),
  operator('totp_offered'),
  {
    table: 'api_keys',
    key: 'id',
    keyType: 'bigint',
    column: 'sealed_secret',
    kind: 'text',
    facts: ['key_digest'],
    purpose: ({ key_digest: digest = '' }) => apiKeyPurpose(digest),
  },
  {
    table: 'files',
    key: 'name',
    keyType: 'text',
    column: 'sealed_key',
    kind: 'text',
    keyIdColumn: 'key_id',
    purpose: ({ name = '' }) => fileKeyPurpose(name),
  },
  identity('request'),
  identity('response'),
  {
    table: 'identity_registrations',
    key: 'user_id',
    keyType: 'bigint',
    column: 'sealed_parcel',
    kind: 'bytea',
    purpose: () => parcelPurpose,
    isLarge: true,
  },
  vision('request'),
  vision('response'),
  {
    table: 'cash_deposits',
    key: 'id',
    keyType: 'bigint',
    column: 'details',
    kind: 'bytea',
    facts: ['provider_ref'],
    purpose: ({ provider_ref: ref = '' }) => detailsPurpose(ref),
  },
  {
    table: 'withdrawals',
    key: 'id',
    keyType: 'bigint',
    column: 'residential',
    kind: 'bytea',
    purpose: () => residentialPurpose,
  },
  {
    table: 'former_keys',
    key: 'key_id',
    keyType: 'text',
    column: 'sealed_lookups',
    kind: 'text',
    purpose: ({ key_id: id = '' }) => lookupsPurpose(id),
  },
]
