import { texts } from '../../ui/texts.ts'

export const devicesTexts = texts({
  list: ['Sesi aktif', 'Active sessions'],
  unknownDevice: ['Perangkat tidak dikenal', 'Unknown device'],
  current: ['Perangkat ini', 'This device'],
  lastUsed: ['Terakhir dipakai', 'Last used'],
  signedIn: ['Masuk', 'Signed in'],
  end: ['Akhiri', 'End'],
  endOthers: ['Akhiri semua sesi lain', 'End all other sessions'],
  endSure: [
    'Perangkat ini harus masuk lagi, dan tidak lagi dikenal.',
    'The device has to sign in again, and is no longer known.',
  ],
  endOthersSure: [
    'Semua perangkat lain harus masuk lagi.',
    'All other devices have to sign in again.',
  ],
  ended: ['Sesi diakhiri.', 'The session is ended.'],
  history: ['Riwayat masuk', 'Sign-in history'],
  outcomes: {
    'signed-in': ['Masuk', 'Signed in'],
    'wrong-password': ['Kata sandi salah', 'Wrong password'],
    'wrong-code': ['Kode salah', 'Wrong code'],
    suspended: ['Akun dibekukan', 'Account frozen'],
  },
})
