import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { isRefusal } from '../../../base/refusal.ts'
import { parseJson } from '../../../base/values/json.ts'
import {
  confirmed,
  digits,
  email,
  integer,
  jsonText,
  listOf,
  moneyOrZero,
  moneyText,
  oneOf,
  optional,
  rawText,
  text,
  textOrInteger,
  wireId,
  withDefault,
  zeroOrOne,
} from './contracts.ts'
import { inWords, parseWith } from './validation.ts'

/** Parses JSON text as `otpCode` by a contract; returns the value or the error sentence. */
function read(contract: z.ZodType, json: string): unknown {
  return valueOrSentence(z.object({ otpCode: contract }), parseJson(Buffer.from(json)))
}

function valueOrSentence(contract: z.ZodObject, value: unknown): unknown {
  try {
    return Reflect.get(parseWith(contract, value), 'otpCode')
  } catch (error) {
    assert.ok(isRefusal(error) && error.key === 'api.validation_failed', String(error))
    return error.message
  }
}

const reads = (contract: z.ZodType, sent: string) => read(contract, `{"otpCode":${sent}}`)

const required = 'The otp code field is required.'
const notText = 'The otp code field must be a string.'
const notNumber = 'The otp code field must be a number.'
const notPositive = 'The otp code field must be greater than 0.'
const selected = 'The selected otp code is invalid.'

describe('sentences', () => {
  test('name a field in words', () => {
    assert.equal(inWords(['otpCode']), 'otp code')
    assert.equal(inWords(['ktp_image']), 'ktp image')
    assert.equal(inWords(['password_confirmation']), 'password confirmation')
    assert.equal(inWords(['userBankAddressId']), 'user bank address id')
    assert.equal(inWords(['twoFACode']), 'two fa code')
    assert.equal(inWords(['data', 'metadata', 'request_id']), 'data.metadata.request id')
  })

  test('come in the order of the contract, whatever the order of the request', () => {
    const contract = z.object({ first: text({ max: 5 }), otpCode: text({ max: 5 }), last: email })
    const sent = parseJson(Buffer.from('{"last":"x","first":"y"}'))
    assert.equal(valueOrSentence(contract, sent), required)
  })

  test('are collected for every failing field, for the shapes that list them', () => {
    const contract = z.object({ user_id: wireId, fcm_token: text({ max: 3 }) })
    assert.throws(
      () => parseWith(contract, { fcm_token: 'long' }),
      (error) => {
        assert.ok(isRefusal(error))
        assert.deepEqual(error.details.errors, {
          user_id: ['The user id field is required.'],
          fcm_token: ['The fcm token field must not be greater than 3 characters.'],
        })
        return true
      },
    )
  })

  test('are made for nested and plain schemas as well', () => {
    assert.equal(read(z.object({ x: z.string() }), '{}'), required)
    assert.equal(read(z.string(), '{"otpCode":5}'), notText)
    assert.equal(
      read(z.array(z.string()), '{"otpCode":"a"}'),
      'The otp code field must be an array.',
    )
    assert.equal(
      read(z.object({ userId: text({ max: 3 }) }), '{"otpCode":{}}'),
      'The otp code.user id field is required.',
    )
  })
})

