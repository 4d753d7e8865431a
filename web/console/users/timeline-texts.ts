import { texts } from '../../ui/language.tsx'

/** What a timeline says of identities, deposits, orders and withdrawals, word by word. */
export const timelineTexts = texts<Readonly<Record<string, string>>>(
  {
    OCR: 'Kartu identitas',
    LIVENESS: 'Wajah',
    REGISTRATION: 'Pendaftaran identitas',
    VA: 'virtual account',
    QRIS: 'QRIS',
    ORDER: 'order',
    manual: 'Transfer',
    MANUAL: 'yang dilaporkan',
    BUY: 'Beli',
    SELL: 'Jual',
    LIMIT: 'limit',
    MARKET: 'pasar',
    COIN: 'Koin',
    CASH: 'Rupiah',
  },
  {
    OCR: 'Identity card',
    LIVENESS: 'Face',
    REGISTRATION: 'Registration of an identity',
    VA: 'virtual account',
    QRIS: 'QRIS',
    ORDER: 'order',
    manual: 'Reported',
    MANUAL: 'transfer',
    BUY: 'Buy',
    SELL: 'Sell',
    LIMIT: 'limit',
    MARKET: 'market',
    COIN: 'Coins',
    CASH: 'Rupiah',
  },
)
