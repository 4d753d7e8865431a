import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { childEnvironment } from '../child-environment.ts'

const main = path.resolve(import.meta.dirname, '../storms/main.ts')

test('no request fails while each of three nodes is restarted under load', async (t) => {
  const child = spawn(process.execPath, [main, 'rolling', '--scale', '0.01'], {
    env: childEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  t.after(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  assert.equal(await ended, 0, output)
  assert.match(output, /ok {4}no request failed/)
})
