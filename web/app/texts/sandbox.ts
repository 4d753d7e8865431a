import { texts } from '../../ui/texts.ts'

export const sandboxTexts = texts({
  title: ['Sandbox', 'Sandbox'],
  explanation: [
    'Tidak ada pesan sungguhan yang dikirim. Pesan terakhir ke alamat ini:',
    'No real message is sent. The last one to this address:',
  ],
  nothing: ['Menunggu pesan…', 'Waiting for a message…'],
  open: ['Buka tautan', 'Open the link'],
  code: ['Kode', 'Code'],
})
