import { texts } from '../../ui/language.tsx'

export const sandboxPaymentTexts = texts(
  {
    title: 'Sandbox',
    explanation: 'Tidak ada uang sungguhan di sini. Bayar seolah-olah dari luar:',
    amount: 'Jumlah pembayaran',
    pay: 'Bayar',
    paid: 'Dibayar di sandbox.',
  },
  {
    title: 'Sandbox',
    explanation: 'There is no real money here. Pay as if from outside:',
    amount: 'Amount of the payment',
    pay: 'Pay',
    paid: 'Paid in the sandbox.',
  },
)
