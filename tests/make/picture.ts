import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Wanted = Readonly<{
  /** Other pixels for each number, and so another picture. */
  seed?: number
  /** Written into the picture as its text comment. */
  comment?: string
}>

const side = 24

/** A small valid PNG; the same input yields the same bytes. */
export function pngWith({ seed = 1, comment }: Wanted = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const text = comment === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`))]
  const rows = Buffer.alloc(side * (1 + side * 3))
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = at % (1 + side * 3) === 0 ? 0 : Math.imul(at + seed, 2_654_435_761) >>> 24
  }
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = chunk('IDAT', deflateSync(rows))
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    ...text,
    pixels,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** The same picture as a JPEG, its comment in a COM segment. */
export async function jpegWith({ seed = 1, comment }: Wanted = {}): Promise<Buffer> {
  const jpeg = await sharp(pngWith({ seed })).jpeg().toBuffer()
  if (comment === undefined) return jpeg
  const text = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}
