import { texts } from '../../ui/texts.ts'

export const withdrawTexts = texts({
  closed: ['Penarikan sedang ditutup.', 'Withdrawals are closed at the moment.'],
  coinClosed: [
    'Penarikan koin ini sedang ditutup.',
    'Withdrawals of this coin are closed at the moment.',
  ],
  needsIdentity: [
    'Verifikasi identitas Anda untuk menarik dana.',
    'Verify your identity to withdraw.',
  ],
  needsTwoFactor: [
    'Pasang aplikasi autentikator untuk menarik dana.',
    'Set up an authenticator app to withdraw.',
  ],
  fixNow: ['Selesaikan sekarang', 'Do it now'],
  to: ['Ke rekening', 'To the account'],
  addAccount: ['Tambah rekening bank', 'Add a bank account'],
  noAccount: ['Tambahkan rekening bank atas nama Anda.', 'Add a bank account in your name.'],
  bank: ['Bank', 'Bank'],
  accountNumber: ['Nomor rekening', 'Account number'],
  owner: ['Nama pemilik', 'Name of the owner'],
  ownerHint: ['Sama seperti di KTP Anda.', 'As on your identity card.'],
  otherOwner: (name: string) => [
    `Identitas Anda atas nama ${name}. Penarikan ke nama lain ditinjau petugas dulu.`,
    `Your identity is in the name of ${name}. Withdrawals to another name are reviewed first.`,
  ],
  saveAnyway: ['Simpan dengan nama ini', 'Save with this name'],
  reviewReasons: {
    other_name: ['Rekening bank atas nama lain.', 'The bank account is in another name.'],
    unknown_name: [
      'Nama di identitas Anda belum diketahui.',
      'The name of your identity is not known.',
    ],
    large_amount: ['Jumlahnya besar.', 'The amount is large.'],
    new_destination: ['Tujuan ini baru.', 'The destination is new.'],
    recent_change: [
      'Autentikator atau rekening baru saja diubah.',
      'The authenticator or the bank account changed recently.',
    ],
    other: ['Pemeriksaan keamanan.', 'A security check.'],
  },
  reviewTitle: ['Petugas meninjau penarikan ini:', 'An operator reviews this withdrawal:'],
  ownerAddress: ['Alamat pemilik', 'Address of the owner'],
  digits: (least: string, most: string) => [
    least === most ? `${least} angka.` : `${least} sampai ${most} angka.`,
    least === most ? `${least} digits.` : `${least} to ${most} digits.`,
  ],
  save: ['Simpan', 'Save'],
  max: ['Maks', 'Max'],
  received: ['Diterima', 'Received'],
  taken: ['Diambil dari saldo', 'Taken from the balance'],
  perWithdrawal: ['Per penarikan', 'Each withdrawal'],
  perDay: ['Batas per hari', 'Limit of a day'],
  bounds: (least: string, most: string) => [
    least === most ? least : `${least} sampai ${most}`,
    least === most ? least : `${least} to ${most}`,
  ],
  tooLittle: [
    'Saldo Anda tidak cukup untuk jumlah dan biaya ini.',
    'Your balance is too low for this amount and its fee.',
  ],
  continue: ['Lanjut', 'Continue'],
  toAddress: ['Alamat tujuan', 'Destination address'],
  tag: ['Tag tujuan', 'Destination tag'],
  tagHint: [
    'Diminta penerima di jaringan ini. Tanpa tag, koin bisa hilang.',
    'The recipient on this network gives it to you. Without it coins may be lost.',
  ],
  required: ['Wajib diisi.', 'Required.'],
  recipient: ['Nama penerima', 'Name of the recipient'],
  recipientAddress: [
    'Alamat tempat tinggal penerima (opsional)',
    'Residential address of the recipient (optional)',
  ],
  recipientHint: (usdt: string) => [
    `Wajib jika nilai penarikan di atas ${usdt}.`,
    `Required if the withdrawal is worth more than ${usdt}.`,
  ],
  check: [
    'Periksa lagi: penarikan tidak dapat dibatalkan.',
    'Check it again: a withdrawal cannot be cancelled.',
  ],
  mailed: (email: string) => [
    `Kami mengirim kode 4 angka ke ${email}.`,
    `We mailed a code of 4 digits to ${email}.`,
  ],
  mailedCode: ['Kode dari email', 'Code from the mail'],
  anotherCode: ['Kirim kode baru', 'Send another code'],
  codeSent: ['Kode baru dikirim.', 'Another code was sent.'],
  authenticatorCode: ['Kode autentikator', 'Authenticator code'],
  change: ['Ubah', 'Change'],
  requestIt: ['Tarik sekarang', 'Withdraw now'],
  steps: {
    asked: ['Diminta', 'Requested'],
    reviewed: ['Ditinjau petugas', 'Reviewed by an operator'],
    processing: ['Diproses', 'Processing'],
    submitted: ['Dalam perjalanan', 'On its way'],
  },
  noCancel: [
    'Penarikan yang sudah diminta tidak dapat dibatalkan.',
    'A requested withdrawal cannot be cancelled.',
  ],
  sentBack: ['Bank mengembalikan penarikan ini.', 'The bank returned this withdrawal.'],
  returned: ['Dana kembali ke saldo Anda.', 'The money is back in your balance.'],
  arrived: ['Penarikan selesai.', 'The withdrawal is done.'],
  mayTakeLong: [
    'Ini bisa lama, dan bukan kegagalan. Halaman ini berubah sendiri.',
    'This may take long, and is not a failure. This page changes by itself.',
  ],
  notFound: [
    'Penarikan ini tidak ada di antara yang terbaru.',
    'This withdrawal is not among the newest ones.',
  ],
  number: ['Nomor', 'Number'],
})
