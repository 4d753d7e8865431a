import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startRig } from '../test-rig.ts'
import { awsS3 } from './aws-s3.ts'
import { binanceConnector } from './binance-connector.ts'
import { binanceSpot } from './binance-spot.ts'
import { ccxt } from './ccxt.ts'
import type { Client } from './client.ts'
import { duitku } from './duitku.ts'
import { fireblocksSdk } from './fireblocks-sdk.ts'
import { fireblocksTsSdk } from './fireblocks-ts-sdk.ts'
import { glairVision } from './glair-vision.ts'
import { googleAuthLibrary } from './google-auth-library.ts'
import { matrixOf, type Seen } from './matrix.ts'
import { twilio } from './twilio.ts'
import { xenditNode } from './xendit-node.ts'
import { xenditNode1 } from './xendit-node-1.ts'

const clients: readonly Client[] = [
  awsS3,
  binanceConnector,
  binanceSpot,
  ccxt,
  fireblocksSdk,
  fireblocksTsSdk,
  xenditNode,
  xenditNode1,
  duitku,
  glairVision,
  twilio,
  googleAuthLibrary,
]

const matrixFile = path.join(import.meta.dirname, '..', 'CLIENTS.md')
/** Slow enough that the venue's day, after which it closes streams, outlasts each client. */
const rig = await startRig(10_000)
after(() => rig.close())
const seen: Seen[] = []

for (const client of clients) {
  describe(`${client.package}, unchanged, is served by the ${client.emulator} emulator`, () => {
    before(() => rig.control('POST', '/reset'))
    for (const { name, run, failsBecause } of client.calls(rig)) {
      test(failsBecause === undefined ? name : `${name} fails`, async () => {
        if (failsBecause === undefined) await run()
        else await assert.rejects(run)
        seen.push({ client, name, failsBecause })
      })
    }
  })
}

/** `WRITE_MATRIX=yes npm run clients` writes the file; otherwise it must equal the results. */
test('CLIENTS.md lists the clients that work', () => {
  const matrix = matrixOf(seen)
  if (process.env['WRITE_MATRIX'] === 'yes') writeFileSync(matrixFile, matrix)
  assert.equal(readFileSync(matrixFile, 'utf8'), matrix)
})
