import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLeaked } from './leaked-passwords.ts'

test('passwords that leaked are known, also with additions and look-alike signs', async () => {
  const leaked = ['Passw0rd!', 'P@ssw0rd1!', 'Qwerty123!', 'Indonesia1!', 'Bismillah1!']
  const long = ['passwordpassword', '123456789012', 'Administrator1!', 'QWERTY123456']
  for (const password of [...leaked, ...long])
    assert.equal(await isLeaked(password), true, password)
})

test('long and random passwords are not taken for leaked ones', async () => {
  const good = ['Correct-Horse-9', 'another long password', 'kJ8#vQ2m', 'Kucing84930275618', '']
  for (const password of good) assert.equal(await isLeaked(password), false, password)
})
