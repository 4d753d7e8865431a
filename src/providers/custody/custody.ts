import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import { type Random, sha256 } from '../../base/secrets/crypto.ts'
import { type Answer, outbound, type Tools, targetOf } from '../outbound.ts'
import { reportedCount, reportedDecimal } from '../reported-decimal.ts'
import { custodyLimits } from './custody-limits.ts'
import type { CustodySettings } from './custody-settings.ts'
import { type CustodySide, custodySideOf } from './custody-sides.ts'
import { type CustodySigningKeys, type FindSigningKey, signingKeys } from './signing-keys.ts'
import { type CustodyState, transactionEndOf, transactionStateOf } from './transaction-states.ts'
import {
  absent,
  type CustodyCall,
  textOrNothing,
  type VaultCalls,
  vaultCalls,
} from './vault-calls.ts'

/** A transaction in its current state at custody. */
export type CustodyTransaction = CustodyState &
  Readonly<{
    id: string
    /** Our own id of the transactions that we sent. */
    externalTxId: string | null
    /** Custody's words, for operators. */
    status: string
    subStatus: string
    /** Empty until it is broadcast. */
    txHash: string
    assetId: string
    /** Decimal digits as custody sent them. */
    amount: string
    /** What arrives of it, in the same digits, after a fee that was taken from it; or null. */
    netAmount: string | null
    networkFee: string | null
    feeCurrency: string | null
    address: string
    tag: string
    from: CustodySide
    to: CustodySide
    /** The hash of the transaction that this one replaces, as a boost does; or empty. */
    replacedTxHash: string
    /** The account that sent it and its nonce there; null on chains without nonces. */
    nonce: string | null
    /** The output index within its transaction on the chain. */
    index: number
    createdAtMs: number
    lastUpdatedMs: number
  }>

/** An item of custody's list; an unreadable item does not invalidate the others. */
export type Listed = Readonly<{
  /** Null if it is unreadable. */
  transaction: CustodyTransaction | null
  /** Null if even this is unreadable. */
  createdAtMs: number | null
  /** The original item, with every number as the text of its digits. */
  written: unknown
}>

/** A transaction that custody accepted. */
type Taken = Pick<CustodyTransaction, 'id' | 'status' | 'end'>

export type Send = Readonly<{
  /** Our own id, never reused; custody sends at most once per id. */
  externalTxId: string
  assetId: string
  /** Plain decimal. */
  amount: string
  address: string
  tag: string | null
}>

/** The provider that holds the coins (Fireblocks' wire format). */
export type Custody = VaultCalls &
  Readonly<{
    /**
     * Sends from our own account; idempotent by `externalTxId`. A rejection means that this request
     * was not accepted; an earlier one may have been.
     */
    send: (input: Send) => Promise<Answer<Taken>>
    /** Rejected with status 404 if custody does not know the id. */
    findByExternalId: (externalTxId: string) => Promise<Answer<CustodyTransaction>>
    /** Rejected with status 404 if custody does not know its own id. */
    findById: (id: string) => Promise<Answer<CustodyTransaction>>
    /** Lists transactions created after a time, oldest first; each is parsed separately. */
    listTransactions: (
      input: Readonly<{ createdAfterMs: number; limit: number }>,
    ) => Promise<Answer<readonly Listed[]>>
    /** Finds the public key that a newer webhook names. */
    signingKey: FindSigningKey
    signingKeys: Pick<CustodySigningKeys, 'onFetched' | 'renew'>
  }>

const milliseconds = reportedCount(15)

/** A name as custody sent it, without a character that could not be read. */
const intactName = z.string().regex(/^[^\u{fffd}]+$/u)

/** A text that decides nothing if it is missing; whatever is no text counts as missing. */
const anyText = textOrNothing.catch(null)

const peer = z.object({ type: textOrNothing, id: anyText }).nullish()

/** Reads a transaction in which every number is the text of its digits. */
export const TransactionObject = z
  .object({
    id: intactName,
    externalTxId: textOrNothing,
    status: z.string().min(1),
    subStatus: anyText,
    txHash: textOrNothing,
    operation: textOrNothing,
    assetId: intactName,
    amountInfo: z
      .object({
        amount: reportedDecimal.nullish(),
        netAmount: reportedDecimal.nullish().catch(null),
      })
      .nullish(),
    amount: z.unknown().optional(),
    feeInfo: z.object({ networkFee: reportedDecimal.nullish() }).nullish().catch(null),
    feeCurrency: anyText,
    destinationAddress: textOrNothing,
    destinationTag: textOrNothing,
    note: anyText,
    createdBy: anyText,
    source: peer,
    destination: peer,
    replacedTxHash: textOrNothing,
    nonce: textOrNothing,
    index: reportedCount(9).nullish(),
    createdAt: milliseconds,
    lastUpdated: milliseconds,
  })
  .transform(
    (object, context): CustodyTransaction => ({
      ...transactionStateOf({
        externalTxId: absent(object.externalTxId),
        status: object.status,
        txHash: object.txHash ?? '',
        operation: object.operation ?? 'TRANSFER',
        note: object.note ?? '',
        createdBy: object.createdBy ?? '',
        sourceType: object.source?.type ?? '',
      }),
      id: object.id,
      externalTxId: absent(object.externalTxId),
      status: object.status,
      subStatus: object.subStatus ?? '',
      txHash: object.txHash ?? '',
      assetId: object.assetId,
      amount: object.amountInfo?.amount ?? deprecatedAmount(object.amount, context),
      netAmount: object.amountInfo?.netAmount ?? null,
      networkFee: object.feeInfo?.networkFee ?? null,
      feeCurrency: absent(object.feeCurrency),
      address: object.destinationAddress ?? '',
      tag: object.destinationTag ?? '',
      from: custodySideOf(object.source?.type ?? ''),
      to: custodySideOf(object.destination?.type ?? ''),
      replacedTxHash: object.replacedTxHash ?? '',
      nonce: absent(object.nonce) === null ? null : `${object.source?.id ?? ''}:${object.nonce}`,
      index: object.index ?? 0,
      createdAtMs: object.createdAt,
      lastUpdatedMs: object.lastUpdated,
    }),
  )

