import { texts } from '../../ui/language.tsx'

type Words = Readonly<Record<string, string>>

const accountId: Words = {
  REQUESTED: 'Sedang dibuka',
  PENDING: 'Sedang dibuka',
  ACTIVE: 'Aktif',
  INACTIVE: 'Tidak aktif',
  FAILED: 'Gagal dibuka',
}
const accountEn: Words = {
  REQUESTED: 'Being opened',
  PENDING: 'Being opened',
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  FAILED: 'Could not be opened',
}
const codeId: Words = {
  REQUESTED: 'Sedang dibuat',
  ACTIVE: 'Menunggu pembayaran',
  PAID: 'Dibayar',
  INACTIVE: 'Kedaluwarsa',
  FAILED: 'Gagal dibuat',
}
const codeEn: Words = {
  REQUESTED: 'Being made',
  ACTIVE: 'Waiting for payment',
  PAID: 'Paid',
  INACTIVE: 'Expired',
  FAILED: 'Could not be made',
}

export const depositTexts = texts(
  {
    method: 'Cara deposit',
    byAccount: 'Virtual account',
    byCode: 'Kode QR',
    closed: 'Deposit sedang ditutup.',
    bank: 'Bank',
    openAccount: 'Buka nomor virtual account',
    account: 'Virtual account',
    number: 'Nomor rekening',
    noExpiry:
      'Nomor ini milik Anda dan tidak kedaluwarsa. Setiap transfer langsung masuk ke saldo.',
    bounds: (least: string, most: string) => (least === most ? least : `${least} sampai ${most}`),
    each: 'Per transfer',
    makeCode: 'Buat kode QR',
    code: 'Kode QR',
    scan: 'Pindai dengan aplikasi QRIS mana pun. Kode dibayar sekali, dengan jumlah ini.',
    expires: 'Berlaku sampai',
    paid: 'Pembayaran diterima. Saldo Anda sudah bertambah.',
    anotherCode: 'Buat kode lain',
    openCodes: 'Kode yang menunggu pembayaran',
    history: 'Riwayat deposit',
    chooseNetwork: 'Pilih jaringan',
    networkHint: 'Pilih jaringan yang dipakai pengirim.',
    addressOf: (symbol: string) => `Alamat ${symbol}`,
    tag: 'Tag tujuan',
    tagWarning: 'Alamat ini dipakai bersama. Tanpa tag ini kami tidak tahu deposit milik siapa.',
    onlyThis: (symbol: string, network: string) =>
      `Kirim hanya ${symbol} lewat jaringan ${network}. Koin lain atau jaringan lain bisa hilang.`,
    networkClosed: 'Deposit koin ini sedang ditutup.',
    detected: 'Deposit terdeteksi',
    waiting: 'Deposit muncul di sini begitu terlihat di jaringan, dan masuk setelah dikonfirmasi.',
    accountStatuses: accountId,
    codeStatuses: codeId,
  },
  {
    method: 'Way of depositing',
    byAccount: 'Virtual account',
    byCode: 'QR code',
    closed: 'Deposits are closed at the moment.',
    bank: 'Bank',
    openAccount: 'Open a virtual account',
    account: 'Virtual account',
    number: 'Account number',
    noExpiry: 'This number is yours and does not expire. Each transfer goes to your balance.',
    bounds: (least: string, most: string) => (least === most ? least : `${least} to ${most}`),
    each: 'Each transfer',
    makeCode: 'Make a QR code',
    code: 'QR code',
    scan: 'Scan it with any QRIS app. The code is paid once, with this amount.',
    expires: 'Valid until',
    paid: 'The payment has arrived. It is in your balance.',
    anotherCode: 'Make another code',
    openCodes: 'Codes that wait for payment',
    history: 'Deposits so far',
    chooseNetwork: 'Choose a network',
    networkHint: 'Choose the network that the sender uses.',
    addressOf: (symbol: string) => `${symbol} address`,
    tag: 'Destination tag',
    tagWarning: 'This address is shared. Without this tag we cannot tell whose deposit it is.',
    onlyThis: (symbol: string, network: string) =>
      `Send only ${symbol} on the network ${network}. Other coins or networks may be lost.`,
    networkClosed: 'Deposits of this coin are closed at the moment.',
    detected: 'Detected deposits',
    waiting: 'A deposit appears here when the network shows it, and is credited when confirmed.',
    accountStatuses: accountEn,
    codeStatuses: codeEn,
  },
)
