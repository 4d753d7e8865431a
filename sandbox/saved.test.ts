import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { call, eventually, type Rig, startRig, testSecrets } from './test-rig.ts'

/** Starts emulators that keep their books in one file, one after the other. */
async function starts(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-books-'))
  const booksFile = path.join(folder, 'books')
  const open = new Set<Rig>()
  t.after(async () => {
    for (const rig of open) await rig.close()
    await rm(folder, { recursive: true })
  })
  return {
    booksFile,
    async start(timeScale?: number): Promise<Rig> {
      const rig = await startRig(timeScale, booksFile)
      open.add(rig)
      return rig
    },
    async end(rig: Rig): Promise<void> {
      open.delete(rig)
      await rig.close()
    },
  }
}

const authorization = `Basic ${Buffer.from(`${testSecrets.payxSecretKey}:`).toString('base64')}`
const payOut = ({ sandbox }: Rig) =>
  call(
    `${sandbox.url}/payx/v2/payouts`,
    'POST',
    {
      reference_id: 'wd-1',
      channel_code: 'ID_BCA',
      channel_properties: { account_holder_name: 'BUDI CONTOH', account_number: '1234567890' },
      amount: 75_000,
      currency: 'IDR',
    },
    { authorization, 'idempotency-key': 'wd-1' },
  )

const State = z.object({
  payx: z.object({
    balance: z.number(),
    payouts: z.array(z.object({ id: z.string(), status: z.string() })),
  }),
})
const stateOf = async (rig: Rig) => State.parse((await rig.control('GET', '/state')).json).payx

/** So slow that nothing goes on by itself. */
const standing = 0.01

test('an accepted payout goes on after a restart, and its key is known', async (t) => {
  const { start, end } = await starts(t)
  const first = await start(standing)
  const accepted = await payOut(first)
  assert.equal(accepted.status, 200, accepted.text)
  const before = await stateOf(first)
  await end(first)

  const second = await start(standing)
  assert.deepEqual(await stateOf(second), before)
  assert.equal((await payOut(second)).text, accepted.text)
  await end(second)

  const third = await start()
  await eventually(async () => (await stateOf(third)).payouts[0]?.status === 'SUCCEEDED')
  await eventually(() => third.service.received.some(({ body }) => body.includes('succeeded')))
})

test('a callback that was not acknowledged is sent again after a restart', async (t) => {
  const { start, end } = await starts(t)
  const first = await start(standing)
  first.service.answerWith(503)
  const paid = { accountNumber: '8808123456', amount: '10000', form: 'long' }
  await first.control('POST', '/payx/va-payments', paid)
  await eventually(() => first.service.received.length === 1)
  await end(first)

  const second = await start()
  await eventually(() => second.service.received.length === 1)
  assert.equal(second.service.received[0]?.body, first.service.received[0]?.body)
})

test('a reset is also kept', async (t) => {
  const { start, end } = await starts(t)
  const first = await start(standing)
  await payOut(first)
  await first.control('POST', '/reset')
  await end(first)
  assert.deepEqual((await stateOf(await start(standing))).payouts, [])
})

test('books that cannot be read end the start, with what to do', async (t) => {
  const { start, booksFile } = await starts(t)
  await writeFile(booksFile, 'no books')
  await assert.rejects(start(), /books cannot be read; delete it, and the database beside it/)
})
