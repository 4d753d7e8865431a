import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { type Contract, checkerOf } from './traffic/contract.ts'
import { custodyContract } from './traffic/custody-contract.ts'
import { recordDemo, type Traffic } from './traffic/demo-traffic.ts'
import { smsContract } from './traffic/sms-contract.ts'
import { venueContract } from './traffic/venue-contract.ts'

const custody = custodyContract()
const venue = venueContract()
const sms = smsContract()

/** Known contradictions between a document and the provider's own traffic, wherever they occur. */
const wrongInDocument: readonly Readonly<{ violation: RegExp; because: string; source: string }>[] =
  [
    {
      violation: /^custody .*\/externalTxId must be string$/,
      because: 'it is null in transactions that have none of ours, as in every printed payload',
      source: 'https://developers.fireblocks.com/reference/verify-requests',
    },
    {
      violation: /^venue (?:webhook|received \/ws\/event)\/N must be string$/,
      because: 'the commission has no asset until a trade has one; the printed report has null',
      source: 'https://developers.binance.com/docs/binance-spot-api-docs/user-data-stream',
    },
  ]

/** The paths of each provider's traffic, and the minimum that the demo causes. */
const providers: readonly Readonly<{
  contract: Contract
  basePath: string
  /** Callback paths of the service, by the names of their messages. */
  webhooks: Readonly<Record<string, string>>
  operations: readonly string[]
}>[] = [
  {
    contract: custody,
    basePath: '/custody/v1',
    webhooks: {
      'webhook v1': '/api/webhook/custody',
      'webhook v2': '/api/webhook/custody-v2',
    },
    operations: [
      'POST /vault/accounts',
      'POST /vault/accounts/{vaultAccountId}/{assetId}',
      'POST /transactions',
    ],
  },
  {
    contract: venue,
    basePath: '/venue',
    webhooks: { webhook: '/api/webhook/venue' },
    operations: [
      'GET /api/v3/exchangeInfo',
      'POST /api/v3/order',
      'DELETE /api/v3/order',
      'GET /api/v3/myTrades',
    ],
  },
  {
    contract: sms,
    basePath: '/sms',
    webhooks: {},
    operations: ['POST /2010-04-01/Accounts/{AccountSid}/Messages.json'],
  },
]

type Found = Readonly<{ counts: Readonly<Record<string, number>>; violations: readonly string[] }>

function check({ contract, basePath, webhooks }: (typeof providers)[number], traffic: Traffic) {
  const checker = checkerOf(contract)
  const exchanges = traffic.exchanges(basePath)
  const messages = Object.keys(contract.messages).map((name) => {
    const path = webhooks[name]
    const texts = path === undefined ? traffic.messages(basePath, name) : traffic.webhooks(path)
    return { name, texts }
  })
  const names = [
    ...exchanges.map((one) => checker.operationOf(one) ?? 'unknown'),
    ...messages.flatMap(({ name, texts }) => texts.map(() => name)),
  ]
  const violations = [
    ...exchanges.flatMap(checker.violations),
    ...messages.flatMap(({ name, texts }) =>
      texts.flatMap((text) => checker.messageViolations(name, text)),
    ),
  ]
  return {
    counts: Object.fromEntries(
      [...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]),
    ),
    violations: violations.map((violation) => `${contract.provider} ${violation}`),
  } satisfies Found
}

test('all traffic of the demo is as custody, venue and SMS document it', async (t) => {
  const traffic = await recordDemo(t)
  const found = providers.map((provider) => check(provider, traffic))
  for (const [at, { contract, operations }] of providers.entries()) {
    const { counts = {} } = found[at] ?? {}
    t.diagnostic(`${contract.provider}, by ${contract.source}: ${JSON.stringify(counts)}`)
    for (const name of [...operations, ...Object.keys(contract.messages)]) {
      assert.ok((counts[name] ?? 0) > 0, `the demo has no ${contract.provider} ${name}`)
    }
  }
  const violations = [...new Set(found.flatMap((one) => one.violations))]
  const excepted = wrongInDocument.map(({ violation }) => violation)
  assert.deepEqual(
    violations.filter((one) => !excepted.some((violation) => violation.test(one))),
    [],
  )
  assert.deepEqual(
    excepted.filter((violation) => !violations.some((one) => violation.test(one))),
    [],
  )
})

test('the guide names the compared projects of its traffic, with their versions', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '..', 'README.md'), 'utf8')
  for (const { contract } of providers) assert.ok(guide.includes(contract.source), contract.source)
})
