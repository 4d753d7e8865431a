import { texts } from '../../ui/texts.ts'

export const marketTexts = texts({
  prices: ['Harga', 'Prices'],
  price: (symbol: string) => [`Harga ${symbol}`, `Price of ${symbol}`],
  slider: (symbol: string) => [`Geser harga ${symbol}`, `Move the price of ${symbol}`],
  status: (symbol: string) => [`Status ${symbol}`, `Status of ${symbol}`],
  meet: ['Pertemukan', 'Let them meet'],
  meets: ['Pertemukan dengan order…', 'Meet an order…'],
  maker: ['Order yang menunggu', 'The resting order'],
  set: ['Pasang', 'Set'],
  priceSet: (symbol: string) => [
    `Harga ${symbol} terpasang; harga berhenti bergerak sendiri.`,
    `The price of ${symbol} is set; prices no longer move.`,
  ],
  walk: ['Harga bergerak sendiri', 'Prices move by themselves'],
  match: ['Order terisi sendiri', 'Orders are filled by themselves'],
  orders: ['Order terbuka di bursa', 'Open orders at the venue'],
  noOrders: ['Tidak ada order yang terbuka.', 'There are no open orders.'],
  matchHint: [
    'Matikan ini agar order menunggu sampai diisi di sini.',
    'Switch this off to let orders wait until they are filled here.',
  ],
  filled: ['terisi', 'filled'],
  atMarket: ['harga pasar', 'market price'],
  fillAll: ['Isi penuh', 'Fill'],
  fillPart: ['Isi sebagian…', 'Fill a part…'],
  fill: ['Isi', 'Fill'],
  cancel: ['Batalkan', 'Cancel'],
  expire: ['Kedaluwarsa', 'Expire'],
  quantity: ['Jumlah', 'Quantity'],
  fillPrice: ['Harga (harga order jika kosong)', "Price (the order's own if empty)"],
  done: ['Selesai; laporan sedang dikirim.', 'Done; the report is on its way.'],
})