/** This number may be -1 or wrong; it is used only if the exact text is missing. */
function deprecatedAmount(amount: unknown, context: z.core.$RefinementCtx): string {
  const read = reportedDecimal.nullish().safeParse(amount)
  if (!read.success)
    context.addIssue({ code: 'custom', path: ['amount'], message: 'not a decimal' })
  return read.data ?? ''
}

const Created = z.object({ createdAt: milliseconds })

const ListedObject = z.unknown().transform(
  (written): Listed => ({
    transaction: TransactionObject.safeParse(written).data ?? null,
    createdAtMs: Created.safeParse(written).data?.createdAt ?? null,
    written,
  }),
)

const SentObject = z
  .object({ id: z.string().min(1), status: z.string().min(1) })
  .transform(({ id, status }): Taken => ({ id, status, end: transactionEndOf(status) }))

/** Not every refusal has a code. */
const refusal = z
  .object({
    code: z.union([z.string(), z.number()]).transform(String).default(''),
    message: z.string(),
  })
  .transform(({ code, message }) => ({ code, message }))

const alreadySent = '1438'

export function connectCustody(
  config: CustodySettings,
  tools: Tools & Readonly<{ random: Random }>,
): Custody {
  const ask = signedLine(config, tools)
  const keys = signingKeys(config.jwksUrl, tools)
  return {
    ...vaultCalls(ask),
    ...transactionCalls(config, ask),
    signingKey: keys.find,
    signingKeys: keys,
  }
}

/** Signs each call with a token over its own path, query and body. */
function signedLine(
  config: CustodySettings,
  tools: Tools & Readonly<{ random: Random }>,
): CustodyCall {
  const line = outbound('custody', config.baseUrl, tools)
  const token = tokenMaker(config, tools)
  return ({ key, ...call }) => {
    const body = call.json === undefined ? '' : JSON.stringify(call.json)
    const headers = {
      'x-api-key': config.apiKey,
      authorization: `Bearer ${token(targetOf('custody', call), body)}`,
      ...(key === undefined ? {} : { 'idempotency-key': keyOf(key, tools.clock.now()) }),
    }
    return line({ ...call, headers, refusal })
  }
}

function transactionCalls(
  config: CustodySettings,
  ask: CustodyCall,
): Pick<Custody, 'send' | 'findByExternalId' | 'findById' | 'listTransactions'> {
  const find = (...path: readonly string[]) =>
    ask({ method: 'GET', path: ['v1', 'transactions', ...path], answer: TransactionObject })
  return {
    async send(input) {
      const answer = await ask({
        method: 'POST',
        path: ['v1', 'transactions'],
        // The external id is unique for ever; an idempotency key would be refused after a custody
        // failure.
        json: transactionOf(config, input),
        answer: SentObject,
      })
      if (answer.kind !== 'rejected' || answer.code !== alreadySent) return answer
      const found = await find('external_tx_id', input.externalTxId)
      // It was sent before, so a failed lookup must not count as a rejection.
      return found.kind === 'rejected' ? { kind: 'unknown', why: 'unreadable' } : found
    },
    findByExternalId: (externalTxId) => find('external_tx_id', externalTxId),
    findById: (id) => find(id),
    listTransactions: ({ createdAfterMs, limit }) =>
      ask({
        method: 'GET',
        path: ['v1', 'transactions'],
        query: {
          after: createdAfterMs.toString(),
          limit: limit.toString(),
          orderBy: 'createdAt',
          sort: 'ASC',
        },
        answer: z.array(ListedObject).max(custodyLimits.listItems),
      }),
  }
}

const transactionOf = ({ vault }: CustodySettings, input: Send) => ({
  operation: 'TRANSFER',
  assetId: input.assetId,
  source: { type: 'VAULT_ACCOUNT', id: vault },
  destination: {
    type: 'ONE_TIME_ADDRESS',
    oneTimeAddress: {
      address: input.address,
      ...(input.tag === null ? {} : { tag: input.tag }),
    },
  },
  amount: input.amount,
  externalTxId: input.externalTxId,
  feeLevel: 'MEDIUM',
})

/**
 * Custody accepts keys of at most 40 characters. After an internal failure it refuses a key for a
 * day, so a retry some minutes later uses another one.
 */
const keyOf = (key: string, now: Date): string =>
  sha256(`${key} ${Math.floor(now.getTime() / custodyLimits.keyMs)}`)
    .toString('hex')
    .slice(0, 40)

/** Returns a function that makes a token for one request, signed over its path, query and body. */
function tokenMaker(
  { apiKey, apiPrivateKey }: CustodySettings,
  { clock, random }: Pick<Tools, 'clock'> & Readonly<{ random: Random }>,
) {
  const key = createPrivateKey(apiPrivateKey)
  const head = encoded({ alg: 'RS256', typ: 'JWT' })
  return (uri: string, body: string): string => {
    const iat = Math.floor(clock.now().getTime() / 1_000)
    const claims = {
      uri,
      nonce: random.bytes(16).toString('hex'),
      iat,
      exp: iat + custodyLimits.tokenSeconds,
      sub: apiKey,
      bodyHash: sha256(body).toString('hex'),
    }
    const unsigned = `${head}.${encoded(claims)}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
  }
}

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
