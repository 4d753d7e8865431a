import { texts } from '../../ui/texts.ts'

/** The words of proofs of liabilities. */
export const proofTexts = texts({
  newest: ['Bukti terbaru', 'Newest proof'],
  limit: [
    'Kewajiban terbukti oleh pohon yang diperiksa pengguna. Yang disimpan penyedia adalah ' +
      'laporan mereka, bukan bukti: bukti cadangan memerlukan tanda tangan mereka.',
    'What is owed is proven by the tree that users verify. What providers hold is their ' +
      'report, not a proof: a proof of reserves needs their signatures.',
  ],
  none: ['Belum ada bukti.', 'There is no proof yet.'],
  prove: ['Buat bukti sekarang', 'Build a proof now'],
  proving: [
    'Bukti sedang dibuat. Hasilnya muncul setelah selesai.',
    'The proof is being built. It appears here when it is complete.',
  ],
  asset: ['Aset', 'Asset'],
  owed: ['Terbukti berutang', 'Owed, proven'],
  held: ['Disimpan', 'Held'],
  reported: ['menurut penyedia', 'by the provider'],
  books: ['menurut pembukuan', 'by our books'],
  root: ['Akar', 'Root'],
  proofs: ['Bukti', 'Proofs'],
  number: ['Nomor', 'Number'],
  takenAt: ['Saldo pada', 'Balances of'],
  building: ['Sedang dibuat', 'Being built'],
  requestedBy: ['Diminta oleh', 'Requested by'],
  nightly: ['Setiap malam', 'Nightly'],
  publishedAt: ['Terbit', 'Published'],
  places: {
    custody: ['Kustodian', 'Custody'],
    venue: ['Bursa', 'Venue'],
    payx: ['payx', 'payx'],
    payd: ['payd', 'payd'],
    bank: ['Bank', 'Bank'],
    treasury: ['Kas', 'Treasury'],
  },
})
