import { texts } from '../../ui/texts.ts'

export const addressesTexts = texts({
  list: ['Alamat tersimpan', 'Kept addresses'],
  none: [
    'Belum ada alamat. Simpan alamat yang sering Anda pakai.',
    'No addresses yet. Keep those that you use often.',
  ],
  add: ['Simpan alamat baru', 'Keep another address'],
  label: ['Nama', 'Name'],
  labelHint: ['Misalnya: dompet dingin saya.', 'For example: my cold wallet.'],
  coin: ['Koin', 'Coin'],
  network: ['Jaringan', 'Network'],
  address: ['Alamat', 'Address'],
  tag: ['Tag tujuan', 'Destination tag'],
  save: ['Simpan', 'Save'],
  saved: ['Alamat disimpan.', 'The address is kept.'],
  remove: ['Hapus', 'Delete'],
  removeSure: [
    'Alamat ini dihapus dari buku alamat.',
    'The address is removed from the address book.',
  ],
  required: ['Wajib diisi.', 'Required.'],
  choose: ['Dari buku alamat', 'From the address book'],
  other: ['Alamat lain', 'Another address'],
  manage: ['Buku alamat', 'Address book'],
})
