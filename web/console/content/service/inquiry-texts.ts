import { texts } from '../../../ui/texts.ts'

export const inquiryTexts = texts({
  inquiries: ['Pertanyaan', 'Inquiries'],
  inquiry: ['Pertanyaan', 'Inquiry'],
  subject: ['Perihal', 'Subject'],
  state: ['Status', 'Status'],
  states: {
    open: ['Terbuka', 'Open'],
    closed: ['Ditutup', 'Closed'],
  },
  answers: ['Jawaban', 'Answers'],
  at: ['Diterima', 'Received'],
  sender: ['Pengirim', 'Sender'],
  email: ['Email', 'Email'],
  phone: ['Telepon', 'Phone'],
  message: ['Pesan', 'Message'],
  closedBy: ['Ditutup oleh', 'Closed by'],
  answer: ['Jawab lewat email', 'Answer by mail'],
  answerHint: [
    'Pengirim menerimanya lewat email, dengan pertanyaannya di bawah.',
    'The sender gets it by mail, with the inquiry below it.',
  ],
  answerLabel: ['Jawaban', 'Answer'],
  lang: ['Bahasa salam pembuka', 'Language of the greeting'],
  close: ['Tutup', 'Close'],
  closeAlso: ['Sekaligus tutup', 'Close it as well'],
  closeHint: [
    'Pertanyaan yang ditutup tidak dapat dijawab lagi.',
    'A closed inquiry takes no more answers.',
  ],
  sent: ['Jawaban dikirim.', 'The answer is sent.'],
})
