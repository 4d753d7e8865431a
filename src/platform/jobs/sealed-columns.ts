import { detailsPurpose } from '../../app/deposits/claims/cash-details.ts'
import { visionPurpose } from '../../app/identity/vision/vision-data.ts'
import { certificationPurpose } from '../../app/identity-records/certification.ts'
import { identitySealPurpose } from '../../app/identity-records/identity-card.ts'
import { parcelPurpose } from '../../app/identity-records/identity-records.ts'
import { residentialPurpose } from '../../app/withdrawals/requests/residential.ts'
import { subscriptionPurpose } from '../../backoffice/events/signing.ts'
import { operatorId, userId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import { lookupKeyPurpose } from '../../core/database/cluster/claim-database.ts'
import type { SealedColumn } from '../../core/database/schema/sealed-columns.ts'
import { apiKeyPurpose } from '../access/api-keys/api-key.ts'
import { totpPurpose } from '../access/one-time-codes/totp.ts'
import { operatorPurpose } from '../access/operators/operator-code.ts'
import { fileKeyPurpose } from '../files/store-file.ts'

type Service = Parameters<typeof identitySealPurpose>[0]

const services: readonly Service[] = ['OCR', 'LIVENESS', 'REGISTRATION']

const identity = (part: 'request' | 'response'): SealedColumn => ({
  table: 'identity_histories',
  key: 'id',
  column: `sealed_${part}`,
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
  column: `${part}_data`,
  facts: ['request_id'],
  purpose: ({ request_id: id = '' }) => visionPurpose(part, id),
})

const operator = (column: 'totp_secret' | 'totp_offered'): SealedColumn => ({
  table: 'operators',
  key: 'id',
  column,
  purpose: ({ id = '' }) => operatorPurpose(operatorId(integerOf(id))),
})

const subscription = (which: 'keys' | 'former'): SealedColumn => ({
  table: 'event_subscriptions',
  key: 'id',
  column: `sealed_${which}`,
  purpose: () => subscriptionPurpose,
})

/** Every stored value that the application key seals for longer than a job or a link lives. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'deployment',
    key: 'id',
    column: 'sealed_lookup_key',
    purpose: () => lookupKeyPurpose,
  },
  {
    table: 'totp_secrets',
    key: 'user_id',
    column: 'sealed_secret',
    purpose: ({ user_id: id = '' }) => totpPurpose(userId(integerOf(id))),
  },
  // Before the column to which a node copies it.
  operator('totp_offered'),
  operator('totp_secret'),
  {
    table: 'api_keys',
    key: 'id',
    column: 'sealed_secret',
    facts: ['key_digest'],
    purpose: ({ key_digest: digest = '' }) => apiKeyPurpose(digest),
  },
  {
    table: 'files',
    key: 'name',
    column: 'sealed_key',
    purpose: ({ name = '' }) => fileKeyPurpose(name),
  },
  identity('request'),
  identity('response'),
  {
    table: 'identity_registrations',
    key: 'user_id',
    column: 'sealed_parcel_key',
    purpose: () => parcelPurpose,
  },
  {
    table: 'self_certifications',
    key: 'id',
    column: 'sealed',
    facts: ['user_id'],
    purpose: ({ user_id: id = '' }) => certificationPurpose(userId(integerOf(id))),
  },
  subscription('former'),
  subscription('keys'),
  vision('request'),
  vision('response'),
  {
    table: 'cash_deposits',
    key: 'id',
    column: 'details',
    facts: ['provider_ref'],
    purpose: ({ provider_ref: ref = '' }) => detailsPurpose(ref),
  },
  {
    table: 'withdrawals',
    key: 'id',
    column: 'residential',
    purpose: () => residentialPurpose,
  },
]
