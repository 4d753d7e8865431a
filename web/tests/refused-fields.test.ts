import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanOf } from '../../src/app/wallet/history.rules.ts'
import { digits, email, text } from '../../src/platform/http/contracts/contracts.ts'
import { calendarDay } from '../../src/platform/http/contracts/list-filters.ts'
import { spanBounds } from '../app/history/span-bounds.ts'
import { inIndonesian } from '../ui/field-sentences.ts'

test('an Indonesian page says in Indonesian what the service says of a field', () => {
  const refused = [
    [text({ max: 9 }), '', 'Wajib diisi.'],
    [text({ min: 3, max: 9 }), 'ab', 'Paling sedikit 3 karakter.'],
    [text({ max: 9 }), '0123456789', 'Paling banyak 9 karakter.'],
    [digits({ min: 6, max: 6 }), '12345', 'Harus 6 angka.'],
    [digits({ min: 6, max: 8 }), '12345', 'Harus 6 sampai 8 angka.'],
    [email, 'nobody', 'Alamat email ini tidak benar.'],
    [calendarDay, '2026-02-30', 'Tanggal ini tidak benar.'],
  ] as const
  for (const [contract, value, expected] of refused) {
    const sentence = contract.safeParse(value).error?.issues[0]?.message ?? ''
    assert.equal(inIndonesian(sentence.replace(':attribute', 'account number')), expected)
  }
  const other = 'The url field must start with https://.'
  assert.equal(inIndonesian(other), `Isian ini belum benar. (${other})`)
})

const nextDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('the days of transfers that can be chosen are those that the service lists', () => {
  for (const day of ['2026-03-31', '2024-02-29', '2023-03-01']) {
    const { startDate, endDate } = spanBounds(day, day)
    for (const start of [startDate.min, startDate.max]) assert.ok(spanOf(start, day))
    for (const end of [endDate.min, endDate.max]) assert.ok(spanOf(day, end))
    assert.throws(() => spanOf(nextDay(startDate.min, -1), day), day)
    assert.throws(() => spanOf(nextDay(startDate.max, 1), day), day)
    assert.throws(() => spanOf(day, nextDay(endDate.min, -1)), day)
    assert.throws(() => spanOf(day, nextDay(endDate.max, 1)), day)
  }
  assert.deepEqual(spanBounds('', ''), {
    startDate: { min: '', max: '' },
    endDate: { min: '', max: '' },
  })
})
