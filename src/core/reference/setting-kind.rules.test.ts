import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsKind } from './setting-kind.rules.ts'

test('a setting takes only values of its kind', () => {
  const kinds = [
    ['rupiah', ['0', '4440'], ['', '-1', '4440.5', '1e3', '04440', ' 4440', 'NaN', '4.440']],
    ['ppm', ['0', '7000', '1000000'], ['1000001', '0.7', '0.7 %']],
    ['flag', ['true', 'false'], ['1', 'TRUE', 'yes', '']],
    ['hours', ['24', '8760'], ['8761', '1.5', '-1']],
    ['seconds', ['120'], ['31622401', '2m']],
    ['count', ['3', '99999999'], ['100000000', 'three']],
    ['url', ['https://tukar.test/help'], ['http://tukar.test', 'javascript:alert(1)', 'tukar']],
    ['email', ['halo@tukar.test'], ['halo', 'a b@tukar.test', '@tukar.test']],
    [
      'text',
      ['1.0.0', 'Selamat datang'],
      ['two\nlines', 'a\u202eb', 'a\uffffb', 'x'.repeat(1_001)],
    ],
    ['collector', ['domestic', 'foreign'], ['', 'both', 'DOMESTIC']],
    ['valuation', ['last', 'median'], ['', 'mean', '1']],
    ['hosts', ['a.id', 'help.tukar.example,t.me'], ['', 'a', 'A.id', 'a.id, b.id', 'https://a.id']],
    ['day', ['none', '2027-01-01', '2028-02-29'], ['', '2027-1-1', '2027-02-29', '1999-01-01']],
    ['countries', ['ID', 'ID,SG,MY'], ['', 'id', 'UK', 'ID,', 'ID, SG', 'ID,ID', 'Indonesia']],
    ['version', ['1.0.0', '12.30.4'], ['banana', '1.0', '1.0.0.0', '01.0.0', 'v1.0.0', '-1.0.0']],
    ['unknown', [], ['anything']],
  ] as const
  for (const [kind, good, bad] of kinds) {
    for (const value of good) assert.ok(fitsKind(kind, value), `${kind} ${value}`)
    for (const value of bad) assert.ok(!fitsKind(kind, value), `${kind} ${value}`)
  }
})
