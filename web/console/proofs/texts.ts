import { texts } from '../../ui/language.tsx'

/** The words of proofs of liabilities. */
export const proofTexts = texts(
  {
    newest: 'Bukti terbaru',
    limit:
      'Kewajiban terbukti oleh pohon yang diperiksa pengguna. Yang disimpan penyedia adalah ' +
      'laporan mereka, bukan bukti: bukti cadangan memerlukan tanda tangan mereka.',
    none: 'Belum ada bukti.',
    prove: 'Buat bukti sekarang',
    proving: 'Bukti sedang dibuat. Hasilnya muncul setelah selesai.',
    asset: 'Aset',
    owed: 'Terbukti berutang',
    held: 'Disimpan',
    reported: 'menurut penyedia',
    books: 'menurut pembukuan',
    root: 'Akar',
    proofs: 'Bukti',
    number: 'Nomor',
    takenAt: 'Saldo pada',
    building: 'Sedang dibuat',
    requestedBy: 'Diminta oleh',
    nightly: 'Setiap malam',
    publishedAt: 'Terbit',
    places: {
      custody: 'Kustodian',
      venue: 'Bursa',
      payx: 'payx',
      payd: 'payd',
      bank: 'Bank',
      treasury: 'Kas',
    },
  },
  {
    newest: 'Newest proof',
    limit:
      'What is owed is proven by the tree that users verify. What providers hold is their ' +
      'report, not a proof: a proof of reserves needs their signatures.',
    none: 'There is no proof yet.',
    prove: 'Build a proof now',
    proving: 'The proof is being built. It appears here when it is complete.',
    asset: 'Asset',
    owed: 'Owed, proven',
    held: 'Held',
    reported: 'by the provider',
    books: 'by our books',
    root: 'Root',
    proofs: 'Proofs',
    number: 'Number',
    takenAt: 'Balances of',
    building: 'Being built',
    requestedBy: 'Requested by',
    nightly: 'Nightly',
    publishedAt: 'Published',
    places: {
      custody: 'Custody',
      venue: 'Venue',
      payx: 'payx',
      payd: 'payd',
      bank: 'Bank',
      treasury: 'Treasury',
    },
  },
)
