import { texts } from '../../ui/texts.ts'

/** The texts of the account's first page and of its preferences. */
export const accountTexts = texts({
  email: ['Email', 'Email'],
  phone: ['Telepon', 'Phone'],
  memberSince: ['Anggota sejak', 'Member since'],
  verification: ['Verifikasi', 'Verification'],
  done: (count: number, all: number) => [`${count} dari ${all} selesai`, `${count} of ${all} done`],
  isDone: ['Selesai', 'Done'],
  isMissing: ['Belum', 'Missing'],
  isBusy: ['Diproses', 'In review'],
  hasFailed: ['Ditolak', 'Rejected'],
  emailHint: ['Alamat Anda sudah dikonfirmasi.', 'Your address is confirmed.'],
  phoneHint: ['Nomor untuk kode dan peringatan.', 'The number for codes and warnings.'],
  identity: ['Identitas', 'Identity'],
  identityHint: [
    'Diperlukan untuk berdagang dan menarik dana.',
    'Required to trade and to withdraw.',
  ],
  taxResidence: ['Domisili pajak', 'Tax residence'],
  taxResidenceHint: [
    'Dilaporkan kepada Direktorat Jenderal Pajak setiap tahun.',
    'Reported to the tax directorate every year.',
  ],
  twofa: ['Autentikator', 'Authenticator'],
  twofaHint: ['Diperlukan untuk menarik dana.', 'Required to withdraw.'],
  pin: ['PIN', 'PIN'],
  pinHint: ['Mengunci aplikasi di perangkat ini.', 'Locks the app on this device.'],
  password: ['Kata sandi', 'Password'],
  leakedHint: [
    'Ada dalam daftar kata sandi yang bocor. Pilih yang lain.',
    'On a list of leaked passwords. Choose another one.',
  ],
  settings: ['Keamanan dan akses', 'Security and access'],
  preferences: ['Tampilan', 'Appearance'],
  language: ['Bahasa', 'Language'],
  signOutHint: ['Mengakhiri sesi di semua perangkat.', 'Ends the sessions on all devices.'],
})
