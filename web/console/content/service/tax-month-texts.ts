import { texts } from '../../../ui/texts.ts'

/** The words of closed months of taxes. */
export const taxMonthTexts = texts({
  months: ['Bulan pajak', 'Months of taxes'],
  hint: [
    'Setiap bulan ditutup dua operator. Yang tercatat sesudahnya masuk bulan berikutnya.',
    'Two operators close each month. What is recorded later belongs to the next one.',
  ],
  month: ['Bulan', 'Month'],
  items: ['Catatan', 'Records'],
  tax: ['Pajak transaksi', 'Taxes on trades'],
  vat: ['PPN atas biaya', 'VAT in fees'],
  due: ['Terutang', 'Due'],
  taxName: ['Pajak', 'Tax'],
  vatName: ['PPN', 'VAT'],
  closedAt: ['Ditutup', 'Closed'],
  paidAt: ['Dibayar', 'Paid'],
  receipts: ['NTPN', 'NTPN'],
  close: ['Tutup bulan', 'Close a month'],
  closeHint: [
    'Angka bulan ini dibekukan sekarang. Berlaku setelah operator kedua menyetujui.',
    'The figures freeze as of now. They hold once a second operator agrees.',
  ],
  file: ['Unduh file', 'Download a file'],
  fileHint: [
    'Setiap catatan dari bulan yang sudah ditutup, atau diusulkan untuk ditutup.',
    'Every record of a month that is closed, or proposed to be closed.',
  ],
  pay: ['Catat pembayaran', 'Book the payment'],
  payHint: [
    'Dibayar dari rekening bank. Isi NTPN dari yang sudah dibayar; sisanya bisa menyusul setelah ' +
      'ini berlaku.',
    'Paid from the bank account. Enter the receipt (NTPN) of what was paid; the rest may follow ' +
      'once this is in effect.',
  ],
  taxReceipt: ['NTPN pajak transaksi', 'NTPN of the taxes on trades'],
  vatReceipt: ['NTPN PPN', 'NTPN of the VAT'],
  correct: ['Koreksi pajak', 'Correct a tax'],
  correctHint: [
    'Masuk bulan yang terbuka. Kelebihan dikembalikan kepada pengguna. Nol membatalkan pajak.',
    'It belongs to the open month. The user gets back what was too much. Zeros cancel the tax.',
  ],
  taxId: ['Nomor pajak pada bukti atau file', 'Number of the tax on the slip or in the file'],
  base: ['Dasar yang benar', 'Right base'],
  rightTax: ['Pajak yang benar', 'Right tax'],
  corrections: ['Koreksi', 'Corrections'],
  number: ['Nomor', 'Number'],
  corrects: ['Mengoreksi', 'Corrects'],
  was: ['Sebelumnya', 'Was'],
  is: ['Menjadi', 'Is'],
  basis: ['DPP', 'base'],
  reason: ['Alasan', 'Reason'],
  statuses: {
    corrected: ['dikoreksi', 'corrected'],
    cancelled: ['dibatalkan', 'cancelled'],
  },
})
