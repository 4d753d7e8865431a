/** Callbacks of custody that complete a deposit, of both versions, signed before they are sent. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { traders } from './callbacks.ts'
import { bytesWritten } from './stage/bytes-written.ts'
import { line, measured, ratio, type Target } from './stage/figures.ts'
import type { Load } from './stage/load.ts'
import { type Running, type Stage, startService } from './stage/stage.ts'

const connections = 256

const addressOf = (trader: number): string => `0x${trader.toString(16).padStart(40, '0')}`

export async function seedAddresses({ sql }: Stage): Promise<void> {
  await sql.query(
    `insert into coin_addresses (user_id, asset_id, network, address)
     select id, 4, 'ETH', '0x' || lpad(to_hex(id), 40, '0') from users where id <= $1
     on conflict do nothing`,
    [traders],
  )
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

const Kept = z.object({ CUSTODY_API_PRIVATE_KEY: z.string() })

/** Signs like custody, with the key of the emulator and the service. */
type Signer = Readonly<{ v1: (body: string) => string; v2: (body: string) => string }>

export async function signerOf({ dataDir }: Stage): Promise<Signer> {
  const text = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
  const key: KeyObject = createPrivateKey(Kept.parse(JSON.parse(text)).CUSTODY_API_PRIVATE_KEY)
  const jwk = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('hex').slice(0, 32)
  const head = encoded(JSON.stringify({ alg: 'RS512', typ: 'JWT', kid }))
  const rsa = (text: string) => sign('sha512', Buffer.from(text), key)
  return {
    v1: (body) => `Fireblocks-Signature: ${rsa(body).toString('base64')}`,
    v2: (body) => {
      const signature = rsa(`${head}.${encoded(body)}`).toString('base64url')
      return `Fireblocks-Webhook-Signature: ${head}..${signature}`
    },
  }
}

/** Every second one has the newer version; each completes a separate deposit. */
function callback(signer: Signer, deposit: number): Buffer {
  const data = transaction(deposit)
  const isNewer = deposit % 2 === 0
  const body = JSON.stringify(
    isNewer
      ? {
          id: `bench-event-${deposit}`,
          eventType: 'transaction.status.updated',
          resourceId: data.id,
          workspaceId: 'bench',
          createdAt: data.lastUpdated,
          data,
        }
      : { type: 'TRANSACTION_STATUS_UPDATED', tenantId: 'bench', timestamp: deposit, data },
  )
  const head = [
    `POST /api/webhook/custody${isNewer ? '-v2' : ''} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    isNewer ? signer.v2(body) : signer.v1(body),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The current time, since a fixed time would be refused as too old one day. */
const startedAt = Date.now()

const transaction = (deposit: number) => ({
  id: `bench-deposit-${deposit}`,
  externalTxId: null,
  status: 'COMPLETED',
  subStatus: 'CONFIRMED',
  txHash: `0x${deposit.toString(16).padStart(64, '0')}`,
  operation: 'TRANSFER',
  note: '',
  assetId: 'ETH',
  assetType: 'BASE_ASSET',
  source: { type: 'UNKNOWN', id: '', name: 'External' },
  destination: { type: 'VAULT_ACCOUNT', id: '7', name: 'Vault 7' },
  destinationAddress: addressOf(1 + (deposit % traders)),
  destinationTag: '',
  amountInfo: { amount: '0.0125', requestedAmount: '0.0125', netAmount: '0.0125' },
  feeInfo: { networkFee: '0.00021' },
  createdAt: startedAt,
  lastUpdated: startedAt + deposit,
  createdBy: '',
  index: 0,
})

let nextDeposit = 1

/** Signs before the measurement, since signing takes longest here. */
export function signedDeposits(signer: Signer, count: number): Iterator<Buffer> {
  const first = nextDeposit
  nextDeposit += count
  return Array.from({ length: count }, (_, at) => callback(signer, first + at)).values()
}

async function creditsAt(
  name: string,
  stage: Stage,
  { port }: Running,
  count: number,
): Promise<Load> {
  const requests = signedDeposits(await signerOf(stage), count)
  const before = await countDeposits(stage)
  const load = await measured(name, { port, connections, requests })
  const stored = (await countDeposits(stage)) - before
  if (stored !== count) throw new Error(`${name}: ${stored} deposits are complete, not ${count}`)
  return load
}

async function countDeposits({ sql }: Stage): Promise<number> {
  const found = await sql.query(
    `select count(*)::int as deposits from coin_deposits where status = 'COMPLETED'`,
  )
  return found.rows[0].deposits
}

async function run(
  stage: Stage,
  name: string,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Load> {
  const service = await startService(stage, env)
  await seedAddresses(stage)
  await creditsAt(`warming up ${name}`, stage, service, Math.round(count / 4))
  const tellBytes = await bytesWritten(stage)
  const load = await creditsAt(name, stage, service, count)
  await tellBytes('credit', count)
  await service.stop()
  return load
}

export async function coinCallbacks(
  stage: Stage,
  { grouped, single }: Readonly<{ grouped: number; single: number }>,
): Promise<readonly Target[]> {
  line(`Callbacks of custody over ${connections} connections, v1 and v2 by turns`)
  const many = await run(stage, 'coins, groups', grouped)
  const ones = await run(stage, 'coins, groups of one', single, { CALLBACK_GROUP_ITEMS: '1' })
  return [ratio('coins, groups to groups of one', many.perSecond / ones.perSecond, 'at least 5')]
}
