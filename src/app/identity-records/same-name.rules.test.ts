import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameName } from './same-name.rules.ts'

/** A name on an identity card, and other spellings of it by banks. */
const same: readonly (readonly [string, ...string[]])[] = [
  [
    'SITI RAHAYU',
    ' siti  rahayu ',
    'Síti Rahayu',
    'Siti. Rahayu',
    'siti\trahayu',
    'ＳＩＴＩ RAHAYU',
  ],
  ['JOKO PRASETYO', 'JOKO-PRASETYO', 'DR. JOKO PRASETYO, S.H.', 'DR JOKO PRASETYO SH'],
  ['JOKO PRASETYO', 'Prof. Dr. Ir. Joko Prasetyo, M.Sc., Ph.D.', 'DR.JOKO PRASETYO,SH,MH'],
  [
    'JOKO PRASETYO',
    'BPK JOKO PRASETYO',
    'JOKO PRASETYO, S. H.',
    'JOKO/PRASETYO',
    'TN. JOKO PRASETYO',
  ],
  [
    'JOKO PRASETYO, S.H.',
    'JOKO PRASETYO S H',
    'JOKO PRASETYO SH',
    'JOKO PRASETYO',
    'Joko Prasetyo S.H',
  ],
  ['DRS. H. AHMAD DAHLAN', 'AHMAD DAHLAN', 'H AHMAD DAHLAN', 'DRS AHMAD DAHLAN, M.PD'],
  ['HJ. NURHAYATI', 'NURHAYATI', 'HJ NURHAYATI', 'IBU NURHAYATI'],
  ['SUHARTO', 'H. SUHARTO', 'SUHARTO, S.E., M.M.', 'Suharto S.Pd'],
  ["MA'RUF AMIN", 'MARUF AMIN', 'MA RUF AMIN', 'MA’RUF AMIN', 'K.H. MA`RUF AMIN'],
  ['SA’ADAH NUR’AINI', 'SAADAH NURAINI', "SA'ADAH NUR'AINI", 'SA ADAH NUR AINI'],
  ['MUHAMMAD RIDWAN', 'Muhammad Ridwan, S.T.', 'MUHAMMAD-RIDWAN', 'IR. MUHAMMAD RIDWAN'],
  ['M. RIDWAN', 'M RIDWAN', 'RIDWAN M', 'M.RIDWAN', 'RIDWAN, M.'],
  ['PUTRI S A', 'PUTRI S. A.', 'PUTRI A S', 'PUTRI S.A.'],
  ['A.R. FACHRUDDIN', 'AR FACHRUDDIN', 'A R FACHRUDDIN', 'FACHRUDDIN A.R.'],
  ['I GEDE PUTU ARYA', 'I. GEDE PUTU ARYA', 'GEDE PUTU ARYA I'],
  ['NI LUH AYU', 'Ni Luh Ayu, S.Kom.', 'NI LUH AYU AMD.KEB', 'NS. NI LUH AYU, S.KEP'],
  ['RENÉE SIMANJUNTAK', 'RENEE SIMANJUNTAK', 'Dra. Renée Simanjuntak'],
  ['DEWI SARTIKA BR. GINTING', 'DEWI SARTIKA BR GINTING', 'Dewi Sartika br. Ginting, A.Md.'],
  ['YOHANES DE BRITTO', 'dr. Yohanes de Britto, Sp.PD', 'YOHANES DE-BRITTO'],
  ['ABDUL RAHMAN', 'ABDUL \u200bRAHMAN', 'ABDUL_RAHMAN', 'Abdul (Rahman)'],
]

/** A name on an identity card, and names of other people or names too short to tell. */
const different: readonly (readonly [string, ...string[]])[] = [
  ['SITI RAHAYU', 'SITI', 'RAHAYU SITI', 'SITI RAHAYUA', 'SITIRAHAYU', 'S RAHAYU', '', '李', '123'],
  ['JOKO PRASETYO', 'JOKO', 'PRASETYO', 'JOKO SUSILO', 'DR. JOKO', 'JOKO PRASETYA', 'S.H.', 'DR'],
  ['JOKO PRASETYO', 'PRASETYO, JOKO', 'JOKO P', 'JOKO PRASETYO WIBOWO', 'IBU JOKO PRASETYOWATI'],
  ['MUHAMMAD RIDWAN', 'M RIDWAN', 'MOH RIDWAN', 'MUH. RIDWAN', 'RIDWAN', 'MUHAMMAD'],
  ['M. RIDWAN', 'A. RIDWAN', 'RIDWAN', 'M. M. RIDWAN', 'MRIDWAN', 'M RIDWANTO'],
  ['A B', 'B A', 'A', 'A B C'],
  ['DEWI', 'DEWI SARTIKA', 'DEWI S', 'IBU', 'DEVI'],
  ["MA'RUF AMIN", 'MARUF', 'MARUF AMINAH', 'RUF AMIN'],
  ['AGUS MA', 'AGUS', 'MA AGUS', 'AGUS SH'],
  ['SRI DEWI MEI', 'SRI DEWI', 'DEWI MEI'],
  ['李 SITI', '王 SITI', 'SITI'],
  ['H', 'HJ', 'DR', 'HAJI'],
  ['', '', ' ', '.', '-', "'"],
]

test('titles, marks, accents, case and the place of initials do not change a name', () => {
  for (const [card, ...spellings] of same) {
    for (const spelling of spellings) {
      assert.ok(isSameName(card, spelling), `${card} and ${spelling}`)
      assert.ok(isSameName(spelling, card), `${spelling} and ${card}`)
    }
  }
  assert.ok(same.flat().length >= 60)
})

test('another word, order or initial is another name, and no letters are no name', () => {
  for (const [card, ...others] of different) {
    for (const other of others) {
      assert.ok(!isSameName(card, other), `${card} and ${other}`)
      assert.ok(!isSameName(other, card), `${other} and ${card}`)
    }
  }
})
