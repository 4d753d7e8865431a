import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../tests/harness.ts'
import { administer, databaseUrl } from '../../tests/server.ts'
import { applyCallbacks } from './apply-callbacks.ts'
import { auditShards, countOpen, readApplied, readEpochs, readOwned, sumUnderWay } from './judge.ts'
import { LeaseLost, renewLease, takeLease } from './leases.ts'
import {
  acceptCallbacks,
  type Callback,
  connectShards,
  keyShardOf,
  prepareShards,
  type Shards,
  userOf,
} from './shards.ts'
import { deliverTransfers, sendTransfer } from './transfers.ts'
import type { WorkerSettings } from './worker.ts'
import { type Servers, startServers, startWorker, type Worker } from './workers.ts'

const users = 40
const keyShards = 4
const leaseMs = 400
let servers: Servers

before(async () => {
  servers = await startServers(2, { throwaway: true })
})
after(() => servers.stop())

let made = 0

/** Databases of one test on both servers. */
async function makeShards(t: Readonly<{ after: (end: () => unknown) => void }>) {
  made += 1
  const urls = servers.urls.map((url) => databaseUrl(url, `shard_${made}`))
  for (const url of servers.urls) await administer(url, `create database shard_${made}`)
  await prepareShards(urls, { keyShards, users })
  const shards = connectShards(urls, keyShards)
  t.after(() => shards.close())
  const settings: WorkerSettings = {
    urls,
    keyShards,
    leaseMs,
    mostLeases: keyShards,
    crashAt: null,
  }
  return { shards, settings }
}

/** Events of keys that each have one user. */
const callbacksOf = (keys: number, number: number): readonly Callback[] =>
  Array.from({ length: keys }, (_, at) => ({
    source: 'payx',
    key: `payment-${at}`,
    number,
    user: userOf(at, users),
    units: BigInt(100 + at),
  }))

async function fund(shards: Shards): Promise<bigint> {
  const callbacks = callbacksOf(users, 1).map((one) => ({ ...one, key: `fund-${one.key}` }))
  await acceptCallbacks(shards, callbacks)
  for (let keyShard = 0; keyShard < keyShards; keyShard += 1) {
    const lease = await takeLease(shards, keyShard, { holder: 'test', leaseMs: 1, steals: true })
    assert.ok(lease !== null)
    while ((await applyCallbacks(shards, lease)) > 0);
  }
  return callbacks.reduce((sum, { units }) => sum + units, 0n)
}

const totalOf = async (shards: Shards): Promise<bigint> =>
  [...(await readOwned(shards)).values()].reduce((sum, units) => sum + units, 0n)

test('a holder whose lease was stolen credits nothing, on any server', async (t) => {
  const { shards } = await makeShards(t)
  const keyShard = keyShardOf(shards, { source: 'payx', key: 'payment-0' })
  await acceptCallbacks(shards, callbacksOf(1, 1))
  const first = await takeLease(shards, keyShard, { holder: 'first', leaseMs: 60_000 })
  assert.ok(first !== null)
  const held = await takeLease(shards, keyShard, { holder: 'second', leaseMs: 60_000 })
  assert.equal(held, null)
  const options = { holder: 'thief', leaseMs: 60_000, steals: true }
  const stolen = await takeLease(shards, keyShard, options)
  assert.ok(stolen !== null)
  await assert.rejects(applyCallbacks(shards, first), LeaseLost)
  await assert.rejects(renewLease(shards, first, 1), LeaseLost)
  assert.equal(await totalOf(shards), 0n)
  assert.equal(await applyCallbacks(shards, stolen), 1)
  assert.equal(await totalOf(shards), 100n)
})

test('a batch that was applied and not marked is applied once', async (t) => {
  const { shards } = await makeShards(t)
  const keyShard = keyShardOf(shards, { source: 'payx', key: 'payment-0' })
  await acceptCallbacks(shards, callbacksOf(1, 1))
  const lease = await takeLease(shards, keyShard, { holder: 'first', leaseMs: 1 })
  assert.ok(lease !== null)
  const crash = () => {
    throw new Error('killed')
  }
  await assert.rejects(applyCallbacks(shards, lease, crash), /killed/)
  assert.equal(await countOpen(shards), 1)
  assert.equal(await applyCallbacks(shards, lease), 1)
  assert.equal(await totalOf(shards), 100n)
})

