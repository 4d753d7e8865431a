import { texts } from '../../ui/texts.ts'

/** The words that the pages of content, reference data and the service share. */
export const shared = texts({
  find: ['Cari', 'Find'],
  create: ['Buat', 'Create'],
  edit: ['Ubah', 'Edit'],
  remove: ['Hapus', 'Delete'],
  propose: ['Usulkan', 'Propose'],
  proposeHint: [
    'Perubahan menjadi usulan, yang berlaku setelah operator lain menyetujui.',
    'The change is a proposal, which holds once another operator approves it.',
  ],
  enable: ['Aktifkan', 'Enable'],
  disable: ['Nonaktifkan', 'Disable'],
  active: ['Aktif', 'Active'],
  inactive: ['Nonaktif', 'Inactive'],
  status: ['Status', 'Status'],
  position: ['Urutan', 'Position'],
  positionHint: ['Angka kecil tampil lebih dulu.', 'Small numbers are shown first.'],
  name: ['Nama', 'Name'],
  time: ['Waktu', 'Time'],
  languages: {
    id: ['Indonesia', 'Indonesian'],
    en: ['Inggris', 'English'],
  },
  inLanguage: (label: string, language: string) => [
    `${label} (${language})`,
    `${label} (${language})`,
  ],
  cannotUndo: ['Tindakan ini tidak dapat dibatalkan.', 'This cannot be undone.'],
  open: ['Buka', 'Open'],
  image: ['Gambar', 'Picture'],
  preview: ['Pratinjau gambar', 'Preview of the picture'],
  imageHint: [
    'Alamat https, atau unggah JPEG atau PNG sampai 2 MB.',
    'An https address, or upload a JPEG or PNG of up to 2 MB.',
  ],
  upload: ['Unggah gambar', 'Upload a picture'],
})
