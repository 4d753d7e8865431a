import { texts } from '../../ui/texts.ts'

export const frameTexts = texts({
  mailbox: ['Kotak pesan', 'Mailbox'],
  moneyIn: ['Uang masuk', 'Money in'],
  moneyOut: ['Uang keluar', 'Money out'],
  market: ['Pasar', 'Market'],
  faults: ['Gangguan', 'Faults'],
  callbacks: ['Callback', 'Callbacks'],
  time: ['Waktu', 'Time'],
  state: ['Keadaan', 'State'],
  trader: ['Trader baru', 'New trader'],
  navigation: ['Navigasi', 'Navigation'],
  explanation: [
    'Semua penyedia di sini adalah tiruan. Tidak ada uang sungguhan.',
    'All providers here are emulated. There is no real money.',
  ],
  app: ['Buka aplikasi', 'Open the app'],
  reconnecting: [
    'Sambungan ke sandbox terputus. Menyambung kembali…',
    'The connection to the sandbox is lost. Connecting again…',
  ],
  faultsSet: (count: number) => [
    `${count} gangguan aktif:`,
    count === 1 ? '1 fault is set:' : `${count} faults are set:`,
  ],
  clearAll: ['Hapus semua', 'Clear all'],
  notFound: ['Halaman ini tidak ada.', 'There is no such page.'],
  broken: ['Halaman ini gagal ditampilkan.', 'This page failed to show.'],
  reload: ['Muat ulang', 'Reload'],
})
