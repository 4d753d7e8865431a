import { z } from 'zod'
import type { Context } from '../../context.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { listNodes } from './nodes.sql.ts'

const ProviderView = z
  .object({
    provider: z.string(),
    circuit: z.enum(['closed', 'open', 'probing']).meta({
      description: '`open`: no calls are sent for some seconds, since several failed.',
    }),
    calls: z.int().meta({ description: 'Since the node started.' }),
    failures: z.int().meta({ description: 'Calls without a clear response.' }),
    lastSuccessAt: isoTime.nullable(),
    lastFailureAt: isoTime.nullable(),
    lastFailure: z.string().nullable(),
    medianMs: z.int().nullable().meta({ description: 'Of the last hundred calls.' }),
    p95Ms: z.int().nullable(),
    budgets: z.array(
      z
        .object({ name: z.string(), used: z.int(), most: z.int() })
        .meta({ id: 'ProviderBudget', description: 'A limit of the provider, and its use now.' }),
    ),
  })
  .meta({ id: 'ProviderHealth' })

/** As stored with the heartbeat: times are texts. */
const Stored = z.array(
  ProviderView.extend({
    lastSuccessAt: z.coerce.date().nullable(),
    lastFailureAt: z.coerce.date().nullable(),
  }),
)

export const NodesProviders = z.array(
  z
    .object({
      node: z.string(),
      leads: z.boolean(),
      seenAt: isoTime,
      providers: z.array(ProviderView),
    })
    .meta({ id: 'NodeProviders' }),
)

/** Returns the health of each provider as each live node sees it; a node reports every 4 s. */
export async function showProviders({
  db,
}: Pick<Context, 'db'>): Promise<z.input<typeof NodesProviders>> {
  const nodes = (await listNodes(db)).filter(({ isAlive }) => isAlive)
  return nodes.map(({ node, leads, seenAt, providers }) => ({
    node,
    leads,
    seenAt,
    providers: Stored.parse(providers),
  }))
}
