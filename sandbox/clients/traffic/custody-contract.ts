import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Contract,
  integerSchema,
  type Operation,
  objectOf,
  type Schema,
  textSchema,
} from './contract.ts'
import { callsIn, documentVersion, operationOf } from './generated-client.ts'
import { installed } from './installed.ts'
import { typesOf } from './schema-of-types.ts'

const groups = ['Vaults', 'Transactions'] as const

/** Fireblocks publishes its document only inside its clients: it is read back from their types. */
export function custodyContract(): Contract {
  const { folder, version } = installed('@fireblocks/ts-sdk')
  const at = (...parts: readonly string[]) => path.join(folder, ...parts)
  const declarations = groups.map((name) => at('dist', 'api', `${name.toLowerCase()}-api.d.ts`))
  const models = at('dist', 'models', 'index.d.ts')
  const types = typesOf([...declarations, models])
  const error = types.schemaOf(models, 'ErrorSchema')
  const document = documentVersion(readFileSync(at('api.ts'), 'utf8'))
  const operations = groups.flatMap((group, index) => {
    const code = readFileSync(at('api', `${group.toLowerCase()}-api.ts`), 'utf8')
    const statuses = statusesIn(readFileSync(at('docs', 'apis', `${group}Api.md`), 'utf8'))
    return callsIn(code).map((call): Operation => {
      const method = types.method(declarations[index] ?? '', `${group}Api`, call.name)
      if (method === null) throw new Error(`${group} declares no ${call.name}`)
      const documented = statuses.get(call.name) ?? []
      const answers = new Map<number | 'default', Schema>(
        documented.map((status) => [
          status === 0 ? 'default' : status,
          status >= 200 && status < 300 ? method.answer : error,
        ]),
      )
      return { ...operationOf(call, method), answers }
    })
  })
  return {
    provider: 'custody',
    source: `types of @fireblocks/ts-sdk ${version}, generated from document ${document}`,
    operations,
    credentials: ['x-api-key', 'authorization'],
    messages: webhooksOf(
      types.schemaOf(models, 'TransactionResponse'),
      types.schemaOf(models, 'WebhookEvent'),
    ),
    document: types.document,
  }
}

/** Statuses by operation, from the tables of its guide; 0 stands for all others. */
function statusesIn(guide: string): ReadonlyMap<string, readonly number[]> {
  const [, ...sections] = guide.split(/^# \*\*(?=\w+\*\*$)/m)
  return new Map(
    sections.map((section) => [
      /^\w+/.exec(section)?.[0] ?? '',
      [...section.matchAll(/^\*\*(\d+)\*\* \|/gm)].map(([, status]) => Number(status)),
    ]),
  )
}

/**
 * The envelopes as the provider's pages describe them, which its document leaves out
 * (developers.fireblocks.com/reference: get-to-know-webhook-data-objects,
 * webhooks-structures-notificationstructure). Their content is the API's response.
 */
const webhooksOf = (transaction: Schema, event: Schema): Contract['messages'] => ({
  'webhook v1': objectOf({
    type: textSchema,
    tenantId: textSchema,
    timestamp: integerSchema,
    data: transaction,
  }),
  'webhook v2': objectOf({
    id: textSchema,
    'resourceId?': textSchema,
    webhookId: textSchema,
    workspaceId: textSchema,
    eventType: event,
    'eventVersion?': integerSchema,
    createdAt: integerSchema,
    data: transaction,
  }),
})
