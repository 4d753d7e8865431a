import { texts } from '../../ui/texts.ts'

export const timeTexts = texts({
  scale: ['Kecepatan waktu penyedia', 'Speed of provider time'],
  scaleHint: [
    '60 berarti satu menit penyedia berlangsung satu detik di sini.',
    '60 means that a minute of the provider takes a second here.',
  ],
  setScale: ['Pasang', 'Set'],
  isSet: ['Kecepatan terpasang.', 'The speed is set.'],
  advance: ['Lewatkan waktu', 'Let time pass'],
  advanceHint: [
    'Pembayaran keluar, konfirmasi dan pengulangan callback yang jatuh tempo terjadi sekarang.',
    'Payouts, confirmations and repeated callbacks that become due happen now.',
  ],
  minute: ['1 menit', '1 minute'],
  hour: ['1 jam', '1 hour'],
  day: ['1 hari', '1 day'],
  passed: ['Waktu penyedia sudah lewat.', 'Provider time has passed.'],
  pending: (count: number) => [
    `${count} kejadian menunggu waktunya.`,
    count === 1 ? '1 event waits for its time.' : `${count} events wait for their time.`,
  ],
  pace: ['Yang berjalan sendiri', 'What advances by itself'],
  payouts: [
    'Pembayaran keluar payx (dua menit penyedia)',
    'Payouts of payx (after two minutes of provider time)',
  ],
  withdrawals: [
    'Penarikan koin (tiga langkah masing-masing 40 detik penyedia)',
    'Withdrawals of coins (three steps of 40 seconds of provider time)',
  ],
  walk: ['Harga bursa (setiap detik)', 'Prices of the venue (each second)'],
  match: ['Pengisian order di bursa', 'Fills of orders at the venue'],
  balance: ['Saldo payx', "payx's balance"],
  balanceNow: ['Saldo', 'Balance'],
  setBalance: ['Pasang saldo', 'Set the balance'],
  venueClock: ['Jam bursa', "The venue's clock"],
  offset: ['Selisih dalam milidetik', 'How far it is off, in milliseconds'],
  setOffset: ['Pasang selisih', 'Set the clock'],
  reset: ['Mulai dari awal', 'Begin anew'],
  resetHint: [
    'Menghapus semua yang disimpan penyedia tiruan, termasuk pesan dan gangguan.',
    'Deletes all that the emulators keep, messages and faults too.',
  ],
  resetAll: ['Hapus semuanya', 'Delete everything'],
  sure: [
    'Layanan tetap menyimpan datanya. Rekening dan order yang terbuka menjadi tidak dikenal.',
    'The service keeps its data. Accounts and orders that are still open become unknown.',
  ],
  wasReset: ['Semuanya dihapus.', 'Everything is deleted.'],
  changed: ['Terpasang.', 'It is set.'],
})
