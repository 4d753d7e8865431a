import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { makeFirstAdmin, signOperatorIn } from '../../../tests/make/operator.ts'
import { startSubscriber, subscribe } from '../../../tests/make/subscriber.ts'
import { expectOk } from '../../../tests/make/trader.ts'

test('events without personal data name no phone, mail address or searched text', async (t) => {
  const tukar = await startTukar(t)
  const subscriber = await startSubscriber(t)
  const admin = await makeFirstAdmin(tukar)
  const { token } = admin
  expectOk(await subscribe(tukar, admin, subscriber, { kinds: ['operator.acted'] }))
  const get = (path: string) => tukar.call('GET', `/operator/api${path}`, { token })
  const personal = ['siti@tukar.test', '+628118101231', '5271005271', 'budi@tukar.test']
  const [address, phone, account, user] = personal
  await signOperatorIn(tukar, address ?? '', 'a wrong password')
  const body = { phone, reason: 'shared by a ring' }
  expectOk(await tukar.call('POST', '/operator/api/blacklist/phones', { token, body }))
  expectOk(await get(`/search?q=${account}`))
  expectOk(await get(`/users?q=${user}`))
  const kinds = ['address', 'phone', 'search', 'users']
  const subjects = () =>
    subscriber.deliveries
      .map(({ event }) => event.data['subject'])
      .filter((subject) => kinds.some((kind) => JSON.stringify(subject).includes(`"${kind}"`)))
  await eventually('four deliveries', async () => subjects().length >= 4)
  assert.deepEqual(
    subjects(),
    kinds.map((kind) => ({ kind, id: '' })),
  )
  const listed = JSON.stringify((await get('/events')).body)
  for (const text of personal) assert.ok(!listed.includes(text), text)
})
