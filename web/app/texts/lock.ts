import { texts } from '../../ui/language.tsx'

export const lockTexts = texts(
  {
    enterPin: 'Masukkan PIN Anda',
    locked: 'Aplikasi terkunci',
    attemptsLeft: (count: number) => `Sisa percobaan: ${count}.`,
    waitMinutes: (count: number) => `Coba lagi dalam ${count} menit.`,
    pinLimit: 'Sepuluh PIN salah berturut-turut mengakhiri semua sesi.',
    forgotPin: 'Lupa PIN? Keluar',
  },
  {
    enterPin: 'Enter your PIN',
    locked: 'The app is locked',
    attemptsLeft: (count: number) => `Attempts left: ${count}.`,
    waitMinutes: (count: number) => `Try again in ${count} min.`,
    pinLimit: 'Ten wrong PINs in a row end every session.',
    forgotPin: 'Forgot the PIN? Sign out',
  },
)
