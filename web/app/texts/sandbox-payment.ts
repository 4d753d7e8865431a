import { texts } from '../../ui/texts.ts'

export const sandboxPaymentTexts = texts({
  title: ['Sandbox', 'Sandbox'],
  explanation: [
    'Tidak ada uang sungguhan di sini. Bayar seolah-olah dari luar:',
    'There is no real money here. Pay as if from outside:',
  ],
  amount: ['Jumlah pembayaran', 'Amount of the payment'],
  pay: ['Bayar', 'Pay'],
  paid: ['Dibayar di sandbox.', 'Paid in the sandbox.'],
})
