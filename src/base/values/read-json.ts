import { parse } from 'lossless-json'

/** Parses JSON text; undefined if it is none. */
export const readJson = (text: string): unknown =>
  read(() => {
    const value: unknown = JSON.parse(text)
    return value
  })

/** The same, with each number as the text of its digits. */
export const readJsonWithDigits = (text: string): unknown =>
  read(() => parse(text, null, (digits) => digits))

function read(parsed: () => unknown): unknown {
  try {
    return parsed()
  } catch {
    return undefined
  }
}
