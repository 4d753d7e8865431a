import { texts } from '../../ui/language.tsx'

/** The texts of messages and news. */
export const messagesTexts = texts(
  {
    all: 'Semua',
    unread: 'Belum dibaca',
    unreadCount: (count: number) => `${count} belum dibaca`,
    none: 'Belum ada pesan.',
    noneUnread: 'Semua pesan sudah dibaca.',
    readAll: 'Tandai semua dibaca',
    remove: 'Hapus',
    more: 'Tampilkan lagi',
    show: 'Tampilkan',
    noNews: 'Belum ada berita.',
    allNews: '‹ Semua berita',
  },
  {
    all: 'All',
    unread: 'Unread',
    unreadCount: (count: number) => `${count} unread`,
    none: 'No messages yet.',
    noneUnread: 'All messages are read.',
    readAll: 'Mark all as read',
    remove: 'Delete',
    more: 'Show more',
    show: 'Show',
    noNews: 'No news yet.',
    allNews: '‹ All news',
  },
)
