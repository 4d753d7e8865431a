/** Digits as people write account numbers: alone, or with spaces, dots or hyphens between them. */
const accountNumber = /\p{Nd}(?:[\s\p{Cf}\p{Pd}./_]*\p{Nd}){7}/u

/** Whether a text has a run of eight or more digits, as the number of an account has. */
export const namesAccount = (text: string): boolean => accountNumber.test(text)
