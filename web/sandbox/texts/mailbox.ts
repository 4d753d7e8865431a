import { texts } from '../../ui/texts.ts'

export const mailboxTexts = texts({
  search: ['Penerima', 'Recipient'],
  channel: ['Jenis pesan', 'Kind of message'],
  all: ['Semua', 'All'],
  mail: ['Email', 'Mail'],
  sms: ['SMS', 'Texts'],
  push: ['Push', 'Pushes'],
  none: ['Belum ada pesan.', 'No messages yet.'],
  code: ['Kode', 'Code'],
  open: ['Buka tautan', 'Open the link'],
  whole: ['Seluruh pesan', 'The whole message'],
  noSubject: ['(tanpa judul)', '(no subject)'],
  clear: ['Hapus semua pesan', 'Delete all messages'],
  newest: (count: number) => [
    `Ditampilkan ${count} pesan terbaru.`,
    `Showing the newest ${count}.`,
  ],
})
