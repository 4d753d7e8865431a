import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, startTukar } from '../../../../tests/harness.ts'
import { configOf, problemsOf } from '../../../../tests/make/config.ts'
import { silent } from '../../../../tests/server.ts'
import { startService } from '../../../service.ts'

const path = '/.well-known/security.txt'

test('a configured contact is served as RFC 9116 defines it', async (t) => {
  const contact = 'mailto:security@tukar.test'
  const { config } = await startTukar(t)
  const node = await startService({ ...config, port: 0, securityContact: contact }, silent)
  t.after(() => node.stop())
  const { status, headers, text } = await send(node.url, 'GET', path)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
  const fields = new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')] as const
      }),
  )
  assert.equal(fields.get('Contact'), contact)
  assert.equal(fields.get('Canonical'), `${config.baseUrl}${path}`)
  const leftDays = (new Date(fields.get('Expires') ?? '').getTime() - Date.now()) / 86_400_000
  assert.ok(leftDays > 30 && leftDays < 366, `${leftDays} days`)
})

test('without a contact there is no such file', async (t) => {
  const tukar = await startTukar(t)
  assert.equal((await tukar.call('GET', path)).status, 404)
})

test('a contact is a mail address or a page', () => {
  for (const contact of ['mailto:security@tukar.test', 'https://tukar.test/security']) {
    assert.equal(configOf({ SECURITY_CONTACT: contact }).securityContact, contact)
  }
  for (const contact of ['security@tukar.test', 'http://tukar.test', 'mailto:a@b\nExpires: now']) {
    assert.deepEqual(problemsOf({ SECURITY_CONTACT: contact }), [
      'SECURITY_CONTACT is no address of a contact',
    ])
  }
})
