import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Contract,
  integerSchema,
  type Operation,
  objectOf,
  type Schema,
  type Schemas,
  textSchema,
} from './contract.ts'
import { callsIn, documentVersion, operationOf } from './generated-client.ts'
import { installed } from './installed.ts'
import { typesOf } from './schema-of-types.ts'

/** As the venue documents its errors for all operations; its client has no type for them. */
const error = objectOf({ code: integerSchema, msg: textSchema })

/** Binance publishes no current document, so it is read back from its generated client. */
export function venueContract(): Contract {
  const { folder, version } = installed('@binance/spot')
  const declarations = path.join(folder, 'dist', 'index.d.ts')
  const code = readFileSync(path.join(folder, 'dist', 'index.mjs'), 'utf8')
  const types = typesOf([declarations])
  const operations = callsIn(code).flatMap((call): readonly Operation[] => {
    const method = types.method(declarations, 'SpotRestAPI.RestAPI', call.name)
    if (method === null) return []
    const { query, ...operation } = operationOf(call, method)
    return [
      {
        ...operation,
        query: isSigned(code, call.name) ? signed(query) : query,
        answers: new Map<number | 'default', Schema>([
          [200, method.answer],
          ['default', error],
        ]),
      },
    ]
  })
  return {
    provider: 'venue',
    source: `types of @binance/spot ${version}, generated from document ${documentVersion(code)}`,
    operations,
    credentials: ['x-mbx-apikey'],
    messages: messagesOf((name) => types.schemaOf(declarations, name)),
    document: { $defs: present(types.document.$defs) },
  }
}

const isSigned = (code: string, name: string): boolean =>
  new RegExp(`async ${name}\\(requestParameters[^;]*;[^;]*isSigned: true`).test(code)

/** The client adds these two to each signed request. */
const signed = ({ properties, required, ...rest }: Schema): Schema => ({
  ...rest,
  properties: {
    ...properties,
    timestamp: integerSchema,
    signature: textSchema,
  },
  required: [...(required ?? []), 'timestamp', 'signature'],
})

/**
 * Messages of the WebSocket API (`/ws`) and of the market streams (`/stream`). The client has types
 * for events and replies; requests and envelopes are as the venue's pages describe them
 * (developers.binance.com: web-socket-api, web-socket-streams, user-data-stream).
 */
function messagesOf(schemaOf: (name: string) => Schema): Contract['messages'] {
  const event = schemaOf('SpotWebsocketAPI.UserDataStreamEventsResponse')
  const call = (method: string, params: Readonly<Record<string, Schema>>) =>
    objectOf({ id: textSchema, method: { const: method }, ...params })
  const login = objectOf({ apiKey: textSchema, timestamp: integerSchema, signature: textSchema })
  // Ten minutes before the venue ends a connection that is a day old.
  const ending = objectOf({ e: { const: 'serverShutdown' }, E: integerSchema })
  const stream = { type: 'string', pattern: '^[a-z0-9]+@(ticker|depth20|trade|kline_1m)$' }
  const streams = { type: 'array', items: stream }
  return {
    'sent /ws': {
      anyOf: [call('userDataStream.subscribe.signature', { params: login }), call('ping', {})],
    },
    'received /ws': {
      anyOf: [
        schemaOf('SpotWebsocketAPI.UserDataStreamSubscribeSignatureResponse'),
        schemaOf('SpotWebsocketAPI.PingResponse'),
        objectOf({ subscriptionId: integerSchema, event }),
        objectOf({ event: ending }),
      ],
    },
    'sent /stream': {
      anyOf: [call('SUBSCRIBE', { params: streams }), call('LIST_SUBSCRIPTIONS', {})],
    },
    'received /stream': {
      anyOf: [
        ...['Ticker', 'PartialBookDepth', 'Trade', 'Kline'].map((kind) =>
          objectOf({ stream, data: schemaOf(`SpotWebsocketStreams.${kind}Response`) }),
        ),
        objectOf({ id: textSchema, result: { anyOf: [{ type: 'null' }, streams] } }),
        ending,
      ],
    },
    // Our own relay carries the account's events as they are.
    webhook: event,
  }
}

/**
 * The fields that a response or a report may lack, by the venue's pages on conditional fields
 * (rest-api/conditional-fields-in-order-responses, user-data-stream) and on exchange information.
 */
const conditional = new Set([
  'icebergQty',
  'preventedMatchId',
  'preventedQuantity',
  'stopPrice',
  'strategyId',
  'strategyType',
  'trailingDelta',
  'trailingTime',
  'usedSor',
  'workingFloor',
  'pegPriceType',
  'pegOffsetType',
  'pegOffsetValue',
  'peggedPrice',
  'expiryReason',
  'sors',
  // A request may leave out the limits; only those of the WebSocket API are counted.
  'rateLimits',
  'count',
  // Only the binary encoding has exponents.
  'priceExponent',
  'qtyExponent',
  'multiplierExponent',
])
const ofReports = new Set('d D j J v A B u U Cs pl pL pY b a k uS W gP gOT gOV gp eR'.split(' '))

/** The client's types require nothing, since they come from examples: an answer has the rest. */
const present = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const names = Object.keys(schema.properties ?? {})
      const isReport = names.includes('x') && names.includes('X')
      const lacking = isReport ? ofReports : conditional
      const required = names.filter((one) => !lacking.has(one))
      return [name, names.length === 0 ? schema : { ...schema, required }]
    }),
  )