describe('texts', () => {
  const code = text({ min: 2, max: 5 })

  test('are trimmed, and missing if nothing is left', () => {
    assert.equal(reads(code, '"  ab "'), 'ab')
    for (const blank of ['null', '""', '"   "', '"\\t\\u00a0"']) {
      assert.equal(reads(code, blank), required)
    }
    assert.equal(read(code, '{}'), required)
  })

  test('have a length in characters, not in bytes or surrogates', () => {
    assert.equal(reads(code, '"a"'), 'The otp code field must be at least 2 characters.')
    assert.equal(
      reads(code, '"abcdef"'),
      'The otp code field must not be greater than 5 characters.',
    )
    assert.equal(reads(code, '"\\ud83d\\ude00é한🎈b"'), '😀é한🎈b')
    assert.equal(reads(code, '"😀"'), 'The otp code field must be at least 2 characters.')
  })

  test('are texts, and no value that converts to one', () => {
    for (const sent of ['5', 'true', '[]', '["ab"]', '{}', '{"toString":"ab"}', '1.5']) {
      assert.equal(reads(code, sent), notText, sent)
      assert.equal(reads(rawText({ max: 5 }), sent), notText, sent)
    }
  })

  test('that databases and logs cannot hold are refused from forms too', () => {
    const contract = z.object({ otpCode: code })
    for (const sent of ['a\0b', '\ud800x']) {
      assert.equal(
        valueOrSentence(contract, { otpCode: sent }),
        'The otp code field format is invalid.',
      )
    }
  })

  test('of passwords and signatures keep their white space', () => {
    assert.equal(reads(rawText({ max: 9 }), '" a b "'), ' a b ')
    assert.equal(reads(rawText({ max: 9 }), '"   "'), '   ')
    assert.equal(reads(rawText({ max: 9 }), '""'), required)
  })

  test('may be whole numbers only if the contract allows them', () => {
    const either = textOrInteger({ max: 30 })
    assert.equal(reads(either, '12'), '12')
    assert.equal(reads(either, '12345678901234567890'), '12345678901234567890')
    assert.equal(reads(either, '"x1"'), 'x1')
    for (const sent of ['1.5', '-1', '1e3', 'true', '[1]']) {
      assert.equal(reads(either, sent), notText, sent)
    }
  })

  test('of a fixed set are one of its members', () => {
    const side = oneOf(['BUY', 'SELL'])
    assert.equal(reads(side, '"BUY"'), 'BUY')
    for (const sent of ['"buy"', '"HOLD"', '"constructor"', '1', '["BUY"]', '{}']) {
      assert.equal(reads(side, sent), selected, sent)
    }
    assert.equal(reads(side, '""'), required)
  })

  test('that are missing are undefined or the default if a contract allows it', () => {
    for (const blank of ['{}', '{"otpCode":null}', '{"otpCode":""}', '{"otpCode":" "}']) {
      assert.equal(read(optional(code), blank), undefined)
      assert.equal(read(withDefault(code, 'xyz'), blank), 'xyz')
    }
    assert.equal(reads(optional(code), '"ab"'), 'ab')
    assert.equal(reads(optional(code), '5'), notText)
  })
})

