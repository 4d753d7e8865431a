import { texts } from '../../ui/language.tsx'

export const helpTexts = texts(
  {
    intro: 'Tulis kepada kami. Petugas membalas ke alamat email Anda.',
    subject: 'Perihal',
    firstName: 'Nama depan',
    lastName: 'Nama belakang',
    email: 'Email',
    phone: 'Telepon',
    message: 'Pesan',
    send: 'Kirim',
    sent: 'Pesan Anda sudah kami terima.',
    another: 'Tulis lagi',
    required: 'Wajib diisi.',
    least: (chars: number) => `Paling sedikit ${chars} huruf.`,
  },
  {
    intro: 'Write to us. Our staff reply to your email address.',
    subject: 'Subject',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    message: 'Message',
    send: 'Send',
    sent: 'We received your message.',
    another: 'Write again',
    required: 'Required.',
    least: (chars: number) => `At least ${chars} letters.`,
  },
)
