import { z } from 'zod'
import { camelCase } from '../../../base/values/words.ts'
import { serviceVersion } from '../../../base/version.ts'
import type { Endpoint, Webhook } from '../endpoint/endpoint.ts'
import { isCallback, isForApps, isOperatorPath } from '../route.ts'
import { Components, type Json } from './components.ts'
import { operation } from './operation.ts'
import { securitySchemesOf } from './security.ts'

/** The OpenAPI document for apps: everything but callbacks and the operators' endpoints. */
export const openApi = (endpoints: readonly Endpoint[]): string =>
  documentOf(
    'Tukar',
    `${appIntroduction}\n\n${envelopeIntroduction}`,
    endpoints.filter(({ path }) => isForApps(path)),
  )

/** The OpenAPI document of the callbacks: `/api/webhook`. */
export const callbacksOpenApi = (endpoints: readonly Endpoint[]): string =>
  documentOf(
    'Tukar: callbacks of providers',
    callbacksIntroduction,
    endpoints.filter(({ path }) => isCallback(path)),
  )

/** The OpenAPI document for operators: `/operator/api`. */
export const operatorOpenApi = (endpoints: readonly Endpoint[]): string =>
  documentOf(
    'Tukar for operators',
    `${operatorIntroduction}\n\n${envelopeIntroduction}`,
    endpoints.filter(({ path }) => isOperatorPath(path)),
  )

function documentOf(title: string, description: string, endpoints: readonly Endpoint[]): string {
  const openRequests = endpoints.every(({ path }) => isCallback(path))
  const components = new Components({ openRequests })
  const byPath = Map.groupBy(endpoints, (row) => row.path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, rows]) => [
      path,
      Object.fromEntries(
        rows.map((row): [string, Json] => [row.method.toLowerCase(), operation(row, components)]),
      ),
    ]),
  )
  const document = {
    openapi: '3.1.1',
    info: {
      title,
      version: serviceVersion,
      description,
      contact: { name: 'The maintainers of Tukar' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(endpoints),
    paths,
    ...webhooksOf(endpoints, components),
    components: { ...components.written(), securitySchemes: securitySchemesOf(endpoints) },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The requests that the service sends; none in documents whose endpoints name none. */
function webhooksOf(endpoints: readonly Endpoint[], components: Components): Json {
  const sent = endpoints.flatMap(({ webhooks = [] }) => webhooks)
  if (sent.length === 0) return {}
  const webhook = ({ type, summary, contract }: Webhook): Json => ({
    post: {
      operationId: camelCase(['receive', ...type.split(/[._]/)]),
      summary,
      tags: ['Events'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.schema(contract, 'output') } },
      },
      responses: { '204': { description: 'Any status from 200 to 299 accepts the event.' } },
    },
  })
  return { webhooks: Object.fromEntries(sent.map((one) => [one.type, webhook(one)])) }
}

const appIntroduction = [
  'Accounts, wallets, deposits, withdrawals and orders of one user. Sign in for an access token,',
  'or sign requests with an API key. Live changes are streamed from `/api/stream`; the events are',
  'described at `/asyncapi.json`.',
].join('\n')

const operatorIntroduction = 'The work of operators: approvals, corrections, content and audits.'

const callbacksIntroduction = [
  'What providers send to the service. Each callback has the form of its provider, is',
  'authenticated by its bytes, and may be repeated: the same event takes effect once.',
].join('\n')

const envelopeIntroduction = [
  'Responses have one envelope: `code`, `title`, `message`, `result` and, if there is any,',
  '`data`. A failure has `result: false` and its key in `message`; the keys are listed with each',
  'operation, and [all of them are explained](/docs/errors), as JSON at `/api/errors`. Objects may',
  'get more fields in later versions. Amounts are decimal strings. In requests a JSON number is',
  'accepted too, and its digits are used as sent; bodies may also be sent as HTML forms. Every',
  'response has an `X-Request-Id`, under which our log has the request. Any request may also be',
  'answered 408 if it is not received in time, and 431 if its headers are too large. Public reads',
  'have an `ETag`; sent back as `If-None-Match`, it is answered 304 while nothing has changed.',
].join('\n')

import texts from './tags.json' with { type: 'json' }

/** The descriptions of tags, in the order in which an app meets them. */
const tags = Object.entries(z.record(z.string(), z.string()).parse(texts))

/** Returns the tags of these endpoints; throws if one has no description. */
function tagsOf(
  endpoints: readonly Pick<Endpoint, 'tag'>[],
): readonly Readonly<{ name: string; description: string }>[] {
  const used = new Set(endpoints.map(({ tag }) => tag))
  const known = tags.filter(([name]) => used.delete(name))
  const [unknown] = used
  if (unknown !== undefined) throw new Error(`the tag ${unknown} has no description in tags.json`)
  return known.map(([name, description]) => ({ name, description }))
}
