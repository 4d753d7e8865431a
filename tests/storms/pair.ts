import path from 'node:path'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { pricesSeen } from '../make/prices.ts'
import { silent } from '../server.ts'
import { type CutOff, startCutOff } from './cut-off.ts'
import { type Node, startNode } from './node.ts'
import { type OwnPostgres, startPostgres, stormName } from './postgres.ts'
import { type Providers, startProviders } from './providers.ts'
import type { Stage } from './stage.ts'

/** Two nodes, and providers in a separate process that call them in turn. */
export type Pair = Readonly<{
  stage: Stage
  db: Database
  postgres: OwnPostgres
  providers: Providers
  nodes: readonly [Node, Node]
  /** The second node's link to its database. */
  link: CutOff
}>

const pricesEveryMs = 20_000

export async function startPairWithProviders(
  stage: Stage,
  more: Readonly<Record<string, string>> = {},
): Promise<Pair> {
  const postgres = await startPostgres(stage)
  const databaseUrl = await postgres.url()
  const link = await startCutOff(stage, databaseUrl)
  const providers = await startProviders(stage)
  const settings = { ...providers.settings, ...more }
  const dataDir = path.join(stage.folder, 'data')
  const common = { dataDir, settings, trustProxy: '127.0.0.1' }
  const [first, second] = await Promise.all([
    startNode(stage, { ...common, name: 'first', databaseUrl }),
    startNode(stage, { ...common, name: 'second', databaseUrl: link.url }),
  ])
  providers.call([first, second])
  const db = connectDatabase({
    url: databaseUrl,
    log: silent,
    applicationName: stormName,
    statementMs: 60_000,
  })
  stage.atEnd(db.close)
  const observe = () => pricesSeen(db, { BTC_IDR: '1000000000', USDT_IDR: '16000' })
  await observe()
  const observing = setInterval(() => void observe().catch(() => undefined), pricesEveryMs)
  stage.atEnd(async () => clearInterval(observing))
  return { stage, db, postgres, providers, nodes: [first, second], link }
}

export async function leaderOf({ stage, nodes }: Pick<Pair, 'stage' | 'nodes'>): Promise<Node> {
  let found: Node | undefined
  await stage.until('one to lead', async () => {
    for (const node of nodes) if (await node.leads()) found = node
    return found !== undefined
  })
  if (found === undefined) throw new Error('no node leads')
  return found
}
