import { texts } from '../../ui/texts.ts'

export const lockTexts = texts({
  enterPin: ['Masukkan PIN Anda', 'Enter your PIN'],
  locked: ['Aplikasi terkunci', 'The app is locked'],
  attemptsLeft: (count: number) => [`Sisa percobaan: ${count}.`, `Attempts left: ${count}.`],
  waitMinutes: (count: number) => [`Coba lagi dalam ${count} menit.`, `Try again in ${count} min.`],
  pinLimit: [
    'Sepuluh PIN salah berturut-turut mengakhiri semua sesi.',
    'Ten wrong PINs in a row end every session.',
  ],
  forgotPin: ['Lupa PIN? Keluar', 'Forgot the PIN? Sign out'],
})
