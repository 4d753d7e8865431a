/** Text as people type and paste it. */

/**
 * Marks without a width that come along with pasted text: soft hyphens, zero-width spaces, byte
 * order marks, marks of direction.
 */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

/** Joiners at an end or beside a plain character; others are part of an emoji or a word. */
const looseJoiner =
  /(?<![^\p{ASCII}\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\u200c\u200d])/gu

/** Removes the invisible marks of a paste, and the spaces around a text. */
export const trimmed = (sent: string): string =>
  sent.replace(invisible, '').replace(looseJoiner, '').trim()

/** Makes every kind of space a plain one. */
export const withPlainSpaces = (text: string): string => text.replace(/\p{Zs}/gu, ' ')

/** Removes the spaces inside a code: apps show `123 456`. */
export const withoutSpaces = (text: string): string => text.replace(/\s/g, '')
