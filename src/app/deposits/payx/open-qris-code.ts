import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { readHours } from '../../../core/reference/settings.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { rupiahAmount } from '../../../platform/http/contracts/contracts.ts'
import type { Answer } from '../../../providers/outbound.ts'
import type { QrCode } from '../../../providers/payx/qr-codes.ts'
import { assertWithinBounds } from '../deposit-bounds.ts'
import { qrisLimits } from '../deposit-limits.ts'
import { assertCertified, assertRoomFor } from '../unproven/unproven-bounds.ts'
import { failQrisCode, openedQrisCode, type QrisCode, requestQrisCode } from './qris-codes.sql.ts'

const { minRupiah, maxRupiah } = qrisLimits

export const OpenQrisCode = z.object({ amount: rupiahAmount({ min: minRupiah, max: maxRupiah }) })

type QrisContext = Pick<Context, 'db' | 'random' | 'config'> &
  Readonly<{ payx: Pick<Context['payx'], 'openQrCode' | 'findQrCode'> }>

/**
 * Opens a QR code that any QRIS app can pay once, with exactly this amount. The code is stored
 * before payx is called, so that a payment always finds its owner. An amount outside the bounds
 * that operators set opens none.
 *
 * @transactions the code is stored before payx is called, its answer after.
 */
export async function openQrisCode(
  ctx: QrisContext,
  { amount }: z.output<typeof OpenQrisCode>,
  caller: Caller,
): Promise<QrisCode> {
  await assertWithinBounds(ctx, 'qris', amount)
  await assertCertified(ctx, caller.id)
  await assertRoomFor(ctx, caller.id, amount)
  const externalId = `qr-${caller.id}-${ctx.random.bytes(10).toString('hex')}`
  await ctx.db.inTransaction(async (tx) => {
    const hours = await readHours(tx, 'deposit.qris_ttl_hours')
    const ttlHours = Math.min(hours, qrisLimits.lifeHours)
    await requestQrisCode(tx, { user: caller.id, externalId, amount, ttlHours })
  })
  const callbackUrl = `${ctx.config.callbackUrl}/api/webhook/payx/handle-deposit-paid-qris`
  const answer = await requestCode(ctx, { externalId, amount, callbackUrl })
  if (answer.kind === 'accepted') {
    const { id: providerId, qrString } = answer.value
    return ctx.db.inTransaction((tx) => openedQrisCode(tx, { externalId, providerId, qrString }))
  }
  if (answer.kind === 'rejected') await ctx.db.inTransaction((tx) => failQrisCode(tx, externalId))
  return refuse('api.qris_code_unavailable')
}

/** Opens the code at payx. If the response is lost, looks the code up by our own id. */
async function requestCode(
  { payx }: QrisContext,
  asked: Parameters<Context['payx']['openQrCode']>[0],
): Promise<Answer<QrCode>> {
  const answer = await payx.openQrCode(asked)
  if (answer.kind !== 'unknown') return answer
  const found = await payx.findQrCode(asked.externalId)
  const isOurs = found.kind === 'accepted' && found.value.amount.units === asked.amount.units
  return isOurs ? found : answer
}
