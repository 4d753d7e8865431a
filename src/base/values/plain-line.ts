/**
 * What no line of text has: line breaks and other controls, marks that show it in another order
 * than is stored, and code points that are no characters, which no XML file may have.
 */
const misleading = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029]+/gu

/** Whether a text is shown on one line, in the order in which it is stored. */
export const isPlainLine = (text: string): boolean => text.search(misleading) < 0

/** Makes one such line of a text that others wrote. */
export const asPlainLine = (text: string): string =>
  text.toWellFormed().replaceAll(misleading, ' ').trim()