test('a transfer between servers that was interrupted arrives once', async (t) => {
  const { shards } = await makeShards(t)
  const total = await fund(shards)
  const [sender] = shards.databases.slice(1)
  assert.ok(sender !== undefined)
  const transfer = { id: 'one', from: userOf(0, users), to: userOf(1, users), units: 60n }
  assert.equal(await sendTransfer(shards, transfer), 'posted')
  assert.equal(await sendTransfer(shards, transfer), 'repeated')
  assert.equal(await totalOf(shards), total - 60n)
  assert.equal(await sumUnderWay(shards), 60n)
  const crash = () => {
    throw new Error('killed')
  }
  await assert.rejects(deliverTransfers(shards, sender, crash), /killed/)
  await Promise.all([deliverTransfers(shards, sender), deliverTransfers(shards, sender)])
  assert.equal(await countOpen(shards), 0)
  assert.equal((await readOwned(shards)).get(transfer.to), 101n + 60n)
  assert.equal(await totalOf(shards), total)
  assert.equal(await sumUnderWay(shards), 0n)
  assert.deepEqual(await auditShards(shards), [])
})

test('a transfer above the balance leaves nothing under way', async (t) => {
  const { shards } = await makeShards(t)
  await fund(shards)
  const transfer = { id: 'much', from: userOf(0, users), to: userOf(1, users), units: 10_000n }
  assert.equal(await sendTransfer(shards, transfer), 'insufficient')
  assert.equal(await countOpen(shards), 0)
  assert.equal(await sumUnderWay(shards), 0n)
})

test('killed, paused and replaced workers lose, double and reorder nothing', async (t) => {
  const { shards, settings } = await makeShards(t)
  const funded = await fund(shards)
  const workers = new Set<Worker>()
  const start = (crashAt: WorkerSettings['crashAt'] = null) => {
    const worker = startWorker({ ...settings, crashAt })
    workers.add(worker)
    return worker
  }
  t.after(() => Promise.all([...workers].map((worker) => worker.stop())))
  const keys = 60
  const rounds = 12
  await acceptCallbacks(shards, callbacksOf(keys, 1))
  await sendTransfer(shards, { id: '1-0', from: userOf(0, users), to: userOf(1, users), units: 1n })
  for (const here of ['applied', 'arrived'] as const) {
    assert.equal(await start(here).ended, 'SIGKILL')
  }
  const [paused, killed] = [start(), start()]
  for (let number = 1; number <= rounds; number += 1) {
    const callbacks = callbacksOf(keys, number)
    await acceptCallbacks(shards, callbacks)
    // Providers repeat what they sent, and an app what it asked for.
    await acceptCallbacks(shards, callbacksOf(keys, Math.ceil(number / 2)))
    for (let at = 0; at < users; at += 1) {
      const [from, to] = [userOf(at, users), userOf(at + number, users)]
      const transfer = { id: `${number}-${at}`, from, to, units: 1n }
      await sendTransfer(shards, transfer)
      assert.equal(await sendTransfer(shards, transfer), 'repeated')
    }
    if (number === 3) paused.strike('SIGSTOP')
    if (number === 5) killed.strike('SIGKILL')
    if (number === 7) start()
    if (number === 9) paused.strike('SIGCONT')
    const options = { holder: 'thief', leaseMs: 1, steals: true }
    await takeLease(shards, number % keyShards, options)
  }
  paused.strike('SIGCONT')
  await eventually('all to arrive', async () => (await countOpen(shards)) === 0)
  const applied = (await readApplied(shards)).filter(({ key }) => !key.startsWith('fund-'))
  for (const [key, events] of Map.groupBy(applied, (one) => one.key)) {
    const numbers = events.map(({ number }) => number)
    assert.deepEqual(
      numbers,
      Array.from({ length: rounds }, (_, at) => at + 1),
      key,
    )
  }
  assert.equal(applied.length, keys * rounds)
  const credited = callbacksOf(keys, 1).reduce((sum, { units }) => sum + units, 0n)
  assert.equal(await totalOf(shards), funded + credited * BigInt(rounds))
  assert.equal(await sumUnderWay(shards), 0n)
  assert.deepEqual(await auditShards(shards), [])
  assert.ok((await readEpochs(shards)).every((epoch) => epoch > 2))
  assert.equal(await killed.ended, 'SIGKILL')
})
