import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { startEmbedded } from '../src/core/database/embedded/embedded.ts'
import { migrate } from '../src/core/database/schema/migrate.ts'
import { installCleaning } from './clean-database.ts'
import { copyPreparedCluster, preparedTemplate, scratchFolder } from './prepared-cluster.ts'
import { administer, databaseUrl, silent, withClient } from './server.ts'

/** The server and template of test databases. `tests/run.ts` passes both to every test file. */
export type TestServer = Readonly<{
  url: string
  template: string
  /** The fastest way to copy: `file_copy` if the server does not sync, else `wal_log`. */
  strategy: string
}>

/** Returns the server of one test run: that of TEST_DATABASE_URL, or a new embedded one. */
export async function startTestServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    const template = await makeTemplate(given)
    return {
      url: given,
      template,
      strategy: 'wal_log',
      stop: async () => {
        await administer(given, `alter database "${template}" with is_template false`)
        await administer(given, `drop database "${template}" with (force)`)
      },
    }
  }
  const dataDir = await scratchFolder()
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    await copyPreparedCluster(dataDir)
    const { url, stop } = await startEmbedded({ dataDir, log: silent, throwaway: true })
    const stopAll = async () => {
      await stop()
      await remove()
    }
    return { url, template: preparedTemplate, strategy: 'file_copy', stop: stopAll }
  } catch (error) {
    await remove()
    throw error
  }
}

async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `template_${randomUUID().replaceAll('-', '')}`
  await administer(serverUrl, `create database "${name}"`)
  const url = databaseUrl(serverUrl, name)
  await migrate({ url, log: silent })
  await withClient(url, installCleaning)
  await administer(serverUrl, `alter database "${name}" with is_template true`)
  await administer(serverUrl, `alter database "${name}" with allow_connections false`)
  return name
}
