import { serviceVersion } from '../../../base/version.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { isForApps } from '../route.ts'
import { Components, type Json } from './components.ts'

/**
 * The AsyncAPI document of the apps' streams of Server-Sent Events. The operators' document has the
 * events of theirs in the schema of its stream.
 */
export function asyncApi(endpoints: readonly Endpoint[]): string {
  const components = new Components({ openRequests: false })
  const streams = endpoints.filter(({ path, reply }) => isForApps(path) && reply.events !== null)
  const document = {
    asyncapi: '3.1.0',
    info: {
      title: 'Tukar: streams',
      version: serviceVersion,
      description:
        'Streams of Server-Sent Events. Each message is one event: its name is the field `event`,' +
        ' its payload the JSON of the field `data`.',
      contact: { name: 'The maintainers of Tukar' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      tags: [{ name: 'Streams' }],
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(streams.map((row) => [row.operationId, channel(row)])),
    operations: Object.fromEntries(
      streams.map((row) => [
        `receive${row.operationId.replace(/^open/, '')}`,
        {
          action: 'receive',
          channel: { $ref: `#/channels/${row.operationId}` },
          summary: row.summary,
          description: `Access: ${row.access.name}.`,
        },
      ]),
    ),
    components: {
      messages: Object.assign({}, ...streams.map((row) => messages(row, components))),
      schemas: components.written()['schemas'],
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function channel(row: Endpoint): Json {
  const names = Object.keys(row.reply.events ?? {})
  return {
    address: row.path,
    summary: row.summary,
    description: row.reply.schema().meta()?.description,
    messages: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/messages/${messageName(row, name)}` }]),
    ),
    bindings: { http: {} },
  }
}

const messageName = (row: Endpoint, event: string): string => `${row.operationId}-${event}`

function messages(row: Endpoint, components: Components): Json {
  return Object.fromEntries(
    Object.entries(row.reply.events ?? {}).map(([event, contract]) => [
      messageName(row, event),
      {
        name: event,
        title: event,
        contentType: 'application/json',
        payload: components.schema(contract, 'output'),
      },
    ]),
  )
}

/** The AsyncAPI document of the events that are sent to subscribers of operators. */
export function eventsAsyncApi(endpoints: readonly Endpoint[]): string {
  const components = new Components({ openRequests: false })
  const webhooks = endpoints.flatMap(({ webhooks = [] }) => webhooks)
  const document = {
    asyncapi: '3.1.0',
    info: {
      title: 'Tukar: events',
      version: '1.0.0',
      description:
        'Business facts as requests to the address of a subscription, signed by Standard Webhooks.',
      contact: { name: 'The maintainers of Tukar' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      tags: [{ name: 'Events' }],
    },
    defaultContentType: 'application/json',
    channels: {
      events: {
        address: null,
        summary: 'The address of the subscription',
        messages: Object.fromEntries(
          webhooks.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
        bindings: { http: {} },
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'Send an event to a subscriber',
      },
    },
    components: {
      messages: Object.fromEntries(
        webhooks.map(({ type, summary, contract }) => [
          type,
          {
            name: type,
            title: type,
            summary,
            contentType: 'application/json',
            payload: components.schema(contract, 'output'),
          },
        ]),
      ),
      schemas: components.written()['schemas'],
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
