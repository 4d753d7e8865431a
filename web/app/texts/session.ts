import { texts } from '../../ui/texts.ts'

/** The texts of sign-up and sign-in. */
export const sessionTexts = texts({
  email: ['Email', 'Email'],
  password: ['Kata sandi', 'Password'],
  passwordHint: [
    '8–128 karakter, dengan huruf besar, huruf kecil, angka dan simbol.',
    '8–128 characters, with a capital letter, a small letter, a digit and a symbol.',
  ],
  passwordAgain: ['Ulangi kata sandi', 'Repeat the password'],
  passwordsDiffer: ['Kedua kata sandi tidak sama.', 'The passwords are not the same.'],
  signUp: ['Buka akun', 'Open an account'],
  haveAccount: ['Sudah punya akun?', 'Already have an account?'],
  signIn: ['Masuk', 'Sign in'],
  signOut: ['Keluar', 'Sign out'],
  recoveryCode: ['Kode pemulihan', 'Recovery code'],
  useRecoveryCode: ['Ponsel hilang? Pakai kode pemulihan', 'Lost your phone? Use a recovery code'],
  useApp: ['Pakai kode autentikator', 'Use the code of the authenticator'],
  forgotPassword: ['Lupa kata sandi?', 'Forgot your password?'],
  noAccount: ['Belum punya akun?', 'No account yet?'],
  checkMail: ['Periksa email Anda', 'Check your mail'],
  mailSent: (email: string) => [
    `Kami mengirim tautan ke ${email}. Buka untuk mengonfirmasi.`,
    `We sent a link to ${email}. Open it to confirm the address.`,
  ],
  sendAgain: ['Kirim ulang tautan', 'Send the link again'],
  sentAgain: ['Tautan dikirim ulang.', 'The link was sent again.'],
  unverified: [
    'Alamat email Anda belum dikonfirmasi. Ke alamat mana kami mengirim tautannya?',
    'Your email address is not confirmed. To which address did we send the link?',
  ],
  continue: ['Lanjut', 'Continue'],
  code: ['Kode autentikator', 'Authenticator code'],
  codeHint: ['6 angka dari aplikasi autentikator Anda.', '6 digits from your authenticator app.'],
})
