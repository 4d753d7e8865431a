import { z } from 'zod'
import { totpCode } from '../../../access/one-time-codes/totp.ts'
import type { Caller } from '../../../access/signed-in.ts'
import {
  addressOn,
  isNetwork,
  isTag,
  isTagged,
  isUnmistaken,
  type Network,
} from '../../../base/coin-address.ts'
import { limits } from '../../../base/limits.ts'
import { compare, idr, type Money, money, parseMoney, zero } from '../../../base/money.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { storeFile } from '../../../files/store-file.ts'
import { image, type Upload } from '../../../http/bodies/uploads.ts'
import { moneyText, optional, text, textOrInteger } from '../../../http/contracts.ts'
import type { ListedAsset, AssetNetwork as NetworkTerms } from '../../../reference/assets.sql.ts'
import type { CustodyAsset } from '../../../reference/custody-assets.sql.ts'
import { isOurAddress } from './our-addresses.sql.ts'
import {
  answering,
  assertLeftAfterFee,
  type Particulars,
  type RequestContext,
  readEligibility,
  requestWithdrawal,
} from './request-withdrawal.ts'
import type { Requested } from './request-withdrawals.ts'
import { sealResidential } from './residential.ts'
import { isSoundAddress } from './sound-addresses.ts'
import { isAboveResidential, readTerms, type Terms, valueInRupiah } from './withdrawal-terms.ts'

const { addressChars, nameChars, residentialChars, idCardBytes } = limits.withdrawals

export const WithdrawCoin = z.object({
  symbol: text({ max: 12 }),
  amount: moneyText,
  toAddress: text({ max: addressChars }),
  network: text({ max: 20 }),
  otpCode: text({ max: 20 }),
  twoFACode: totpCode,
  memoType: optional(text({ max: 50 })),
  fromAddress: optional(text({ max: addressChars })),
  destination_tag: optional(textOrInteger({ max: 100 })),
  netki: optional(text({ max: nameChars })),
  residentialName: text({ max: nameChars }),
  residentialAddress: optional(text({ max: residentialChars })),
  residentialIdCard: optional(image({ maxBytes: idCardBytes, types: ['image/jpeg', 'image/png'] })),
})

type CoinWithdrawalInput = z.output<typeof WithdrawCoin>

type CoinContext = RequestContext & Pick<Context, 'custody' | 'objectStore'>

/** Takes on a withdrawal of coins, which is sent at once or waits for an operator's approval. */
export const withdrawCoin = answering(requestCoin)

async function requestCoin(
  ctx: CoinContext,
  input: CoinWithdrawalInput,
  caller: Caller,
  requestKey: Buffer | null,
): Promise<Requested> {
  const terms = await readTerms(ctx)
  const coin = findCoin(terms, input)
  const amount = coin === null ? null : readAmount(coin.asset, input.amount)
  const { gateSeconds } = terms
  const asked = { user: caller.id, assetId: coin?.asset.id ?? null, gateSeconds }
  const standing = await readEligibility(ctx, asked)
  if (amount !== null) assertResidential(terms, input, amount, money(idr, standing.usedUnits))
  if (input.memoType !== undefined && input.fromAddress === undefined) {
    return refuse('api.from_address_required')
  }
  return requestWithdrawal(ctx, caller, {
    terms,
    standing,
    otpCode: input.otpCode,
    twoFACode: input.twoFACode,
    kind: 'COIN',
    amount: coin?.open === undefined ? null : amount,
    fee: amount === null ? zero(idr) : feeOf(coin, amount),
    valued: amount === null ? null : valueInRupiah(terms, amount),
    particulars: () => particularsOf(ctx, caller, input, { coin, amount }),
    requestKey,
  })
}

/** A coin, and its terms on the requested network if withdrawals are open there. */
type Coin = Readonly<{
  asset: ListedAsset
  open?: Readonly<{ network: Network; terms: NetworkTerms; custody: CustodyAsset }>
}>

function findCoin(
  { assets, custody }: Terms,
  { symbol, network }: CoinWithdrawalInput,
): Coin | null {
  const asset = assets.find((one) => one.symbol === symbol && one.kind === 'COIN')
  if (asset === undefined) return null
  const terms = asset.networks.find((one) => one.network === network)
  const kept = custody.find(
    (one) => one.main && one.asset.id === asset.id && one.network === network,
  )
  const open = asset.active && terms?.withdrawActive === true && isNetwork(network)
  if (!open || kept === undefined) return { asset }
  return { asset, open: { network, terms, custody: kept } }
}

const feeOf = (coin: Coin | null, { asset }: Money): Money =>
  money(asset, coin?.open?.terms.withdrawalFee ?? 0n)

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
function assertResidential(
  terms: Terms,
  input: CoinWithdrawalInput,
  amount: Money,
  used: Money,
): void {
  if (input.residentialAddress !== undefined) return
  const above = isAboveResidential(terms, amount, used)
  if (above === null) refuse('api.market_price_unavailable')
  if (above === true) refuse('api.residential_address_required')
}

async function particularsOf(
  ctx: CoinContext,
  caller: Caller,
  input: CoinWithdrawalInput,
  { coin, amount }: Readonly<{ coin: Coin | null; amount: Money | null }>,
): Promise<Particulars> {
  if (coin?.open === undefined || amount === null) return refuse('api.coin_is_inactive')
  const { network, terms, custody } = coin.open
  const address = addressOn(network, input.toAddress)
  if (address === null || !isUnmistaken(network, input.toAddress)) {
    return refuse('api.withdrawal_address_invalid')
  }
  const tag = tagOn(network, input.destination_tag)
  if (await isOurAddress(ctx, { network, address })) return refuse('api.withdrawal_to_own_address')
  assertWithin(amount, terms)
  assertLeftAfterFee(amount, feeOf(coin, amount))
  const asked = { assetId: custody.custodyId, address }
  if (!(await isSoundAddress(ctx, asked))) return refuse('api.withdrawal_address_invalid')
  return {
    destination: { kind: 'COIN', network, address, tag },
    residential: sealResidential(ctx, statedBy(input)),
    idCard: await storeIdCard(ctx, caller, input.residentialIdCard),
    payeeSince: null,
    flags: [],
  }
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

function assertWithin(amount: Money, { minWithdrawal, maxWithdrawal }: NetworkTerms): void {
  if (compare(amount, money(amount.asset, minWithdrawal)) < 0) {
    refuse('api.withdrawal_below_minimum')
  }
  if (compare(amount, money(amount.asset, maxWithdrawal)) > 0) {
    refuse('api.withdrawal_above_maximum')
  }
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
