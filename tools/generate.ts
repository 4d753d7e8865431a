/** `npm run generate`: writes everything that is made from the code and committed for review. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migrationsDir, readMigrations } from '../src/core/database/schema/migrate.ts'
import { endpoints } from '../src/endpoints.ts'
import { asyncApi, eventsAsyncApi } from '../src/platform/http/openapi/asyncapi.ts'
import {
  callbacksOpenApi,
  openApi,
  operatorOpenApi,
} from '../src/platform/http/openapi/documents.ts'
import { checksumsFile, checksumsText, isReleased } from '../tests/guards/migrations.ts'
import { accessText } from './access.ts'
import { chartSchema } from './chart.ts'
import { clientOperatorTexts, clientRefusalKeys, clientRefusalTexts } from './client-refusals.ts'
import { collectionText } from './collection.ts'
import { configurationPage } from './configuration.ts'
import { eventTypesPage } from './event-types.ts'
import { generate, schemaFile, tablesFile } from './generate-tables.ts'
import { metricsPage } from './metrics.ts'

const root = path.dirname(import.meta.dirname)

/** A committed file that is made, never edited; its path is relative to the project. */
export type Artefact = Readonly<{ path: string; text: string }>

export async function artefacts(): Promise<readonly Artefact[]> {
  const { tables, schema } = await generate()
  const app = openApi(endpoints)
  const operators = operatorOpenApi(endpoints)
  const documents = { app, operators, others: [callbacksOpenApi(endpoints), operators] }
  return [
    { path: 'docs/access.txt', text: accessText(endpoints) },
    { path: 'docs/configuration.md', text: configurationPage() },
    { path: 'docs/metrics.md', text: metricsPage() },
    { path: 'docs/asyncapi.json', text: asyncApi(endpoints) },
    { path: 'docs/collection.json', text: collectionText([app, operators]) },
    { path: 'docs/events-asyncapi.json', text: eventsAsyncApi(endpoints) },
    { path: 'docs/event-types.md', text: eventTypesPage() },
    { path: 'packages/client/src/refusal-keys.ts', text: clientRefusalKeys(documents) },
    { path: 'packages/client/src/refusal-texts.ts', text: clientRefusalTexts(documents) },
    { path: 'packages/client/src/operator-texts.ts', text: clientOperatorTexts(documents) },
    { path: 'ops/helm/tukar/values.schema.json', text: chartSchema() },
    { path: path.relative(root, schemaFile), text: schema },
    { path: path.relative(root, tablesFile), text: tables },
    { path: checksumsFile, text: await checksums() },
  ]
}

async function checksums(): Promise<string> {
  const committed = await readFile(path.join(root, checksumsFile), 'utf8')
  const manifest = await readFile(path.join(root, 'package.json'), 'utf8')
  return checksumsText(committed, await readMigrations(migrationsDir), isReleased(manifest))
}

if (import.meta.main) {
  for (const { path: file, text } of await artefacts()) {
    const before = await readFile(path.join(root, file), 'utf8').catch(() => '')
    if (before === text) continue
    await writeFile(path.join(root, file), text)
    console.log(`wrote ${file}`)
  }
}
