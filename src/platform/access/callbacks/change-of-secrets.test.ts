import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { freePort } from '../../../../tests/free-port.ts'
import { send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { paymentFields, sendPaydCallback } from '../../../../tests/make/payd.ts'
import { paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { sendVenueEvent } from '../../../../tests/make/venue-events.ts'
import { silent } from '../../../../tests/server.ts'
import { startService } from '../../../service.ts'
import type { Config } from '../../config/config.ts'

type Secrets = Pick<Config, 'venue' | 'payx' | 'payd' | 'reportQueue'>

const fresh = (name: string): string => `${name}-of-after-the-change`

/** Starts another node of the deployment with these secrets. */
async function restarted(t: TestContext, tukar: Tukar, secrets: Secrets): Promise<Tukar> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = { ...tukar.config, ...secrets, port, baseUrl: url, nodeUrl: url }
  const service = await startService(config, silent)
  t.after(() => service.stop())
  return { ...tukar, url: service.url, service, config }
}

function during({ venue, payx, payd, reportQueue }: Secrets): Secrets {
  return {
    venue: { ...venue, webhookSecrets: [...venue.webhookSecrets, fresh('venue')] },
    payx: { ...payx, depositTokens: [...payx.depositTokens, fresh('payx')] },
    payd: { ...payd, apiKeys: [...payd.apiKeys, fresh('payd')] },
    reportQueue: {
      ...reportQueue,
      tokens: [...reportQueue.tokens, fresh('queue')],
      secrets: { ...reportQueue.secrets, A: [...reportQueue.secrets.A, fresh('A')] },
    },
  }
}

function after({ venue, payx, payd, reportQueue }: Secrets): Secrets {
  return {
    venue: { ...venue, webhookSecrets: [fresh('venue')] },
    payx: { ...payx, depositTokens: [fresh('payx')] },
    payd: { ...payd, apiKeys: [fresh('payd')] },
    reportQueue: {
      ...reportQueue,
      tokens: [fresh('queue')],
      secrets: { ...reportQueue.secrets, A: [fresh('A')] },
    },
  }
}

let callbacks = 0

/** Sends one callback of each provider with these secrets; returns which were refused. */
async function refusedAt(tukar: Tukar, secrets: Secrets): Promise<readonly string[]> {
  callbacks += 1
  const sender = { ...tukar, config: { ...tukar.config, ...secrets } }
  const account = { accountNumber: '10766000', bankCode: 'BCA' }
  const paid = paymentFields(sender, { order: `CHANGE${callbacks}`, amount: '10000' })
  const answers = {
    venue: await sendVenueEvent(sender, { e: 'heartbeat' }),
    payx: await reportPayx(sender, 'deposit-paid', paidInto(account, `paid-${callbacks}`)),
    payd: await sendPaydCallback(sender, 'payd-deposit', paid),
    reports: await send(tukar.url, 'POST', '/api/webhook/micro-queuing/report', {
      token: secrets.reportQueue.tokens[0],
      body: {
        request_id: 'r-1',
        client_secret: secrets.reportQueue.secrets.A[0],
        api_response: { responseCode: 200, responseMessage: 'success' },
      },
    }),
  }
  return Object.entries(answers).flatMap(([name, { status }]) => (status >= 400 ? [name] : []))
}

test('while a provider changes a secret, the old and the new one are accepted', async (t) => {
  const before = await startTukar(t)
  const old = before.config
  await sql`insert into reports (request_id, kind, payload) values ('r-1', 'A', '{}')`.execute(
    before.service.ctx.db.read,
  )
  const all = ['venue', 'payx', 'payd', 'reports']
  assert.deepEqual(await refusedAt(before, old), [])
  assert.deepEqual(await refusedAt(before, after(old)), all)
  const both = await restarted(t, before, during(old))
  assert.deepEqual(await refusedAt(both, old), [])
  assert.deepEqual(await refusedAt(both, after(old)), [])
  const wrong = { ...after(old), venue: { ...old.venue, webhookSecrets: ['another'] as const } }
  assert.deepEqual(await refusedAt(both, wrong), ['venue'])
  const done = await restarted(t, before, after(old))
  assert.deepEqual(await refusedAt(done, after(old)), [])
  assert.deepEqual(await refusedAt(done, old), all)
})
