import { texts } from '../../ui/texts.ts'

export const depositTexts = texts({
  method: ['Cara deposit', 'Way of depositing'],
  byAccount: ['Virtual account', 'Virtual account'],
  byCode: ['Kode QR', 'QR code'],
  closed: ['Deposit sedang ditutup.', 'Deposits are closed at the moment.'],
  bank: ['Bank', 'Bank'],
  openAccount: ['Buka nomor virtual account', 'Open a virtual account'],
  account: ['Virtual account', 'Virtual account'],
  number: ['Nomor rekening', 'Account number'],
  noExpiry: [
    'Nomor ini milik Anda dan tidak kedaluwarsa. Setiap transfer langsung masuk ke saldo.',
    'This number is yours and does not expire. Each transfer goes to your balance.',
  ],
  bounds: (least: string, most: string) => [
    least === most ? least : `${least} sampai ${most}`,
    least === most ? least : `${least} to ${most}`,
  ],
  each: ['Per transfer', 'Each transfer'],
  makeCode: ['Buat kode QR', 'Make a QR code'],
  code: ['Kode QR', 'QR code'],
  scan: [
    'Pindai dengan aplikasi QRIS mana pun. Kode dibayar sekali, dengan jumlah ini.',
    'Scan it with any QRIS app. The code is paid once, with this amount.',
  ],
  expires: ['Berlaku sampai', 'Valid until'],
  paid: [
    'Pembayaran diterima. Saldo Anda sudah bertambah.',
    'The payment has arrived. It is in your balance.',
  ],
  anotherCode: ['Buat kode lain', 'Make another code'],
  openCodes: ['Kode yang menunggu pembayaran', 'Codes that wait for payment'],
  history: ['Riwayat deposit', 'Deposits so far'],
  chooseNetwork: ['Pilih jaringan', 'Choose a network'],
  networkHint: [
    'Pilih jaringan yang dipakai pengirim.',
    'Choose the network that the sender uses.',
  ],
  addressOf: (symbol: string) => [`Alamat ${symbol}`, `${symbol} address`],
  tag: ['Tag tujuan', 'Destination tag'],
  tagWarning: [
    'Alamat ini dipakai bersama. Tanpa tag ini kami tidak tahu deposit milik siapa.',
    'This address is shared. Without this tag we cannot tell whose deposit it is.',
  ],
  onlyThis: (symbol: string, network: string) => [
    `Kirim hanya ${symbol} lewat jaringan ${network}. Koin lain atau jaringan lain bisa hilang.`,
    `Send only ${symbol} on the network ${network}. Other coins or networks may be lost.`,
  ],
  networkClosed: [
    'Deposit koin ini sedang ditutup.',
    'Deposits of this coin are closed at the moment.',
  ],
  detected: ['Deposit terdeteksi', 'Detected deposits'],
  waiting: [
    'Deposit muncul di sini begitu terlihat di jaringan, dan masuk setelah dikonfirmasi.',
    'A deposit appears here when the network shows it, and is credited when confirmed.',
  ],
  accountStatuses: {
    REQUESTED: ['Sedang dibuka', 'Being opened'],
    PENDING: ['Sedang dibuka', 'Being opened'],
    ACTIVE: ['Aktif', 'Active'],
    INACTIVE: ['Tidak aktif', 'Inactive'],
    FAILED: ['Gagal dibuka', 'Could not be opened'],
  },
  codeStatuses: {
    REQUESTED: ['Sedang dibuat', 'Being made'],
    ACTIVE: ['Menunggu pembayaran', 'Waiting for payment'],
    PAID: ['Dibayar', 'Paid'],
    INACTIVE: ['Kedaluwarsa', 'Expired'],
    FAILED: ['Gagal dibuat', 'Could not be made'],
  },
})
