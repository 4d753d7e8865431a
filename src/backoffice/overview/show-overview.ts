import { z } from 'zod'
import type { Context } from '../../context.ts'
import { queueNames } from '../../core/decisions/waiting.rules.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { findLeader, listNodes } from './nodes.sql.ts'
import { overviewLimits } from './overview-limits.ts'
import { countQueues } from './queues.sql.ts'

const Queue = z
  .object({
    name: z.enum(queueNames),
    count: z.int(),
    isMore: z.boolean().meta({ description: 'True if counting ended at its bound.' }),
    oldestAt: isoTime.nullable(),
  })
  .meta({ id: 'OperatorQueue' })

const NodeView = z
  .object({
    node: z.string(),
    url: z.string(),
    version: z.string(),
    startedAt: isoTime,
    seenAt: isoTime,
    isAlive: z.boolean(),
    leads: z.boolean(),
  })
  .meta({ id: 'ServiceNode' })

export const OverviewView = z
  .object({
    queues: z.array(Queue),
    nodes: z.array(NodeView).meta({ description: 'Those that reported within the last hour.' }),
    leader: z
      .object({
        node: z.string(),
        url: z.string(),
        epoch: z.int(),
        since: isoTime,
        isHeld: z.boolean().meta({ description: 'False if its heartbeat has stopped.' }),
      })
      .nullable()
      .meta({ id: 'ServiceLeader' }),
  })
  .meta({ id: 'Overview' })

/** Returns what waits for operators, and the nodes of this deployment. */
export async function showOverview({
  db,
}: Pick<Context, 'db'>): Promise<z.input<typeof OverviewView>> {
  const [queues, nodes, leader] = await Promise.all([
    countQueues(db),
    listNodes(db),
    findLeader(db),
  ])
  return {
    queues: queues.map((queue) => ({ ...queue, isMore: queue.count >= overviewLimits.counted })),
    nodes: nodes.map(({ providers: _, ...node }) => node),
    leader,
  }
}
