import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import { seconds } from '../schedule.ts'
import { type CustodyAsset, custodyAssets } from './addresses.ts'
import { minus, textOf, unitsOf } from './amounts.ts'
import {
  Amount,
  incoming,
  isFinal,
  moved,
  type NewTransaction,
  NumberToken,
  newTxHash,
  oneTime,
  outgoing,
  type Peer,
  type Sides,
  Status,
  type Transaction,
  vaultPeer,
} from './transactions.ts'
import {
  adoptVault,
  assetNamed,
  findPaid,
  type Vaults,
  type Wallet,
  walletFor,
  walletKey,
} from './vaults.ts'
import type { Version, Webhooks } from './webhooks.ts'

export const Deposit = z.strictObject({
  address: z.string().min(1),
  tag: z.string().optional(),
  assetId: z.string().min(1),
  amount: Amount,
  /** The deprecated number beside the exact text, as custody is to write it. */
  number: NumberToken.optional(),
  createdAt: z.int().optional(),
  txHash: z.string().optional(),
  index: z.int().optional(),
  note: z.string().optional(),
  createdBy: z.string().optional(),
  sourceType: z.string().optional(),
  statuses: z.array(Status).min(1).max(20).default(['CONFIRMING', 'COMPLETED']),
  versions: z
    .array(z.literal([1, 2]))
    .min(1)
    .default([2]),
})
type Deposit = z.infer<typeof Deposit>

/** All transactions and balances, and the frame for the webhooks about them. */
export type Books = Readonly<{
  frame: Frame
  hooks: Webhooks
  vaults: Vaults
  transactions: Recent<Transaction>
  byExternalId: Map<string, string>
  /** The transaction that replaces one of a nonce on the chain: only one of both is mined. */
  replacements: Map<string, string>
  nonces: { next: number }
  /** Balances of wallets in units of 10^-18; negative for coins that were never deposited. */
  balances: Map<string, Readonly<{ wallet: Wallet; units: bigint }>>
  /** Whether sent transactions advance by themselves; else they wait for the control API. */
  pace: { auto: boolean }
}>

export function newBooks(frame: Frame, hooks: Webhooks, vaults: Vaults): Books {
  const { saved } = frame
  const byExternalId = saved.map<string>('custody.byExternalId')
  const dropped = ({ externalTxId }: Transaction) => byExternalId.delete(externalTxId ?? '')
  const nonces: { next: number } = {
    next: saved.part('custody.nonce', () => nonces.next) ?? 0,
  }
  const books: Books = {
    frame,
    hooks,
    vaults,
    byExternalId,
    replacements: saved.map('custody.replacements'),
    nonces,
    transactions: saved.list('custody.transactions', dropped),
    balances: saved.map('custody.balances'),
    pace: { auto: true },
  }
  for (const transaction of books.transactions.all()) {
    if (transaction.source.type === 'VAULT_ACCOUNT') goOn(books, transaction)
  }
  return books
}

const idUsed = 'The external tx id that was provided in the request, already exists'

/** Returns the asset of a transfer; throws if it is unknown or a vault account id is malformed. */
export function checkTransfer({ assetId, source, destination }: NewTransaction): CustodyAsset {
  const asset = assetNamed(assetId)
  const ids = [source, destination].flatMap((end) => (end.type === 'VAULT_ACCOUNT' ? [end.id] : []))
  if (!ids.every((id) => /^\d{1,20}$/.test(id))) {
    throw new Refused(400, '11001', 'The vault account id is not valid')
  }
  return asset
}

/**
 * Sends as requested, in provider time: two minutes of the provider take two seconds by default.
 */
export function send(books: Books, asked: NewTransaction, createdBy = 'api-user'): Transaction {
  const asset = checkTransfer(asked)
  const replaced = replacedBy(books, asked)
  if (asked.externalTxId !== undefined && books.byExternalId.has(asked.externalTxId)) {
    throw new Refused(400, '1438', idUsed)
  }
  const sides = { ...sidesOf(books, asked, asset), nonce: nonceFor(books, asset, replaced) }
  const transaction = store(books, outgoing(asked, asset, sides, createdBy))
  if (replaced !== undefined) books.replacements.set(replaced.id, transaction.id)
  sendWebhooks(books, 'created', transaction, [2])
  goOn(books, transaction)
  return transaction
}

