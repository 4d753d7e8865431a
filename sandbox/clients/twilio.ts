import assert from 'node:assert/strict'
import twilioClient from 'twilio'
import RequestClient from 'twilio/lib/base/RequestClient.js'
import { eventually, type Rig, testSecrets } from '../test-rig.ts'
import type { Client } from './client.ts'

const account = `AC${'0'.repeat(32)}`
const [from, to, stranger] = ['+14155550100', '+628120000001', '+628120000009']

/** Twilio's documented place for a proxy: a request client of one's own. */
class SandboxClient extends RequestClient {
  readonly base: string

  constructor(base: string) {
    super()
    this.base = base
  }

  override request<TData>(asked: RequestClient.RequestOptions<TData>) {
    const uri = asked.uri.replace('https://api.twilio.com', this.base)
    return super.request<TData>({ ...asked, uri })
  }
}

export const twilio: Client = {
  package: 'twilio',
  emulator: 'sms',
  setUp: 'Its option `httpClient` sends what is for api.twilio.com to the emulator.',
  calls({ sandbox }: Rig) {
    const httpClient = new SandboxClient(`${sandbox.url}/sms`)
    const { messages } = twilioClient(account, testSecrets.smsToken, { httpClient })
    let sid = ''
    return [
      {
        name: 'messages.create()',
        async run() {
          const message = await messages.create({ to, from, body: 'Your code is 123456' })
          sid = message.sid
          assert.deepEqual([message.status, message.numSegments], ['queued', '1'])
          assert.ok(message.dateCreated instanceof Date && message.dateSent === null)
          const refused = messages.create({ to: stranger, from, body: 'Hello' })
          await assert.rejects(refused, { status: 400, code: 21211 })
          await assert.rejects(messages.create({ to, from }), { status: 400, code: 21602 })
        },
      },
      {
        name: 'messages.create() by a messaging service',
        async run() {
          const messagingServiceSid = `MG${'1'.repeat(32)}`
          const message = await messages.create({ to, messagingServiceSid, body: 'Hello' })
          assert.deepEqual(
            [message.status, message.messagingServiceSid, message.from],
            ['accepted', messagingServiceSid, null],
          )
        },
      },
      {
        name: 'messages(sid).fetch()',
        async run() {
          const sent = await eventually(async () => {
            const message = await messages(sid).fetch()
            return message.status === 'delivered' && message
          })
          assert.deepEqual([sent.to, sent.body], [to, 'Your code is 123456'])
          assert.ok(sent.dateSent instanceof Date)
          const unknown = messages(`SM${'0'.repeat(32)}`).fetch()
          await assert.rejects(unknown, { status: 404, code: 20404 })
        },
      },
      {
        name: 'messages.list()',
        async run() {
          const all = await messages.list({ to, pageSize: 1 })
          assert.deepEqual([all.length, all[1]?.sid], [2, sid])
          assert.deepEqual(await messages.list({ to: stranger }), [])
        },
      },
    ]
  },
}
