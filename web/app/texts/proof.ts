import { texts } from '../../ui/texts.ts'

export const proofTexts = texts({
  about: [
    'Setiap malam saldo semua pengguna dijumlahkan dalam sebuah pohon hash yang akarnya ' +
      'terbit untuk umum. Perangkat Anda memeriksa sendiri bahwa saldo Anda termasuk di ' +
      'dalamnya.',
    'Each night the balances of all users are added up in a tree of hashes, whose root is ' +
      'public. Your device itself verifies that your balances are part of it.',
  ],
  none: [
    'Belum ada bukti. Bukti pertama dibuat malam ini.',
    'There is no proof yet. The first one is made tonight.',
  ],
  nothing: ['Pada waktu itu akun Anda kosong.', 'Your account was empty then.'],
  takenAt: ['Saldo pada', 'Balances of'],
  balances: ['Saldo dalam bukti', 'Balances in the proof'],
  moved: [
    'Saldo sekarang dapat berbeda karena transaksi sesudahnya:',
    'Your balance now may differ by what came later:',
  ],
  moves: ['lihat mutasi', 'see the moves'],
  proven: ['Terbukti', 'Proven'],
  faults: {
    'left-out': ['Tidak tercakup', 'Left out'],
    'other-balance': ['Saldo lain', 'Another balance'],
    'other-tree': ['Bukan pohon ini', 'Not in this tree'],
    malformed: ['Tidak sah', 'Invalid'],
    'other-total': ['Tidak cocok dengan jumlah', 'Does not add up to the total'],
    'other-root': ['Tidak cocok dengan akar', 'Does not lead to the root'],
  },
  save: ['Simpan bukti', 'Save the proof'],
  saveHint: [
    'Untuk memeriksanya tanpa aplikasi ini, di halaman umum:',
    'To verify it without this app, on the public page:',
  ],
  page: ['bukti kewajiban', 'proof of liabilities'],
})
