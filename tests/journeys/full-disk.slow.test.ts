import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { startService } from '../../src/service.ts'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar } from '../harness.ts'
import { silent } from '../server.ts'
import { fillDisk, mountDisk, unmountDisk } from '../small-disk.ts'

const skip = process.getuid?.() === 0 ? false : 'only root may mount a disk'

test('a node is not ready while the disk of its database is full', { skip }, async (t) => {
  const disk = await mkdtemp(path.join(tmpdir(), 'tukar-disk-'))
  const ends = [() => rm(disk, { recursive: true })]
  t.after(async () => {
    for (const end of ends.reverse()) await end()
  })
  if (!(await mountDisk(disk, 160))) return t.skip('this system lets root mount nothing')
  ends.push(async () => unmountDisk(disk))
  const database = await startEmbedded({
    dataDir: path.join(disk, 'data'),
    log: silent,
    throwaway: true,
  })
  ends.push(database.stop)
  const tukar = await startTukar(t)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = { ...tukar.config, databaseUrl: database.url, port, nodeUrl: url, baseUrl: url }
  const service = await startService(config, silent)
  ends.push(service.stop)
  const readiness = async () => (await send(url, 'GET', '/health/ready')).status
  await eventually('readiness', async () => (await readiness()) === 200)
  const filler = path.join(disk, 'filler')
  await fillDisk(filler)
  await eventually('the node to notice', async () => (await readiness()) === 503)
  await rm(filler)
  await eventually('readiness again', async () => (await readiness()) === 200)
})
