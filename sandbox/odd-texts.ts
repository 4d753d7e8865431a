const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Half an emoji, a NUL, a tab that is not escaped, and a byte of Latin-1. */
const inJson = latin1('{"odd_text":"\\ud83d \\u0000 \t caf\u{e9}",')

/** A percent sign by itself, and a byte of Latin-1, encoded and as it is. */
const inForm = latin1('oddText=2%+caf%E9+caf\u{e9}&')

/** Adds an unused field in front of a body's others, with a text that few readers accept. */
export function withOddText(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  return bytes[0] === inJson[0]
    ? Buffer.concat([inJson, bytes.subarray(1)])
    : Buffer.concat([inForm, bytes])
}
