import { texts } from '../../ui/texts.ts'

export const traderTexts = texts({
  explanation: [
    'Mendaftar lewat API publik, membuka email verifikasi, membuktikan identitas, memasang ' +
      'aplikasi autentikator, lalu menyetor rupiah dan koin.',
    'Signs up through the public API, opens the verification mail, proves an identity, binds ' +
      'an authenticator app, and deposits rupiah and coins.',
  ],
  create: ['Buat trader terverifikasi dengan saldo', 'Create a verified, funded trader'],
  creating: [
    'Membuat trader; ini berlangsung beberapa detik.',
    'Creating a trader; this takes some seconds.',
  ],
  none: [
    'Belum ada trader yang dibuat di halaman ini.',
    'No trader has been created on this page yet.',
  ],
  email: ['Email', 'Email'],
  password: ['Kata sandi', 'Password'],
  secret: ['Rahasia TOTP', 'TOTP secret'],
  token: ['Token akses', 'Access token'],
  until: ['Berlaku sampai', 'Valid until'],
  balances: ['Saldo', 'Balances'],
  traders: ['Trader yang dibuat di sini', 'Traders that were created here'],
})
