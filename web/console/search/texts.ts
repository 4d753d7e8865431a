import { texts } from '../../ui/texts.ts'

export const searchTexts = texts({
  search: ['Hasil pencarian', 'Search results'],
  found: ['Ditemukan', 'Found'],
  hint: [
    'Tulis nama, email, telepon, rekening, hash, nomor, atau jumlah, misalnya Rp 1.500.000.',
    'Type a name, mail address, phone, account, hash, id, or an amount such as Rp 1.500.000.',
  ],
  nothing: (text: string) => [
    `Tidak ada yang cocok dengan “${text}”.`,
    `Nothing matches “${text}”.`,
  ],
  kind: ['Jenis', 'Kind'],
  what: ['Yang ditemukan', 'Found'],
  because: ['Cocok menurut', 'Matched by'],
  user: ['Pengguna', 'User'],
  state: ['Status', 'Status'],
  time: ['Waktu', 'Time'],
  kinds: {
    user: ['Pengguna', 'User'],
    withdrawal: ['Penarikan', 'Withdrawal'],
    order: ['Order', 'Order'],
    claim: ['Laporan transfer', 'Claimed transfer'],
    'cash-deposit': ['Deposit rupiah', 'Rupiah deposit'],
    'coin-deposit': ['Deposit koin', 'Coin deposit'],
    suspense: ['Uang tanpa pemilik', 'Suspense'],
  },
  reasons: {
    id: ['nomor', 'id'],
    name: ['nama pada kartu identitas', 'name on the identity card'],
    email: ['alamat email', 'mail address'],
    phone: ['telepon', 'phone'],
    'bank-account': ['rekening bank', 'bank account'],
    'virtual-account': ['virtual account', 'virtual account'],
    address: ['alamat koin', 'coin address'],
    hash: ['hash transaksi', 'transaction hash'],
    reference: ['nomor pada penyedia', 'provider’s id'],
    amount: ['jumlah', 'amount'],
  },
})
