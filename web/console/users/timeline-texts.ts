import { texts } from '../../ui/texts.ts'

/** What a timeline says of identities, deposits, orders and withdrawals, word by word. */
export const timelineTexts = texts({
  OCR: ['Kartu identitas', 'Identity card'],
  LIVENESS: ['Wajah', 'Face'],
  REGISTRATION: ['Pendaftaran identitas', 'Registration of an identity'],
  VA: ['virtual account', 'virtual account'],
  QRIS: ['QRIS', 'QRIS'],
  ORDER: ['order', 'order'],
  manual: ['Transfer', 'Reported'],
  MANUAL: ['yang dilaporkan', 'transfer'],
  BUY: ['Beli', 'Buy'],
  SELL: ['Jual', 'Sell'],
  LIMIT: ['limit', 'limit'],
  MARKET: ['pasar', 'market'],
  COIN: ['Koin', 'Coins'],
  CASH: ['Rupiah', 'Rupiah'],
})
