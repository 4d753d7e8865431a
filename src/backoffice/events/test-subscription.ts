import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { insertAttempts } from './deliveries.sql.ts'
import { eventPoster } from './event-poster.ts'
import { subjectOf } from './manage-subscriptions.ts'
import { sendEvent } from './send-event.ts'
import type { AttemptView } from './show-attempts.ts'
import { findSubscription } from './subscriptions.sql.ts'

type TestContext = Pick<Context, 'clock' | 'config' | 'db' | 'random'>

/** Sends an event without facts, whatever the subscription wants, and returns the attempt. */
export async function testSubscription(
  ctx: TestContext,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<Omit<z.input<typeof AttemptView>, 'id'>>> {
  const found = await findSubscription(ctx.db.read, id)
  if (found.state === 'proposed' || found.state === 'ended') {
    return refuse('api.nothing_to_change')
  }
  const { post, close } = eventPoster(ctx)
  const message = {
    id: `evt_test_${ctx.random.bytes(12).toString('hex')}`,
    type: 'test',
    version: 1,
    timestamp: ctx.clock.now().toISOString(),
    position: 0,
    userId: null,
    sequence: 0,
    data: {},
  }
  const attempt = await sendEvent({ ...ctx, post }, found, message).finally(close)
  return ctx.db.inTransaction(async (tx) => {
    await insertAttempts(tx, id, [attempt])
    const after = { outcome: attempt.outcome }
    return audited(tx, by, { subject: subjectOf(id), after }, attempt)
  })
}
