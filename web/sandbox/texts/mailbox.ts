import { texts } from '../../ui/language.tsx'

export const mailboxTexts = texts(
  {
    search: 'Penerima',
    channel: 'Jenis pesan',
    all: 'Semua',
    mail: 'Email',
    sms: 'SMS',
    push: 'Push',
    none: 'Belum ada pesan.',
    code: 'Kode',
    open: 'Buka tautan',
    whole: 'Seluruh pesan',
    noSubject: '(tanpa judul)',
    clear: 'Hapus semua pesan',
    newest: (count: number) => `Ditampilkan ${count} pesan terbaru.`,
  },
  {
    search: 'Recipient',
    channel: 'Kind of message',
    all: 'All',
    mail: 'Mail',
    sms: 'Texts',
    push: 'Pushes',
    none: 'No messages yet.',
    code: 'Code',
    open: 'Open the link',
    whole: 'The whole message',
    noSubject: '(no subject)',
    clear: 'Delete all messages',
    newest: (count: number) => `Showing the newest ${count}.`,
  },
)
