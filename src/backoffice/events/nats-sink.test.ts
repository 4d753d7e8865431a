import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeNats } from '../../../tests/make/nats.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { onSubscription, subscribe, verified } from '../../../tests/make/subscriber.ts'
import { expectOk, registerTrader } from '../../../tests/make/trader.ts'
import { systemClock } from '../../base/clock.ts'
import { natsPublisher } from '../../providers/webhooks/publish-to-nats.ts'

const word = 'tukar'

/** Reads all messages of the stream, in its order. */
async function stored(server: string) {
  const connection = await connect({ servers: server.replace('nats://', '') })
  try {
    const manager = await jetstreamManager(connection)
    const { state } = await manager.streams.info(word)
    const messages = []
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(word, { seq })
      if (message !== null) messages.push(message)
    }
    return messages
  } finally {
    await connection.close()
  }
}

async function startNats(t: TestContext) {
  const nats = await makeNats(t)
  if (await nats.start()) return nats
  t.skip('nats-server is not installed')
  return null
}

test('events of a subscription are stored in a stream, in order, each once', async (t) => {
  const nats = await startNats(t)
  if (nats === null) return
  const tukar = await startTukar(t, { natsUrl: nats.url })
  const admin = await makeFirstAdmin(tukar)
  const target = { url: `nats:${word}` }
  const made = await subscribe(tukar, admin, target, { kinds: ['account.registered'] })
  expectOk(made)
  const { id, secret } = made.body.data
  const from = new Date(Date.now() - 60_000).toISOString()
  for (let at = 0; at < 2; at += 1) await registerTrader(tukar)
  const two = async () => {
    const found = await stored(nats.url).catch(() => [])
    return found.length >= 2 && found
  }
  const messages = await eventually('two messages', two)
  for (const message of messages) {
    assert.equal(message.subject, 'tukar.account.registered')
    const headers = Object.fromEntries(
      message.header.keys().map((name) => [name, message.header.get(name)]),
    )
    const event = message.json<{ id: string; type: string }>()
    assert.equal(headers['Nats-Msg-Id'], event.id)
    verified(secret, { headers, body: message.string(), event: message.json() })
  }
  const { token } = admin
  const attempts = `/operator/api/subscriptions/${id}/attempts?outcome=delivered`
  const delivered = async (count: number) => {
    const { data } = (await tukar.call('GET', attempts, { token })).body.data
    return data.length === count
  }
  await eventually('two deliveries', () => delivered(2))
  expectOk(await onSubscription(tukar, admin, id, 'replay', { from }))
  await eventually('repeated deliveries', () => delivered(4))
  assert.equal((await stored(nats.url)).length, 2, 'JetStream drops repetitions')
})

test('a stream that is away gets its events once it is back', async (t) => {
  const nats = await startNats(t)
  if (nats === null) return
  const { post, close } = natsPublisher(nats.url, { clock: systemClock })
  t.after(close)
  const send = (id: string) =>
    post({ url: `nats:${word}`, type: 'a.b', headers: { 'webhook-id': id }, body: '{}' })
  const works = async (id: string) => (await send(id)).kind === 'answered'
  await eventually('the first event', () => works('1'))
  await nats.kill()
  assert.equal((await send('2')).kind, 'failed')
  await nats.start()
  await eventually('the event that failed', () => works('2'))
  const ids = (await stored(nats.url)).map(({ header }) => header.get('Nats-Msg-Id'))
  assert.deepEqual(ids, ['1', '2'])
})

test('without a NATS server a stream is refused', async (t) => {
  const tukar = await startTukar(t)
  const answer = await subscribe(tukar, await makeFirstAdmin(tukar), { url: `nats:${word}` })
  assert.deepEqual(messageOf(answer), [400, 'The url field needs the setting NATS_URL.'])
})
