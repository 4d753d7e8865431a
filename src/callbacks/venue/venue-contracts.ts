import { z } from 'zod'
import { venueLimits } from '../../providers/venue/venue-limits.ts'

const decimal = z.string().meta({ description: 'A plain decimal.' })
const milliseconds = z.int().meta({ description: 'Milliseconds since 1970.' })

const Report = z
  .looseObject({
    e: z.literal('executionReport'),
    s: z.string().meta({ description: 'Symbol.' }),
    c: z.string().meta({ description: 'Client order id; on a cancel, that of the request.' }),
    C: z
      .string()
      .optional()
      .meta({ description: 'On a cancel, that of the order; otherwise empty.' }),
    S: z.enum(['BUY', 'SELL']),
    x: z.string().meta({ description: 'What happened: `NEW`, `TRADE`, `CANCELED`, …' }),
    X: z.string().meta({ description: 'The current state of the order.' }),
    i: z.int().meta({ description: 'Order id.' }),
    q: decimal.optional().meta({ description: 'Quantity.' }),
    l: decimal.meta({ description: 'Executed just now.' }),
    z: decimal.meta({ description: 'Executed so far.' }),
    L: decimal.meta({ description: 'Price of what was executed just now.' }),
    Y: decimal.optional().meta({ description: 'Its worth in the quote asset.' }),
    n: decimal.optional().meta({ description: 'Commission.' }),
    N: z.string().nullable().optional().meta({ description: 'Asset of the commission.' }),
    t: z.int().meta({ description: 'Trade id; -1 if there is no trade.' }),
    T: milliseconds,
  })
  .meta({
    id: 'VenueReport',
    description: 'A report of an order, in the words of the stream of the venue.',
  })

const Other = z.looseObject({ e: z.string() }).meta({
  id: 'VenueNotice',
  description:
    '`refreshWebsocket`: events may have been missed; `heartbeat`: the relay lives; all others' +
    ' are acknowledged.',
})

const Event = z.union([Report, Other]).meta({ id: 'VenueEvent' })

const Frame = z
  .union([
    Event,
    z.object({ stream: z.string(), data: Event }).meta({ id: 'VenueStreamFrame' }),
    z.object({ subscriptionId: z.int(), event: Event }).meta({ id: 'VenueSubscriptionFrame' }),
  ])
  .meta({ id: 'VenueFrame' })

/**
 * The relay's documented messages, for the OpenAPI document; the venue client's own contracts parse
 * them.
 */
export const VenueFrames = z.union([Frame, z.array(Frame).min(1).max(venueLimits.events)])
