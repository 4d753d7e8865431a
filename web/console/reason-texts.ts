import { texts } from '../ui/texts.ts'

/** Why something waits for an operator, by the words of the service. */
export const reasonTexts = texts({
  'large amount': ['jumlah besar', 'large amount'],
  'very large amount': ['jumlah sangat besar', 'very large amount'],
  'large sum to this destination within 24 hours': [
    'jumlah besar ke tujuan ini dalam 24 jam',
    'large sum to this destination within 24 hours',
  ],
  'very large sum to this destination within 24 hours': [
    'jumlah sangat besar ke tujuan ini dalam 24 jam',
    'very large sum to this destination within 24 hours',
  ],
  'new destination': ['tujuan baru', 'new destination'],
  'a new account': ['akun baru', 'new account'],
  'a new device': ['perangkat baru', 'new device'],
  'prices that disagree': ['harga-harga tidak sepakat', 'prices disagree'],
  'no recent price': ['tidak ada harga terbaru', 'no recent price'],
  'no price': ['tidak ada harga', 'no price'],
  'a delisted coin': ['koin yang dihapus dari pencatatan', 'delisted coin'],
  'a short price history': ['riwayat harga pendek', 'short price history'],
  'a recently changed authenticator': [
    'autentikator baru saja diganti',
    'authenticator recently changed',
  ],
  'a recently added bank account': [
    'rekening baru saja ditambahkan',
    'bank account recently added',
  ],
  'the bank account is in another name': [
    'rekening atas nama lain',
    'bank account in another name',
  ],
  'the verified name is not known': [
    'nama terverifikasi tidak diketahui',
    'verified name is not known',
  ],
  'duplicate-proof': ['bukti yang sama pernah dipakai', 'the same proof was used before'],
  'unknown-account': ['rekening tidak dikenal', 'unknown account'],
  'refunded-to-payer': ['dikembalikan payx kepada pembayar', 'payx returned it to the payer'],
  'unknown-address': ['alamat tidak dikenal', 'unknown address'],
  'supply-cap': ['batas pasokan tercapai', 'supply cap reached'],
  'identity-not-proven': ['identitas belum terverifikasi', 'identity not verified'],
  'tax-certification-missing': [
    'pernyataan domisili pajak belum ada',
    'tax residence not certified',
  ],
  'address-of-another-coin': [
    'alamat pengguna untuk koin lain',
    "a user's address for another coin",
  ],
  'same-output': [
    'keluaran rantai yang sama sudah dikreditkan',
    'the same output on the chain was credited before',
  ],
  'unclear-source': ['sumber tidak jelas', 'custody does not say whose it was'],
  invited: ['diundang', 'invited'],
  reset: ['kredensialnya disetel ulang', 'credentials reset'],
  setting: ['pengaturan', 'setting'],
  'daily-withdrawal-limit': ['batas penarikan harian', 'daily withdrawal limit'],
  balance: ['saldo berbeda', 'balance differs'],
})
