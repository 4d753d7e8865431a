import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { test } from 'node:test'
import { childEnvironment } from '../child-environment.ts'
import { eventually } from '../harness.ts'
import { administer } from '../server.ts'
import { noPostgres } from './postgres-programs.ts'

const program = `
  import { startPostgres } from '${new URL('postgres-programs.ts', import.meta.url)}'
  const { folder, url } = await startPostgres({ after: () => undefined })
  console.log(folder, url('postgres'))
  setInterval(() => undefined, 60_000)`

test('a server ends with the process that started it, even if that is killed', {
  skip: noPostgres,
}, async (t) => {
  const args = ['--input-type=module', '--eval', program]
  const starter = spawn(process.execPath, args, {
    env: childEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => starter.kill('SIGKILL'))
  const [line] = await once(createInterface(starter.stdout), 'line')
  const [folder = '', url = ''] = String(line).split(' ')
  t.after(() => rm(folder, { recursive: true, force: true }))
  const answers = () =>
    administer(url, 'select 1').then(
      () => true,
      () => false,
    )
  assert.equal(await answers(), true)
  starter.kill('SIGKILL')
  await eventually('the end of the server', async () => !(await answers()))
})
