import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refusals } from '../../../base/refusal.ts'
import { catalogueOf, errorCatalogue } from './catalogue.ts'
import { errorEndpoints } from './routes.ts'

describe('the catalogue of errors', () => {
  test('gives every caller a status, cause and remedy, in English and Indonesian', async (t) => {
    const http = await startHttp(t, httpContext(t), errorEndpoints)
    const answer = await http.call('/api/errors')
    assert.equal(answer.status, 200)
    assert.equal(answer.message, 'api.errors_retrieved')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=300')
    const { data } = answer.json
    assert.ok(Array.isArray(data))
    assert.deepEqual(
      data.map(({ key }) => key),
      Object.keys(refusals).toSorted(),
    )
    assert.deepEqual(
      data.find(({ key }) => key === 'api.pin_exists'),
      {
        key: 'api.pin_exists',
        status: 400,
        title: 'Bad Request',
        cause: 'The account already has a PIN.',
        action: 'Change it with the update endpoint.',
        text: { en: 'You already have a PIN.', id: 'Anda sudah memiliki PIN.' },
      },
    )
  })

  test('is a page of the reference too, with an anchor for each key', async (t) => {
    const http = await startHttp(t, httpContext(t), [])
    const page = await http.call('/docs/errors')
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    for (const { key, text } of errorCatalogue) {
      assert.ok(page.text.includes(`<tr id="${key}">`), key)
      assert.ok(page.text.includes(`<span lang="id">${text.id}</span>`), key)
    }
    assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|https?:\/\//)
    const files = page.text.matchAll(/<(?:link|script) [^>]*(?:href|src)="([^"]+)"/g)
    for (const [, path = ''] of files) {
      assert.equal((await http.call(path)).status, 200, path)
    }
  })

  test('takes the status of a refusal from its catalogue', () => {
    const whole = { cause: 'A.', action: 'B.', en: 'C.', id: 'D.' }
    assert.deepEqual(catalogueOf({ 'api.not_found': 404 }, [{ 'api.not_found': whole }]), [
      {
        key: 'api.not_found',
        status: 404,
        title: 'Not Found',
        cause: 'A.',
        action: 'B.',
        text: { en: 'C.', id: 'D.' },
      },
    ])
  })
})
