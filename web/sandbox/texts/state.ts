import { texts } from '../../ui/texts.ts'

export const stateTexts = texts({
  provider: ['Penyedia', 'Provider'],
  search: ['Cari di semua kolom', 'Search in all columns'],
  nothing: ['Penyedia ini tidak menyimpan apa pun.', 'This provider keeps nothing.'],
  none: ['Kosong.', 'Empty.'],
  whole: ['Lihat', 'View'],
  wholeOf: ['Seluruh baris', 'The whole row'],
  newest: (count: number) => [`${count} terbaru`, `the newest ${count}`],
})
