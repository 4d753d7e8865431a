import { texts } from '../../ui/texts.ts'

export const helpTexts = texts({
  intro: [
    'Tulis kepada kami. Petugas membalas ke alamat email Anda.',
    'Write to us. Our staff reply to your email address.',
  ],
  subject: ['Perihal', 'Subject'],
  firstName: ['Nama depan', 'First name'],
  lastName: ['Nama belakang', 'Last name'],
  email: ['Email', 'Email'],
  phone: ['Telepon', 'Phone'],
  message: ['Pesan', 'Message'],
  send: ['Kirim', 'Send'],
  sent: ['Pesan Anda sudah kami terima.', 'We received your message.'],
  another: ['Tulis lagi', 'Write again'],
  required: ['Wajib diisi.', 'Required.'],
  least: (chars: number) => [`Paling sedikit ${chars} huruf.`, `At least ${chars} letters.`],
})
