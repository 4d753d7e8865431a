import type { Language } from '@tukar/client'

type Text = Readonly<Record<Language, string>>

/** What the program says beside its tables. */
export const texts = {
  email: { en: 'Email:', id: 'Email:' },
  password: { en: 'Password:', id: 'Kata sandi:' },
  code: {
    en: 'Code of your authenticator (empty if you have none):',
    id: 'Kode autentikator Anda (kosongkan jika tidak ada):',
  },
  signedIn: { en: 'Signed in until', id: 'Masuk sampai' },
  signedOut: { en: 'Signed out.', id: 'Anda sudah keluar.' },
  signInFirst: { en: 'Sign in first: tukar login', id: 'Masuk dulu: tukar login' },
  noResponse: {
    en: 'No response. Look at the item before you repeat this.',
    id: 'Tidak ada respons. Periksa dahulu sebelum mengulang.',
  },
  nothing: { en: 'Nothing found.', id: 'Tidak ada.' },
  more: { en: 'More: --cursor', id: 'Lanjutan: --cursor' },
  approved: { en: 'Your approval counts. Now:', id: 'Persetujuan Anda dihitung. Kini:' },
  badAmount: {
    en: 'Write the amount in whole rupiah, with digits only:',
    id: 'Tulis jumlah dalam rupiah bulat, dengan angka saja:',
  },
  replayed: { en: 'Applied again.', id: 'Diterapkan lagi.' },
  helpHint: { en: 'Help: tukar --help', id: 'Bantuan: tukar --help' },
  unknownCommand: { en: 'Unknown command:', id: 'Perintah tidak dikenal:' },
  unknownList: { en: 'Unknown list:', id: 'Daftar tidak dikenal:' },
  notShown: { en: 'This list has no single items:', id: 'Daftar ini tidak punya rincian:' },
  notApprovable: { en: 'Approve one of:', id: 'Yang dapat disetujui:' },
  badUrl: {
    en: 'Write --url with https://, or with http:// for this machine:',
    id: 'Tulis --url dengan https://, atau http:// untuk komputer ini:',
  },
  badFilter: {
    en: 'Write each filter once, as name=value:',
    id: 'Tulis setiap saringan sekali, sebagai nama=nilai:',
  },
  unknownFilter: { en: 'Unknown filter:', id: 'Saringan tidak dikenal:' },
  notTaken: { en: 'This command does not take:', id: 'Perintah ini tidak menerima:' },
  missing: { en: 'Missing:', id: 'Kurang:' },
  filters: { en: 'filters:', id: 'saringan:' },
} as const satisfies Record<string, Text>

export type TextName = keyof typeof texts

/** Reads the language: `--lang`, else the environment's. */
export const languageOf = (
  wanted: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language => ((wanted ?? env['TUKAR_LANG'] ?? env['LANG'] ?? '').startsWith('id') ? 'id' : 'en')
