import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CustodyAsset } from './addresses.ts'
import { minus } from './amounts.ts'

/** Final statuses of custody. */
const finalStatuses = [
  'COMPLETED',
  'CANCELLED',
  'BLOCKED',
  'REJECTED',
  'FAILED',
  'TIMEOUT',
  'PARTIALLY_COMPLETED',
]

/** Accepts statuses that custody may add later too: `FROZEN_SOMEHOW`. */
export const Status = z.string().regex(/^[A-Z0-9_]{3,60}$/)

export const isFinal = (status: string): boolean => finalStatuses.some((final) => final === status)

export type Peer = Readonly<{ type: string; id: string | null; name: string; subType: string }>

/** A transaction with custody's field names, without the fields of the wire format alone. */
export type Transaction = Readonly<{
  id: string
  externalTxId: string | null
  status: string
  subStatus: string
  txHash: string
  operation: string
  note: string
  assetId: string
  assetType: string
  source: Peer
  sourceAddress: string
  destination: Peer
  destinationAddress: string
  destinationAddressDescription: string
  destinationTag: string
  amountInfo: Readonly<{ amount: string; requestedAmount: string; netAmount: string }>
  /** The deprecated number, if its digits differ from the exact text. */
  number?: string | undefined
  feeInfo: Readonly<{ networkFee?: string }>
  feeCurrency: string
  createdAt: number
  lastUpdated: number
  createdBy: string
  signedBy: readonly string[]
  numOfConfirmations: number
  index: number
  /** Of account-based chains: a transaction with the same nonce replaces another. */
  nonce?: string | undefined
  replacedTxHash?: string | undefined
}>

const outside: Peer = { type: 'UNKNOWN', id: '', name: 'External', subType: '' }
export const vaultPeer = (id: string, name: string): Peer => ({
  type: 'VAULT_ACCOUNT',
  id,
  name,
  subType: '',
})
export const oneTime: Peer = { type: 'ONE_TIME_ADDRESS', id: null, name: 'N/A', subType: '' }

/** A number as JSON may write it. */
export const NumberToken = z.string().regex(/^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/)

export const Amount = z.union([z.string(), z.number()]).transform(String)

const VaultAccount = z.object({ type: z.literal('VAULT_ACCOUNT'), id: z.string() })
/** A place of a workspace other than its vault accounts. */
const OtherPlace = z.object({
  type: z.enum(['EXCHANGE_ACCOUNT', 'INTERNAL_WALLET', 'EXTERNAL_WALLET', 'CONTRACT']),
  id: z.string().min(1),
})
const Fee = z.union([z.string(), z.number()]).optional()

/** The body of `POST /transactions`; unused fields are accepted. */
export const NewTransaction = z.object({
  operation: z.literal('TRANSFER').default('TRANSFER'),
  assetId: z.string(),
  source: z.discriminatedUnion('type', [VaultAccount, OtherPlace]),
  destination: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('ONE_TIME_ADDRESS'),
      oneTimeAddress: z.object({ address: z.string().min(1), tag: z.string().optional() }),
    }),
    VaultAccount,
    OtherPlace,
  ]),
  amount: Amount.pipe(z.string().regex(/^\d{1,30}(?:\.\d{1,18})?$/)),
  externalTxId: z.string().min(1).max(255).optional(),
  replaceTxByHash: z.string().min(1).optional(),
  note: z.string().default(''),
  feeLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional(),
  fee: Fee,
  gasPrice: Fee,
  gasLimit: Fee,
  networkFee: Fee,
  priorityFee: Fee,
  maxFee: z.string().optional(),
  failOnLowFee: z.boolean().optional(),
  treatAsGrossAmount: z.boolean().optional(),
  customerRefId: z.string().optional(),
})
export type NewTransaction = z.infer<typeof NewTransaction>

const amounts = (amount: string) => ({ amount, requestedAmount: amount, netAmount: amount })

type Withdrawn = Readonly<{ assetId: string }> & Pick<CustodyAsset, 'feeAsset' | 'networkFee'>

