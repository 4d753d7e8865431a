import { texts } from '../../ui/language.tsx'

export const traderTexts = texts(
  {
    explanation: [
      'Mendaftar lewat API publik, membuka email verifikasi, membuktikan identitas, memasang',
      'aplikasi autentikator, lalu menyetor rupiah dan koin.',
    ].join(' '),
    create: 'Buat trader terverifikasi dengan saldo',
    creating: 'Membuat trader; ini berlangsung beberapa detik.',
    none: 'Belum ada trader yang dibuat di halaman ini.',
    email: 'Email',
    password: 'Kata sandi',
    secret: 'Rahasia TOTP',
    token: 'Token akses',
    until: 'Berlaku sampai',
    balances: 'Saldo',
    traders: 'Trader yang dibuat di sini',
  },
  {
    explanation: [
      'Signs up through the public API, opens the verification mail, proves an identity, binds',
      'an authenticator app, and deposits rupiah and coins.',
    ].join(' '),
    create: 'Create a verified, funded trader',
    creating: 'Creating a trader; this takes some seconds.',
    none: 'No trader has been created on this page yet.',
    email: 'Email',
    password: 'Password',
    secret: 'TOTP secret',
    token: 'Access token',
    until: 'Valid until',
    balances: 'Balances',
    traders: 'Traders that were created here',
  },
)
