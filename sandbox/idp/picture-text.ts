import { createHash } from 'node:crypto'

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const nikDigits = /(?<![0-9])[0-9]{16}(?![0-9])/

export const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, pngHead.length).equals(pngHead)

/**
 * Returns the number in a picture's text comment: a COM segment of a JPEG, a text chunk of a PNG.
 */
export const writtenNik = (bytes: Buffer): string | null =>
  nikDigits.exec(commentOf(bytes))?.[0] ?? null

/** Returns what the comment says is printed: `berlakuHingga=01-02-2020;tanggalLahir=…`. */
export const writtenFields = (bytes: Buffer): ReadonlyMap<string, string> =>
  new Map(
    [...commentOf(bytes).matchAll(/([A-Za-z]+)=([^;\n\0]*)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

function commentOf(bytes: Buffer): string {
  const isPng = bytes.subarray(0, pngHead.length).equals(pngHead)
  return [...(isPng ? pngTexts(bytes) : jpegComments(bytes))].join('\n')
}

function* jpegComments(bytes: Buffer): Generator<string> {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // The scan begins: pixels follow.
    if (marker === 0xda) return
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xfe) yield bytes.toString('latin1', at + 4, at + 2 + length)
    at += 2 + Math.max(length, 2)
  }
}

function* pngTexts(bytes: Buffer): Generator<string> {
  let at = pngHead.length
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'tEXt' || type === 'iTXt') yield bytes.toString('latin1', at + 8, at + 8 + length)
    at += 12 + length
  }
}

const two = (number: number): string => number.toString().padStart(2, '0')

/** Returns a made-up number, the same for the same picture; it does not control later calls. */
export function madeUpNik(bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest()
  const of = (index: number, count: number): number => hash.readUInt32BE(index * 4) % count
  const [day, month, year] = [1 + of(0, 28) + 40 * of(1, 2), 1 + of(2, 12), 60 + of(3, 40)]
  const serial = (1_000 + of(4, 9_000)).toString()
  return `3171${two(1 + of(5, 8))}${two(day)}${two(month)}${two(year)}${serial}`
}