/** Lets a transfer advance. Custody accepts one to an invalid address, and fails it afterwards. */
function goOn(books: Books, { id, assetId, status, ...sent }: Transaction): void {
  const { destinationAddress: address, destinationTag: tag } = sent
  const { chain, tagged } = assetNamed(assetId)
  if (chain.isValid(address) && (tag === '' || tagged)) {
    const at = states.indexOf(status)
    if (at >= 0) advance(books, id, at)
    return
  }
  books.frame.clock.after(seconds(1), () => {
    const now = books.transactions.get(id)
    if (now?.status === 'SUBMITTED') move(books, now, 'FAILED', 'INVALID_ADDRESS')
  })
}

/** The transaction that is to be replaced, as a boost does: it must not be mined yet. */
function replacedBy(books: Books, { replaceTxByHash, source }: NewTransaction) {
  if (replaceTxByHash === undefined) return undefined
  const isIt = ({ txHash, source: { id } }: Transaction) =>
    txHash === replaceTxByHash && id === source.id
  const original = books.transactions.all().find(isIt)
  if (original?.nonce === undefined || isFinal(original.status)) {
    throw new Refused(400, '1407', 'The transaction to be replaced was not found, or is final')
  }
  return original
}

/** Transactions of account-based chains have nonces; a replacement has that of what it replaces. */
function nonceFor(
  { nonces }: Books,
  { feeAsset }: CustodyAsset,
  replaced: Transaction | undefined,
): string | undefined {
  if (replaced !== undefined) return replaced.nonce
  if (feeAsset !== 'ETH') return undefined
  nonces.next += 1
  return nonces.next.toString()
}

/** Both ends of a transfer. */
function sidesOf(
  books: Books,
  { assetId, source, destination }: NewTransaction,
  { chain }: CustodyAsset,
): Sides {
  const sideOf = ({ type, id }: Pick<Peer, 'type'> & { id: string }) => {
    if (type !== 'VAULT_ACCOUNT') {
      return { peer: { type, id, name: id, subType: '' }, address: chain.make().address, tag: '' }
    }
    const wallet = { vaultId: id, assetId }
    const { address, tag } = walletFor(books.vaults, wallet)
    return { peer: peerOf(books.vaults, wallet), address, tag }
  }
  const from = sideOf(source).peer
  if (destination.type === 'ONE_TIME_ADDRESS') {
    const { address, tag = '' } = destination.oneTimeAddress
    return { source: from, destination: oneTime, address, tag }
  }
  const { peer, address, tag } = sideOf(destination)
  return { source: from, destination: peer, address, tag }
}

const peerOf = (vaults: Vaults, { vaultId }: Wallet): Peer =>
  vaultPeer(vaultId, adoptVault(vaults, vaultId).name)

const states = ['SUBMITTED', 'BROADCASTING', 'CONFIRMING', 'COMPLETED']

/**
 * Advances from a state and then from the next ones, unless the control API changed the status. One
 * timer starts the next: several at once may fire in another order while the process is busy.
 */
function advance(books: Books, id: string, from: number): void {
  const status = states[from + 1]
  if (status === undefined) return
  books.frame.clock.after(seconds(40), () => {
    const now = books.transactions.get(id)
    const waits = books.replacements.has(id)
    if (books.pace.auto && !waits && now !== undefined && now.status === states[from]) {
      move(books, now, status)
    }
    advance(books, id, from + 1)
  })
}

export function move(
  books: Books,
  transaction: Transaction,
  status: string,
  subStatus?: string,
): Transaction {
  const fee = custodyAssets.get(transaction.assetId)?.networkFee ?? '0'
  const next = store(books, moved(transaction, status, fee, subStatus))
  if (status === 'COMPLETED' && transaction.status !== 'COMPLETED') takeOut(books, next, fee)
  const isRun = subStatus === 'SMART_CONTRACT_EXECUTION_FAILED' && next.txHash !== ''
  if (isRun && !isFinal(transaction.status)) takeFee(books, next, fee)
  sendWebhooks(books, 'updated', next, [2])
  if (status === 'COMPLETED' || isRun) dropReplaced(books, next)
  return next
}

