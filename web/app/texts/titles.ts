import { texts } from '../../ui/texts.ts'

/** The titles of all screens. */
export const titles = texts({
  signUp: ['Buka akun', 'Open an account'],
  signIn: ['Masuk', 'Sign in'],
  confirmEmail: ['Konfirmasi email', 'Confirm your email'],
  markets: ['Pasar', 'Markets'],
  trade: ['Transaksi', 'Trade'],
  history: ['Riwayat', 'History'],
  account: ['Akun', 'Account'],
  wallet: ['Dompet', 'Wallet'],
  asset: ['Aset', 'Asset'],
  deposit: ['Deposit', 'Deposit'],
  withdraw: ['Tarik dana', 'Withdraw'],
  withdrawal: ['Penarikan', 'Withdrawal'],
  transfers: ['Deposit & penarikan', 'Deposits & withdrawals'],
  moves: ['Mutasi', 'Moves'],
  taxes: ['Pajak', 'Taxes'],
  statement: ['Rekening koran', 'Statement'],
  forgottenPassword: ['Lupa kata sandi', 'Forgotten password'],
  resetPassword: ['Kata sandi baru', 'New password'],
  identity: ['Identitas', 'Identity'],
  taxResidence: ['Domisili pajak', 'Tax residence'],
  twoFactor: ['Autentikator', 'Authenticator'],
  phone: ['Telepon', 'Phone'],
  pin: ['PIN', 'PIN'],
  password: ['Ubah kata sandi', 'Change the password'],
  devices: ['Perangkat dan sesi', 'Devices and sessions'],
  proof: ['Bukti kewajiban', 'Proof of liabilities'],
  apiKeys: ['Kunci API', 'API keys'],
  closeAccount: ['Bekukan akun saya', 'Freeze my account'],
  help: ['Bantuan', 'Help'],
  addresses: ['Buku alamat', 'Address book'],
  messages: ['Pesan', 'Messages'],
  news: ['Berita', 'News'],
})

export type TitleKey = keyof typeof titles.id
