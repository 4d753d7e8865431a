import { texts } from '../../ui/language.tsx'

export const sandboxTexts = texts(
  {
    title: 'Sandbox',
    explanation: 'Tidak ada pesan sungguhan yang dikirim. Pesan terakhir ke alamat ini:',
    nothing: 'Menunggu pesan…',
    open: 'Buka tautan',
    code: 'Kode',
  },
  {
    title: 'Sandbox',
    explanation: 'No real message is sent. The last one to this address:',
    nothing: 'Waiting for a message…',
    open: 'Open the link',
    code: 'Code',
  },
)
