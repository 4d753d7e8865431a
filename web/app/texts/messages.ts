import { texts } from '../../ui/texts.ts'

export const messagesTexts = texts({
  all: ['Semua', 'All'],
  unread: ['Belum dibaca', 'Unread'],
  unreadCount: (count: number) => [`${count} belum dibaca`, `${count} unread`],
  none: ['Belum ada pesan.', 'No messages yet.'],
  noneUnread: ['Semua pesan sudah dibaca.', 'All messages are read.'],
  readAll: ['Tandai semua dibaca', 'Mark all as read'],
  remove: ['Hapus', 'Delete'],
  more: ['Tampilkan lagi', 'Show more'],
  show: ['Tampilkan', 'Show'],
  noNews: ['Belum ada berita.', 'No news yet.'],
  allNews: ['‹ Semua berita', '‹ All news'],
})