/** Once one transaction of a nonce is mined, the chain drops the others. */
function dropReplaced(books: Books, { id, nonce, source }: Transaction): void {
  if (nonce === undefined) return
  const others = books.transactions
    .all()
    .filter((one) => one.nonce === nonce && one.source.id === source.id && one.id !== id)
  for (const other of others) {
    if (!isFinal(other.status)) move(books, other, 'FAILED', 'DROPPED_BY_BLOCKCHAIN')
  }
}

function takeOut(books: Books, transaction: Transaction, fee: string): void {
  const { assetId, amountInfo, source, destination } = transaction
  if (source.type === 'VAULT_ACCOUNT') {
    add(books, { vaultId: source.id ?? '', assetId }, minus('0', amountInfo.amount))
    takeFee(books, transaction, fee)
  }
  if (destination.type === 'VAULT_ACCOUNT') {
    add(books, { vaultId: destination.id ?? '', assetId }, amountInfo.netAmount)
  }
}

/** The sender pays the fee of what the chain ran, also of what failed there. */
function takeFee(books: Books, { feeCurrency, source }: Transaction, fee: string): void {
  if (source.type !== 'VAULT_ACCOUNT') return
  add(books, { vaultId: source.id ?? '', assetId: feeCurrency }, minus('0', fee))
}

/**
 * Records an incoming transfer: each status sends a webhook, and completion credits the balance.
 */
export function receive(books: Books, deposit: Deposit) {
  const { statuses, versions, ...rest } = deposit
  const asset = custodyAssets.get(rest.assetId)
  const [first = 'CONFIRMING', ...others] = statuses
  const paid = findPaid(books.vaults, rest)
  const destination = paid === undefined ? vaultPeer('', '') : peerOf(books.vaults, paid)
  let transaction = incoming({
    ...rest,
    assetType: asset?.assetType ?? 'BASE_ASSET',
    feeAsset: asset?.feeAsset ?? rest.assetId,
    txHash: rest.txHash ?? newTxHash(),
    status: first,
    destination,
  })
  const callbackIds = [...sendWebhooks(books, 'created', store(books, transaction), versions)]
  let held = first === 'COMPLETED'
  for (const status of others) {
    transaction = store(books, moved(transaction, status, asset?.networkFee ?? '0'))
    callbackIds.push(...sendWebhooks(books, 'updated', transaction, versions))
    held = held || status === 'COMPLETED'
  }
  if (held && unitsOf(rest.amount) !== null) {
    add(books, { vaultId: destination.id ?? '', assetId: rest.assetId }, rest.amount)
  }
  return { id: transaction.id, txHash: transaction.txHash, callbackIds: callbackIds }
}

/** Cancels a transaction that was not broadcast; returns false for any other. */
export function cancel(books: Books, transaction: Transaction): boolean {
  if (isFinal(transaction.status) || transaction.txHash !== '') return false
  move(books, transaction, 'CANCELLED', 'CANCELLED_BY_USER_REQUEST')
  return true
}

export const byExternalId = (books: Books, externalTxId: string): Transaction | undefined =>
  books.transactions.get(books.byExternalId.get(externalTxId) ?? '')

export function forgetBooks(books: Books): void {
  books.transactions.clear()
  books.byExternalId.clear()
  books.replacements.clear()
  books.balances.clear()
  books.pace.auto = true
}

/** Returns the balances of these accounts, or of all, by asset as plain decimals. */
export function holdings(
  { balances }: Books,
  counts: (vaultId: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  const sums = new Map<string, bigint>()
  for (const { wallet, units } of balances.values()) {
    if (!counts(wallet.vaultId)) continue
    sums.set(wallet.assetId, (sums.get(wallet.assetId) ?? 0n) + units)
  }
  return Object.fromEntries([...sums].map(([assetId, units]) => [assetId, textOf(units)]))
}

function store(books: Books, transaction: Transaction): Transaction {
  books.transactions.put(transaction.id, transaction)
  if (transaction.externalTxId !== null) {
    books.byExternalId.set(transaction.externalTxId, transaction.id)
  }
  return transaction
}

function add({ balances }: Books, wallet: Wallet, amount: string): void {
  const key = walletKey(wallet)
  const held = balances.get(key)?.units ?? 0n
  balances.set(key, { wallet, units: held + (unitsOf(amount) ?? 0n) })
}

const sendWebhooks = (
  { hooks }: Books,
  kind: 'created' | 'updated',
  transaction: Transaction,
  versions: readonly Version[],
): readonly string[] => versions.map((version) => hooks.send(version, kind, transaction))
