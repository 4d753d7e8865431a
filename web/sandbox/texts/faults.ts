import { texts } from '../../ui/texts.ts'

export const faultTexts = texts({
  provider: ['Penyedia', 'Provider'],
  fault: ['Gangguan', 'Fault'],
  method: ['Metode (semua jika kosong)', 'Method (all if empty)'],
  path: ['Awal path (semua jika kosong)', 'Start of the path (all if empty)'],
  times: ['Berapa kali (terus jika kosong)', 'How often (without end if empty)'],
  delay: ['Jeda dalam milidetik', 'Delay in milliseconds'],
  set: ['Pasang gangguan', 'Set the fault'],
  isSet: ['Gangguan terpasang.', 'The fault is set.'],
  none: ['Tidak ada gangguan.', 'No fault is set.'],
  clear: ['Hapus', 'Clear'],
  title: ['Gangguan yang aktif', 'Faults that are set'],
  newFault: ['Gangguan baru', 'A new fault'],
  timesLeft: (times: number) => [`${times} kali lagi`, `${times} more times`],
  meaning: {
    timeout: [
      'menerima permintaan, tidak mengerjakan, tidak menjawab',
      'accepts the request, does nothing, does not respond',
    ],
    'drop-response': [
      'mengerjakan, lalu memutus sambungan',
      'does the work, then closes the connection',
    ],
    'error-500': [
      'menolak dengan 500, tanpa mengerjakan',
      'refuses with 500, without doing the work',
    ],
    'error-429': [
      'menolak dengan 429, tanpa mengerjakan',
      'refuses with 429, without doing the work',
    ],
    latency: ['menunggu dulu, lalu seperti biasa', 'waits first, then continues as usual'],
    'bad-json': [
      'mengerjakan, lalu mengirim setengah jawaban',
      'does the work, then sends half of its response',
    ],
    'duplicate-callbacks': [
      'mengirim setiap callback dua kali bersamaan',
      'delivers each callback twice at the same time',
    ],
    'reorder-callbacks': [
      'menahan callback sampai yang berikutnya terkirim',
      'holds a callback back until the next one is sent',
    ],
    'lose-callbacks': [
      'mencatat callback tanpa mengirimnya',
      'records the callback without delivering it',
    ],
    'odd-texts': [
      'menambah teks dengan karakter rusak yang tidak dipakai siapa pun',
      'adds an unused field with broken characters',
    ],
  },
})
