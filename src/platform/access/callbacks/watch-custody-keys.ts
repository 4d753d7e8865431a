import type { Context } from '../../../context.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { custodyLimits } from '../../../providers/custody/custody-limits.ts'
import { noteDegraded } from '../../http/monitoring/degraded.ts'

type Watched = Pick<Context, 'clock' | 'config' | 'custody' | 'db' | 'log' | 'random'>

/**
 * Fetches the keys of custody's webhooks at once, then every minute while the last fetch failed. An
 * outage raises one alert of this node, even if a webhook's own fetch failed first, and shows in
 * the readiness check. Returns a function that stops the watch.
 */
export function watchCustodyKeys(ctx: Watched): () => Promise<void> {
  const { signingKeys } = ctx.custody
  const stopping = new AbortController()
  let isFailing = false
  let hasAlerted = false
  let alert = Promise.resolve()
  const off = signingKeys.onFetched((failure) => {
    isFailing = failure !== null
    noteDegraded(ctx, 'custodyKeys', isFailing)
    if (failure === null) hasAlerted = false
    if (failure === null || hasAlerted) return
    hasAlerted = true
    alert = raiseAlert(ctx, failure).catch((err: unknown) => {
      hasAlerted = false
      ctx.log.error({ err }, 'the alert about the keys of custody could not be stored')
    })
  })
  const keep = async () => {
    await signingKeys.renew()
    while (!stopping.signal.aborted) {
      await ctx.clock.sleep(custodyLimits.renewFailedKeysMs, stopping.signal)
      if (isFailing && !stopping.signal.aborted) await signingKeys.renew()
    }
  }
  void keep()
  return async () => {
    stopping.abort()
    off()
    await alert
  }
}

async function raiseAlert(
  { config, db, random }: Pick<Watched, 'config' | 'db' | 'random'>,
  failure: string,
): Promise<void> {
  const notice = {
    to: 'operator',
    kind: 'custody-keys-unavailable',
    key: `custody-keys:${random.bytes(8).toString('hex')}`,
    severity: 'critical',
    subject: 'The keys of the custody webhooks cannot be fetched; the webhooks are refused',
    data: { node: config.nodeUrl, failure, setting: 'CUSTODY_JWKS_URL' },
  } as const
  await db.inTransaction(async (tx) => enqueueAll(tx, [notice]))
}
