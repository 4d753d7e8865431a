import { texts } from '../../ui/language.tsx'

export const devicesTexts = texts(
  {
    list: 'Sesi aktif',
    unknownDevice: 'Perangkat tidak dikenal',
    current: 'Perangkat ini',
    lastUsed: 'Terakhir dipakai',
    signedIn: 'Masuk',
    end: 'Akhiri',
    endOthers: 'Akhiri semua sesi lain',
    endSure: 'Perangkat ini harus masuk lagi, dan tidak lagi dikenal.',
    endOthersSure: 'Semua perangkat lain harus masuk lagi.',
    ended: 'Sesi diakhiri.',
    history: 'Riwayat masuk',
    outcomes: {
      'signed-in': 'Masuk',
      'wrong-password': 'Kata sandi salah',
      'wrong-code': 'Kode salah',
      suspended: 'Akun dibekukan',
    },
  },
  {
    list: 'Active sessions',
    unknownDevice: 'Unknown device',
    current: 'This device',
    lastUsed: 'Last used',
    signedIn: 'Signed in',
    end: 'End',
    endOthers: 'End all other sessions',
    endSure: 'The device has to sign in again, and is no longer known.',
    endOthersSure: 'All other devices have to sign in again.',
    ended: 'The session is ended.',
    history: 'Sign-in history',
    outcomes: {
      'signed-in': 'Signed in',
      'wrong-password': 'Wrong password',
      'wrong-code': 'Wrong code',
      suspended: 'Account frozen',
    },
  },
)
