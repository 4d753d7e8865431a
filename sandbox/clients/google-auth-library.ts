import assert from 'node:assert/strict'
import { JWT } from 'google-auth-library'
import { z } from 'zod'
import { pushPrivateKey, testSecrets } from '../test-rig.ts'
import type { Client } from './client.ts'

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const Sent = z.object({ name: z.string().startsWith('projects/tukar/messages/') })

export const googleAuthLibrary: Client = {
  package: 'google-auth-library',
  emulator: 'push',
  setUp:
    'An interceptor of its transporter sends what is for oauth2.googleapis.com to the emulator.',
  calls({ sandbox, control }) {
    const push = `${sandbox.url}/push`
    const signedIn = (email: string, scopes: string): JWT => {
      const client = new JWT({ email, key: pushPrivateKey, scopes })
      client.transporter.interceptors.request.add({
        async resolved(asked) {
          asked.url = new URL(
            asked.url.href.replace('https://oauth2.googleapis.com/token', `${push}/token`),
          )
          return asked
        },
      })
      return client
    }
    const client = signedIn(testSecrets.pushClientEmail, scope)
    const send = (message: object) =>
      client.request({
        url: `${push}/v1/projects/tukar/messages:send`,
        method: 'POST',
        data: { message },
      })
    const notification = { title: 'Deposit', body: 'Your deposit has arrived' }
    return [
      {
        name: 'JWT.getAccessToken()',
        async run() {
          assert.ok(((await client.getAccessToken()).token ?? '') !== '')
          for (const other of [
            signedIn('stranger@sandbox.test', scope),
            signedIn(testSecrets.pushClientEmail, 'https://www.googleapis.com/auth/drive'),
          ]) {
            await assert.rejects(other.getAccessToken(), /invalid_grant/)
          }
        },
      },
      {
        name: 'JWT.request() of messages:send',
        async run() {
          Sent.parse((await send({ token: 'phone-1', notification })).data)
          const captured = await control('GET', '/messages?to=phone-1')
          assert.match(captured.text, /Your deposit has arrived/)
          await assert.rejects(send({ token: 'dead-1', notification }), { status: 404 })
          await control('POST', '/push/revoke-tokens')
          await assert.rejects(send({ token: 'phone-1', notification }), { status: 401 })
        },
      },
    ]
  },
}
