import { texts } from '../../ui/texts.ts'

export const accessTexts = texts({
  operators: ['Masuk sebagai operator', 'Sign in as an operator'],
  email: ['Alamat email', 'Email address'],
  password: ['Kata sandi', 'Password'],
  code: ['Kode sekali pakai', 'One-time code'],
  codeHint: [
    'Dari aplikasi autentikator, bila Anda sudah memasangnya.',
    'From your authenticator app, if you have set one up.',
  ],
  signIn: ['Masuk', 'Sign in'],
  choose: ['Pilih kata sandi Anda', 'Choose your password'],
  newPassword: ['Kata sandi baru', 'New password'],
  newPasswordHint: [
    'Minimal 12 karakter, hanya Anda yang mengetahuinya.',
    'At least 12 characters, known to you alone.',
  ],
  again: ['Sekali lagi', 'Again'],
  differ: ['Kedua kata sandi berbeda.', 'The two passwords differ.'],
  chosen: (email: string) => [
    `Kata sandi tersimpan. Masuk sebagai ${email}.`,
    `Your password is set. Sign in as ${email}.`,
  ],
  toSignIn: ['Ke halaman masuk', 'To the sign-in'],
  chooseFirst: [
    'Pilih kata sandi Anda sendiri terlebih dahulu',
    'Choose a password of your own first',
  ],
  bindFirst: ['Pasang aplikasi autentikator terlebih dahulu', 'Set up an authenticator app first'],
  current: ['Kata sandi sekarang', 'Current password'],
  change: ['Ganti kata sandi', 'Change the password'],
  changeHint: ['Sesi Anda yang lain berakhir.', 'Your other sessions end.'],
  changed: ['Kata sandi diganti.', 'The password is changed.'],
  app: ['Aplikasi autentikator', 'Authenticator app'],
  setUp: ['Siapkan aplikasi', 'Set up an app'],
  setUpOther: ['Siapkan aplikasi lain', 'Set up another app'],
  scan: [
    'Pindai kode ini dengan aplikasi, atau ketik rahasianya.',
    'Scan this code with the app, or type the secret into it.',
  ],
  secret: ['Rahasia sebagai kode QR', 'The secret as a QR code'],
  first: ['Kode pertama dari aplikasi', 'First code of the app'],
  bind: ['Pasang aplikasi', 'Bind the app'],
  bound: ['Aplikasi terpasang.', 'The app is bound.'],
})
