import { texts } from '../../ui/texts.ts'

export const callbackTexts = texts({
  provider: ['Penyedia', 'Provider'],
  all: ['Semua penyedia', 'All providers'],
  none: ['Belum ada callback.', 'No callbacks yet.'],
  list: ['Callback', 'Callbacks'],
  request: ['Permintaan', 'Request'],
  resend: ['Kirim lagi', 'Send again'],
  resent: (status: number) => [
    `Terkirim lagi: ${answered(status, 'tanpa jawaban')}`,
    `Sent again: ${answered(status, 'no response')}`,
  ],
  noAnswer: ['tanpa jawaban', 'no response'],
  notSent: ['belum dikirim', 'not delivered'],
  sent: (times: number) => [
    `${times} kali dikirim`,
    times === 1 ? 'delivered once' : `delivered ${times} times`,
  ],
})

function answered(status: number, none: string): string {
  return status === 0 ? none : `${status}`
}