/** An exchange takes its fee from what is withdrawn. */
const withdrawn = (amount: string, { assetId, feeAsset, networkFee }: Withdrawn) => ({
  ...amounts(amount),
  netAmount: minus(amount, feeAsset === assetId ? networkFee : '0'),
})

const started = (createdAt = Date.now()) => ({
  id: randomUUID(),
  subStatus: '',
  createdAt,
  lastUpdated: createdAt,
})

/** Both sides of a transfer, as custody shows them, and what it replaces. */
export type Sides = Readonly<{
  source: Peer
  destination: Peer
  address: string
  tag: string
  nonce?: string | undefined
}>

export function outgoing(
  asked: NewTransaction,
  asset: CustodyAsset,
  sides: Sides,
  createdBy: string,
): Transaction {
  return {
    ...started(),
    externalTxId: asked.externalTxId ?? null,
    status: 'SUBMITTED',
    txHash: '',
    operation: asked.operation,
    note: asked.note,
    assetId: asked.assetId,
    assetType: asset.assetType,
    source: sides.source,
    sourceAddress: '',
    destination: sides.destination,
    destinationAddress: sides.address,
    destinationAddressDescription: '',
    destinationTag: sides.tag,
    amountInfo:
      sides.source.type === 'EXCHANGE_ACCOUNT'
        ? withdrawn(asked.amount, { ...asset, assetId: asked.assetId })
        : amounts(asked.amount),
    feeInfo: {},
    feeCurrency: asset.feeAsset,
    createdBy,
    signedBy: [],
    numOfConfirmations: 0,
    index: 0,
    nonce: sides.nonce,
    replacedTxHash: asked.replaceTxByHash,
  }
}

export type Incoming = Readonly<{
  address: string
  tag?: string | undefined
  assetId: string
  assetType: string
  feeAsset: string
  amount: string
  number?: string | undefined
  createdAt?: number | undefined
  txHash?: string | undefined
  index?: number | undefined
  note?: string | undefined
  createdBy?: string | undefined
  sourceType?: string | undefined
  status: string
  destination: Peer
}>

export function incoming(asked: Incoming): Transaction {
  return {
    ...started(asked.createdAt),
    externalTxId: null,
    status: asked.status,
    txHash: asked.txHash ?? newTxHash(),
    operation: 'TRANSFER',
    note: asked.note ?? '',
    assetId: asked.assetId,
    assetType: asked.assetType,
    source: { ...outside, type: asked.sourceType ?? outside.type },
    sourceAddress: '',
    destination: asked.destination,
    destinationAddress: asked.address,
    destinationAddressDescription: '',
    destinationTag: asked.tag ?? '',
    amountInfo: amounts(asked.amount),
    number: asked.number,
    feeInfo: {},
    feeCurrency: asked.feeAsset,
    createdBy: asked.createdBy ?? '',
    signedBy: [],
    numOfConfirmations: 0,
    index: asked.index ?? 0,
  }
}

export const newTxHash = (): string => createHash('sha256').update(randomBytes(32)).digest('hex')

const confirmed = 6

/** Returns the transaction with the next status; the hash appears when it is broadcast. */
export function moved(
  transaction: Transaction,
  status: string,
  networkFee: string,
  subStatus = '',
): Transaction {
  const broadcast = ['BROADCASTING', 'CONFIRMING', 'COMPLETED'].includes(status)
  const known = transaction.txHash !== ''
  return {
    ...transaction,
    status,
    subStatus: subStatus === '' && status === 'COMPLETED' ? 'CONFIRMED' : subStatus,
    txHash: broadcast && !known ? newTxHash() : transaction.txHash,
    feeInfo: broadcast ? { networkFee } : transaction.feeInfo,
    numOfConfirmations: status === 'COMPLETED' ? confirmed : transaction.numOfConfirmations,
    lastUpdated: Math.max(Date.now(), transaction.lastUpdated + 1),
  }
}
