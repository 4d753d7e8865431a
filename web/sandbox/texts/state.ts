import { texts } from '../../ui/language.tsx'

export const stateTexts = texts(
  {
    provider: 'Penyedia',
    search: 'Cari di semua kolom',
    nothing: 'Penyedia ini tidak menyimpan apa pun.',
    none: 'Kosong.',
    whole: 'Lihat',
    wholeOf: 'Seluruh baris',
    newest: (count: number) => `${count} terbaru`,
  },
  {
    provider: 'Provider',
    search: 'Search in all columns',
    nothing: 'This provider keeps nothing.',
    none: 'Empty.',
    whole: 'View',
    wholeOf: 'The whole row',
    newest: (count: number) => `the newest ${count}`,
  },
)
