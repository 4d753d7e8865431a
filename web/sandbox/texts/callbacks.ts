import { texts } from '../../ui/language.tsx'

export const callbackTexts = texts(
  {
    provider: 'Penyedia',
    all: 'Semua penyedia',
    none: 'Belum ada callback.',
    list: 'Callback',
    request: 'Permintaan',
    resend: 'Kirim lagi',
    resent: (status: number) => `Terkirim lagi: ${answered(status, 'tanpa jawaban')}`,
    noAnswer: 'tanpa jawaban',
    notSent: 'belum dikirim',
    sent: (times: number) => `${times} kali dikirim`,
  },
  {
    provider: 'Provider',
    all: 'All providers',
    none: 'No callbacks yet.',
    list: 'Callbacks',
    request: 'Request',
    resend: 'Send again',
    resent: (status: number) => `Sent again: ${answered(status, 'no response')}`,
    noAnswer: 'no response',
    notSent: 'not delivered',
    sent: (times: number) => (times === 1 ? 'delivered once' : `delivered ${times} times`),
  },
)

function answered(status: number, none: string): string {
  return status === 0 ? none : `${status}`
}
