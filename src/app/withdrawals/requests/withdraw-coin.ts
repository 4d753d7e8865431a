import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import {
  addressOn,
  hasValidChecksum,
  isNetwork,
  isTag,
  isTagged,
  type Network,
} from '../../../base/values/coin-address.ts'
import {
  idr,
  isPositive,
  type Money,
  money,
  parseMoney,
  subtract,
} from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { ListedAsset } from '../../../core/reference/assets.sql.ts'
import { mainCustodyAsset } from '../../../core/reference/custody-assets.sql.ts'
import { totpCode } from '../../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import { image, type Upload } from '../../../platform/http/bodies/uploads.ts'
import {
  anyCode,
  line,
  moneyText,
  optional,
  text,
  textOrInteger,
} from '../../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { isDeadAddress } from '../../transfers/dead-addresses.rules.ts'
import { isHouseAddress, type NetworkAddress } from '../../transfers/our-addresses.sql.ts'
import type { CoinDestination } from '../model/withdrawal.rules.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import {
  acceptWithdrawal,
  answerWith,
  assertAllowed,
  assertGateOpen,
  assertWithin,
  burnCode,
  checkCaller,
  type RequestContext,
  readEligibility,
  type Withdrawn,
} from './request-withdrawal.ts'
import type { Requested } from './request-withdrawals.ts'
import { sealResidential } from './residential.ts'
import { isValidAddress } from './validate-address.ts'
import {
  isAboveResidential,
  readWithdrawalTerms,
  type WithdrawalTerms,
} from './withdrawal-terms.ts'

const { addressChars, nameChars, residentialChars, idCardBytes } = withdrawalLimits

export const WithdrawCoin = z.object({
  symbol: text({ max: 12 }),
  amount: moneyText,
  toAddress: text({ max: addressChars }),
  network: text({ max: 20 }),
  otpCode: anyCode,
  twoFACode: totpCode,
  memoType: optional(line({ max: 50 })),
  fromAddress: optional(text({ max: addressChars })),
  destination_tag: optional(textOrInteger({ max: 100 })),
  netki: optional(line({ max: nameChars })),
  residentialName: line({ max: nameChars }),
  residentialAddress: optional(line({ max: residentialChars })),
  residentialIdCard: optional(image({ maxBytes: idCardBytes, types: ['image/jpeg', 'image/png'] })),
})

type CoinWithdrawalInput = z.output<typeof WithdrawCoin>

type CoinContext = RequestContext & Pick<Context, 'custody' | 'objectStore'>

/** Takes on a withdrawal of coins, which is sent at once or waits for an operator's approval. */
export const withdrawCoin = (
  ctx: CoinContext,
  input: CoinWithdrawalInput,
  caller: Caller,
  request: HttpRequest,
): Promise<Withdrawn> => answerWith(ctx, request, requestCoin(ctx, input, caller, request))

/**
 * Refuses for the first reason in the order of the interface's table.
 *
 * @transactions codes are counted, and a mailed one used up, even if the withdrawal is refused.
 */
async function requestCoin(
  ctx: CoinContext,
  input: CoinWithdrawalInput,
  caller: Caller,
  request: HttpRequest,
): Promise<Requested> {
  const user = caller.id
  const terms = await readWithdrawalTerms(ctx)
  const { gateSeconds } = terms
  const coin = findCoin(terms, input)
  const assetId = coin.kind === 'unknown' ? null : coin.amount.asset.id
  const place = coin.kind === 'open' ? placeOf(coin, input) : null
  const eligibility = await readEligibility(ctx, { user, assetId, gateSeconds, place })
  assertStated(terms, input, coin, money(idr, eligibility.usedUnits))
  const codes = await checkCaller(ctx, caller, eligibility, input)
  try {
    assertGateOpen(terms, eligibility)
    if (coin.kind !== 'open') return refuse('api.coin_is_inactive')
    const { amount, fee } = coin
    const sum = { amount, fee, held: amount, sent: subtract(amount, fee) }
    const allowed = assertAllowed(terms, eligibility, sum)
    if (place === null) return refuse('api.withdrawal_address_invalid')
    const { ownAddress } = eligibility
    const destination = await checkDestination(ctx, input, { ...coin, place, ownAddress })
    const residential = sealResidential(ctx, statedBy(input))
    const idCard = await storeIdCard(ctx, caller, input.residentialIdCard)
    const requestKey = request.requestKey ?? null
    const whose = { user, codes, requestKey, bounds: terms, payeeSince: null }
    return await acceptWithdrawal(ctx, { ...allowed, ...whose, destination, residential, idCard })
  } catch (error) {
    return burnCode(ctx, codes, error)
  }
}

