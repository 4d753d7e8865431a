import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusals } from '../../src/base/refusal.ts'
import { errorAreas } from '../../src/platform/http/errors/catalogue.ts'
import { errorOffences } from './errors.ts'
import { assertNone } from './source.ts'

test('every refusal is explained once in the catalogue, and nothing else is', () =>
  assertNone(errorOffences(Object.keys(refusals), errorAreas)))

const whole = { cause: 'It is so.', action: 'Do this.', en: 'Not now.', id: 'Jangan sekarang.' }

describe('the errors guard finds', () => {
  const rules = (...args: Parameters<typeof errorOffences>) =>
    errorOffences(...args).map(({ rule }) => rule)

  test('nothing if each refusal has its entry', () =>
    assert.deepEqual(rules(['api.a', 'api.b'], [{ 'api.a': whole }, { 'api.b': whole }]), []))

  test('a refusal without an entry, and an entry without a refusal', () =>
    assert.deepEqual(rules(['api.a'], [{ 'api.b': whole }]), [
      'api.a is not explained',
      'api.b is no refusal',
    ]))

  test('a refusal that two parts explain', () =>
    assert.deepEqual(rules(['api.a'], [{ 'api.a': whole }, { 'api.a': whole }]), [
      'api.a is explained twice',
    ]))

  test('words that are no sentence, not translated, or no words', () => {
    const bad = { ...whole, action: 'retry', id: whole.en }
    assert.deepEqual(rules(['api.a'], [{ 'api.a': bad }]), [
      'action of api.a is no sentence',
      'api.a has one text for both languages',
    ])
    const raw = { ...whole, en: 'Failed: api.a.' }
    assert.deepEqual(rules(['api.a'], [{ 'api.a': raw }]), [
      'api.a stands in its own words for people',
    ])
  })
})