describe('email addresses', () => {
  test('are lower-cased and no longer than the bound', () => {
    assert.equal(reads(email, '" Budi.S+x@Mail.Example.ID "'), 'budi.s+x@mail.example.id')
    const long = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`
    assert.equal(
      reads(email, JSON.stringify(long)),
      'The otp code field must not be greater than 255 characters.',
    )
  })

  test('that are invalid are refused', () => {
    const local = ['', '.a', 'a.', 'a..b', 'a b', 'a"b', 'é', 'a\r\nBcc: x', 'a,b', 'a'.repeat(65)]
    const domain = ['', 'x', '.x', 'x.', 'a..x', '-a.x', 'a-.x', 'a_b.x', '1.2', 'x.é', 'a.b\n']
    const bad = [
      ...local.map((part) => `${part}@mail.example`),
      ...domain.map((part) => `ab@${part}`),
      'plain',
      'a@b@c.example',
      '<ab@c.example>',
    ]
    for (const address of bad.filter((one) => one !== 'ab@a.b\n')) {
      const read = reads(email, JSON.stringify(address))
      assert.equal(read, 'The otp code field must be a valid email address.', address)
    }
    assert.equal(reads(email, '["a@b.example"]'), notText)
  })
})

describe('amounts', () => {
  test('are the digits as sent, from a number or a text', () => {
    const exact = [
      '1',
      '0.1',
      '1.01',
      '100',
      '0.1234567890123456789',
      '9007199254740993',
      '0.00000001',
    ]
    for (const sent of [...exact, '12345678901234567890', '99999999999999999999.99']) {
      assert.equal(reads(moneyText, sent), sent)
      assert.equal(reads(moneyText, `"${sent}"`), sent)
    }
  })

  test('that are zero or below are refused', () => {
    for (const sent of ['0', '"0"', '0.00', '"0.00"', '-5', '"-5"', '-0', '"-0.0"', '-0.5']) {
      assert.equal(reads(moneyText, sent), notPositive, sent)
    }
  })

  test('that are no plain decimal are refused', () => {
    const texts = ['NaN', 'Infinity', '-Infinity', '0x10', '0b1', '１２', '١٢', '1e', 'e5']
    const more = ['1_000', '+5', '.5', '5.', '00012', '5 5', '5abc', '1,5', '5\u00a05', '--5']
    for (const sent of [...texts, ...more, '1 000', '1.2.3', `1.${'0'.repeat(200)}`]) {
      assert.equal(reads(moneyText, JSON.stringify(sent)), notNumber, sent)
    }
    for (const sent of ['[5]', '[]', 'true', 'false', '{}', '{"value":"5"}']) {
      assert.equal(reads(moneyText, sent), notNumber, sent)
    }
    assert.equal(reads(moneyText, 'null'), required)
    assert.equal(reads(moneyText, '""'), required)
  })

  test('lose the spaces around them and the zeros at the end of their decimals', () => {
    const spelled = {
      '16250.00000000': '16250',
      '20.50000000': '20.5',
      ' 15000 ': '15000',
      '15000\u00a0': '15000',
      '\u200e15000\u200b': '15000',
      '5\n': '5',
    }
    for (const [sent, amount] of Object.entries(spelled)) {
      assert.equal(reads(moneyText, JSON.stringify(sent)), amount, sent)
    }
    assert.equal(reads(moneyText, '16250.00000000'), '16250')
    assert.equal(reads(moneyOrZero, '"0.000"'), '0')
    assert.equal(reads(moneyOrZero, '-1'), 'The otp code field must be at least 0.')
  })

  test('with an exponent are refused with a sentence that says so', () => {
    const without = 'The otp code field must be a number without an exponent.'
    for (const sent of ['1e-19', '1e400', '1E2', '1.5e+3', '-2e5']) {
      assert.equal(reads(moneyText, sent), without, sent)
      assert.equal(reads(moneyText, `"${sent}"`), without, sent)
    }
  })

  test('of more integer digits than any balance has are refused', () => {
    const tooMany = 'The otp code field must not have more than 20 digits.'
    assert.equal(reads(moneyText, '123456789012345678901'), tooMany)
    assert.equal(reads(moneyText, '"1000000000000000000000000000000"'), tooMany)
    assert.equal(reads(moneyText, `"1${'0'.repeat(60_000)}"`), notNumber)
  })
})

describe('numbers and digits', () => {
  test('of codes keep their zeros and count exactly', () => {
    const pin = digits({ min: 6, max: 6 })
    assert.equal(reads(pin, '"012345"'), '012345')
    assert.equal(reads(pin, '123456'), '123456')
    for (const sent of [
      '"12345"',
      '"1234567"',
      '"12345a"',
      '"１２３４５６"',
      '12345.6',
      '[123456]',
    ]) {
      assert.equal(reads(pin, sent), 'The otp code field must be 6 digits.', sent)
    }
    const account = digits({ min: 5, max: 30 })
    assert.equal(reads(account, '1234567890123456789'), '1234567890123456789')
    assert.equal(reads(account, '"1234"'), 'The otp code field must be between 5 and 30 digits.')
  })

  test('that are whole come as numbers or as their digits', () => {
    const whole = integer({ min: 0, max: 100 })
    assert.equal(reads(whole, '7'), 7)
    assert.equal(reads(whole, '"7"'), 7)
    for (const sent of ['1.5', '"1.5"', '"0x1"', '"1e1"', '1e1', 'true', '[7]', '"٧"', '1.0']) {
      assert.equal(reads(whole, sent), 'The otp code field must be an integer.', sent)
    }
    assert.equal(reads(whole, '-1'), 'The otp code field must be at least 0.')
    assert.equal(reads(whole, '101'), 'The otp code field must not be greater than 100.')
    assert.equal(reads(wireId, '0'), 'The otp code field must be at least 1.')
    assert.equal(reads(wireId, '9223372036854775808'), 'The otp code field must be an integer.')
  })

  test('of a lock are 0 or 1, and true is invalid', () => {
    assert.equal(reads(zeroOrOne, '0'), 0)
    assert.equal(reads(zeroOrOne, '"1"'), 1)
    for (const sent of ['2', 'true', 'false', '"true"', '[1]', '{}', '-1']) {
      assert.equal(reads(zeroOrOne, sent), selected, sent)
    }
  })
})

describe('lists and data', () => {
  test('have members of one kind and a bound', () => {
    const ids = listOf(wireId, { max: 3 })
    assert.deepEqual(reads(ids, '[1,"2"]'), [1, 2])
    assert.equal(reads(ids, '[]'), required)
    assert.equal(read(ids, '{}'), required)
    assert.equal(reads(ids, '"1"'), 'The otp code field must be an array.')
    assert.equal(reads(ids, '[1,2,3,4]'), 'The otp code field must not have more than 3 items.')
    assert.equal(reads(ids, '[1,"x"]'), 'The otp code.1 field must be an integer.')
  })

  test('of any shape keep the digits of their numbers', () => {
    const data = jsonText({ maxBytes: 1_024 })
    assert.equal(reads(data, '{"a":0.10000000000000000001}'), '{"a":0.10000000000000000001}')
    assert.equal(reads(data, '[1,"x",null]'), '[1,"x",null]')
    assert.equal(reads(data, '"x"'), 'The otp code field must be an array.')
    assert.equal(reads(data, '1.5'), 'The otp code field must be an array.')
    assert.equal(
      reads(data, JSON.stringify(['x'.repeat(1_024)])),
      'The otp code field must not be greater than 1 kilobytes.',
    )
  })

  test('that must be confirmed are refused when the confirmation differs', () => {
    const fields = { password: rawText({ max: 9 }), password_confirmation: rawText({ max: 9 }) }
    const contract = confirmed(z.object(fields), 'password')
    assert.deepEqual(parseWith(contract, { password: 'a', password_confirmation: 'a' }), {
      password: 'a',
      password_confirmation: 'a',
    })
    assert.throws(() => parseWith(contract, { password: 'a', password_confirmation: 'A' }), {
      message: 'The password field confirmation does not match.',
    })
  })

  test('hold only the fields of their contract', () => {
    const contract = z.object({ otpCode: text({ max: 5 }) })
    const sent = { otpCode: 'a', balance: '1000', role: 'admin', is_verified: true }
    assert.deepEqual(parseWith(contract, sent), { otpCode: 'a' })
  })
})

describe('no text is slow to judge', () => {
  const bytes = 64 * 1_024
  const hostile = [
    'a',
    '0',
    '1',
    '.',
    '@',
    ' ',
    '-',
    '\t',
    'a.',
    'a@',
    '-.',
    '0.',
    'é',
    '[',
    '\u200b',
  ]
  const contracts = {
    text: text({ max: 255 }),
    rawText: rawText({ max: 255 }),
    email,
    digits: digits({ min: 6, max: 6 }),
    integer: wireId,
    moneyText,
    oneOf: oneOf(['BUY', 'SELL']),
  }
  for (const [name, contract] of Object.entries(contracts)) {
    test(`${name} takes less than 5 ms for any 64 kB`, () => {
      for (const unit of hostile) {
        const body = unit.repeat(Math.floor(bytes / unit.length))
        const times = [`${body}!`, `1${body}`, `a@${body}`].map((sent) => bestMs(contract, sent))
        assert.ok(Math.max(...times) < 5, `${unit}: ${times.join(', ')} ms`)
      }
    })
  }
})

/** The fastest of three runs, so that load on the machine does not fail the test. */
function bestMs(contract: z.ZodType, sent: string): number {
  const runs = [1, 2, 3].map(() => {
    const start = performance.now()
    contract.safeParse(sent)
    return performance.now() - start
  })
  return Math.min(...runs)
}