/** The requested coin; only an `open` one may be withdrawn. */
type AskedCoin =
  | Readonly<{ kind: 'unknown' }>
  | Readonly<{ kind: 'closed'; amount: Money }>
  | OpenCoin

type OpenCoin = Readonly<{
  kind: 'open'
  amount: Money
  fee: Money
  minimum: Money
  maximum: Money
  network: Network
  custodyId: string
}>

function findCoin(
  { assets, custody }: WithdrawalTerms,
  { symbol, network, amount: digits }: CoinWithdrawalInput,
): AskedCoin {
  const asset = assets.find((one) => one.symbol === symbol && one.kind === 'COIN')
  if (asset === undefined) return { kind: 'unknown' }
  const amount = readAmount(asset, digits)
  const terms = asset.networks.find((one) => one.network === network)
  const kept = mainCustodyAsset(custody, { symbol, network })
  const isOpen = asset.active && terms?.withdrawActive === true && isNetwork(network)
  if (!isOpen || kept === null) return { kind: 'closed', amount }
  return {
    kind: 'open',
    amount,
    fee: money(amount.asset, terms.withdrawalFee),
    minimum: money(amount.asset, terms.minWithdrawal),
    maximum: money(amount.asset, terms.maxWithdrawal),
    network,
    custodyId: kept.custodyId,
  }
}

function readAmount({ id, symbol, scale }: ListedAsset, digits: string): Money {
  const parsed = parseMoney({ id, symbol, scale }, digits)
  if (parsed.ok) return parsed.money
  const text =
    parsed.why === 'too-many-decimals'
      ? `The amount field must not have more than ${scale} decimals.`
      : 'The amount field must be a number.'
  return refuse('api.validation_failed', { text })
}

/** Above a threshold, the recipient's residential address is required. */
function assertStated(
  terms: WithdrawalTerms,
  { residentialAddress, memoType, fromAddress }: CoinWithdrawalInput,
  coin: AskedCoin,
  used: Money,
): void {
  if (residentialAddress === undefined && coin.kind !== 'unknown') {
    if (isAboveResidential(terms, coin.amount, used)) refuse('api.residential_address_required')
  }
  if (memoType !== undefined && fromAddress === undefined) refuse('api.from_address_required')
}

/** Reads the address to send to; null if the network has no such address. */
function placeOf(
  { network }: OpenCoin,
  { toAddress }: Pick<CoinWithdrawalInput, 'toAddress'>,
): NetworkAddress | null {
  const address = addressOn(network, toAddress)
  return address === null || !hasValidChecksum(network, toAddress) ? null : { network, address }
}

type AskedPlace = OpenCoin & Readonly<{ place: NetworkAddress; ownAddress: boolean }>

/** Checks where the coins go, and that the amount may be sent there. */
async function checkDestination(
  ctx: CoinContext,
  { destination_tag: sentTag }: Pick<CoinWithdrawalInput, 'destination_tag'>,
  { place, ownAddress, ...coin }: AskedPlace,
): Promise<CoinDestination> {
  const { amount, fee, custodyId } = coin
  const { network, address } = place
  const tag = tagOn(network, sentTag)
  if (ownAddress || isHouseAddress(ctx, place)) return refuse('api.withdrawal_to_own_address')
  if (isDeadAddress(network, address)) return refuse('api.withdrawal_address_invalid')
  assertWithin(amount, coin)
  if (!isPositive(subtract(amount, fee))) return refuse('api.withdrawal_below_minimum')
  if (!(await isValidAddress(ctx, { assetId: custodyId, address }))) {
    return refuse('api.withdrawal_address_invalid')
  }
  return { kind: 'COIN', network, address, tag }
}

const statedBy = (input: CoinWithdrawalInput) => {
  const { residentialName, residentialAddress, memoType, fromAddress, netki } = input
  return { residentialName, residentialAddress, memoType, fromAddress, netki }
}

/** Networks with shared addresses require a tag; other networks reject one. */
function tagOn(network: Network, sent: string | undefined): string | null {
  if (!isTagged(network)) return sent === undefined ? null : refuse('api.withdrawal_tag_invalid')
  return sent !== undefined && isTag(sent) ? sent : refuse('api.withdrawal_tag_invalid')
}

async function storeIdCard(
  ctx: CoinContext,
  { id }: Caller,
  upload: Upload | undefined,
): Promise<string | null> {
  if (upload === undefined) return null
  const stored = await storeFile(ctx, { owner: id, purpose: 'residential-id', image: upload.clean })
  return stored === null ? refuse('api.oss_upload_fail') : stored.name
}
