import { z } from 'zod'
import { readJson } from '../../base/values/read-json.ts'
import { reconnectingSocket, type StreamTools, type VenueStream } from './reconnecting-socket.ts'
import { readEvents, type VenueEvent } from './venue-events.ts'
import type { Sign } from './venue-line.ts'

export type ListenerOf = Readonly<{
  /** Receives events in the order of arrival, including duplicates and late ones. */
  onEvents: (events: readonly VenueEvent[]) => void
  /** Events arrive from now on; earlier changes must be queried. */
  onSubscribed: () => void
}>

type StreamEndpoint = Readonly<{ url: string; apiKey: string; sign: Sign }>

/** The reply to our own request. */
const Reply = z.object({ id: z.string(), status: z.int() })

export const listenTo = (
  { url, apiKey, sign }: StreamEndpoint,
  listener: ListenerOf,
  tools: StreamTools,
): VenueStream =>
  reconnectingSocket(
    {
      name: 'account',
      url,
      ping: { id: 'ping', method: 'ping' },
      async subscribe(send) {
        const timestamp = await sign.nowMs()
        // Signed in the order of the parameters' names.
        const signature = sign.text(
          new URLSearchParams({ apiKey, timestamp: `${timestamp}` }).toString(),
        )
        const params = { apiKey, timestamp, signature }
        send({ id: 'subscribe', method: 'userDataStream.subscribe.signature', params })
      },
      receive(text, { subscribed, end }) {
        const events = readEvents(text)
        if (events !== null) {
          if (events.some(({ kind }) => kind === 'ending')) end('the venue ends it')
          listener.onEvents(events)
          return
        }
        const reply = Reply.safeParse(readJson(text))
        if (!reply.success || reply.data.id !== 'subscribe') return
        if (reply.data.status !== 200) {
          sign.forgetTime()
          end('refused')
          return
        }
        subscribed()
        listener.onSubscribed()
      },
    },
    tools,
  )
