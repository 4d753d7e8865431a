import { texts } from '../../ui/language.tsx'

export const proofTexts = texts(
  {
    about:
      'Setiap malam saldo semua pengguna dijumlahkan dalam sebuah pohon hash yang akarnya ' +
      'terbit untuk umum. Perangkat Anda memeriksa sendiri bahwa saldo Anda termasuk di ' +
      'dalamnya.',
    none: 'Belum ada bukti. Bukti pertama dibuat malam ini.',
    nothing: 'Pada waktu itu akun Anda kosong.',
    takenAt: 'Saldo pada',
    balances: 'Saldo dalam bukti',
    moved: 'Saldo sekarang dapat berbeda karena transaksi sesudahnya:',
    moves: 'lihat mutasi',
    proven: 'Terbukti',
    faults: {
      'left-out': 'Tidak tercakup',
      'other-balance': 'Saldo lain',
      'other-tree': 'Bukan pohon ini',
      malformed: 'Tidak sah',
      'other-total': 'Tidak cocok dengan jumlah',
      'other-root': 'Tidak cocok dengan akar',
    },
    save: 'Simpan bukti',
    saveHint: 'Untuk memeriksanya tanpa aplikasi ini, di halaman umum:',
    page: 'bukti kewajiban',
  },
  {
    about:
      'Each night the balances of all users are added up in a tree of hashes, whose root is ' +
      'public. Your device itself verifies that your balances are part of it.',
    none: 'There is no proof yet. The first one is made tonight.',
    nothing: 'Your account was empty then.',
    takenAt: 'Balances of',
    balances: 'Balances in the proof',
    moved: 'Your balance now may differ by what came later:',
    moves: 'see the moves',
    proven: 'Proven',
    faults: {
      'left-out': 'Left out',
      'other-balance': 'Another balance',
      'other-tree': 'Not in this tree',
      malformed: 'Invalid',
      'other-total': 'Does not add up to the total',
      'other-root': 'Does not lead to the root',
    },
    save: 'Save the proof',
    saveHint: 'To verify it without this app, on the public page:',
    page: 'proof of liabilities',
  },
)
