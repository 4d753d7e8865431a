import { inflateSync } from 'node:zlib'

/** Extracts the words of a PDF from its text operators, which hold them as hexadecimal pieces. */
export function textOf(pdf: Buffer) {
  const streams: string[] = []
  let pages = 0
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('\nendstream', at)
    if (end < 0) continue
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
      pages += 1
    } catch {
      // Not every stream holds text.
    }
  }
  const text = streams.join('\n').replace(/\[([^\]]*)\] TJ/g, (_, pieces: string) => {
    const words = [...pieces.matchAll(/<([0-9a-f]*)>/g)]
    return words.map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('')
  })
  return { text, pages }
}
