import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { read } from '../refused.ts'
import type { CustodyAsset } from './addresses.ts'
import { textOf, unitsOf } from './amounts.ts'
import { assetNamed } from './vaults.ts'

const satoshiDecimals = 10n ** 10n
const gweiPerCoin = 10n ** 9n

/** The price per byte in satoshi, or per gas in gwei, of a transfer. */
function unitPrice({ networkFee, feeUnits }: CustodyAsset): string | null {
  if (feeUnits === null) return null
  const perUnit = (unitsOf(networkFee) ?? 0n) / feeUnits.count
  if (feeUnits.unit === 'byte') return (perUnit / satoshiDecimals).toString()
  return textOf(perUnit * gweiPerCoin)
}

/** The current fee of a transfer. All fee levels are the same here. */
export function transactionFee(asset: CustodyAsset) {
  const { networkFee, feeUnits } = asset
  const price = unitPrice(asset)
  if (feeUnits === null || price === null) return { networkFee }
  if (feeUnits.unit === 'byte') return { networkFee, feePerByte: price }
  // Custody writes the gas price as a number here, and as text in the network's fee.
  return { networkFee, gasPrice: Number(price), gasLimit: feeUnits.count.toString() }
}

function networkFeeNow(asset: CustodyAsset) {
  const { networkFee, feeUnits } = asset
  const price = unitPrice(asset)
  if (feeUnits === null || price === null) return { networkFee }
  return feeUnits.unit === 'byte'
    ? { networkFee, feePerByte: price }
    : { networkFee, gasPrice: price }
}

export function mountFees(api: FastifyInstance): void {
  api.get('/estimate_network_fee', (request) => {
    const { assetId } = read(z.object({ assetId: z.string() }), request.query, '')
    const fee = networkFeeNow(assetNamed(assetId))
    return { low: fee, medium: fee, high: fee }
  })
}
