/** Hand-written pictures, valid and broken, so that each flaw is a chosen one. */
import { crc32, deflateSync } from 'node:zlib'

type PngHead = Readonly<{
  width: number
  height: number
  bits?: number
  colour?: number
  interlaced?: boolean
}>

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** One chunk of a PNG; its checksum is right unless one is given. */
export function pngChunk(type: string, data: Uint8Array, checksum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(4 + named.length + 4)
  chunk.writeUInt32BE(data.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(checksum ?? crc32(named), 4 + named.length)
  return chunk
}

/** The fields of the head are written as given, valid or not. */
export function pngHeadChunk(
  { width, height, bits = 8, colour = 2, interlaced = false }: PngHead,
  checksum?: number,
): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8)
  return pngChunk('IHDR', data, checksum)
}

export const pngEnd = pngChunk('IEND', Buffer.alloc(0))

/** Rows of noise that no compression makes small, the same for the same seed. */
export function noisyRows(width: number, height: number, seed = 1): Buffer {
  const row = 1 + width * 3
  const rows = Buffer.alloc(height * row)
  let state = seed
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    rows[at] = at % row === 0 ? 0 : state >>> 24
  }
  return rows
}

/** A whole picture of noise, with chunks of the caller's between its head and its pixels. */
export const noisyPng = (
  width: number,
  height: number,
  between: readonly Uint8Array[] = [],
): Buffer =>
  Buffer.concat([
    pngSignature,
    pngHeadChunk({ width, height }),
    ...between,
    pngChunk('IDAT', deflateSync(noisyRows(width, height), { level: 1 })),
    pngEnd,
  ])

/** A picture of one colour: few bytes here, and as many as its pixels where it is decoded. */
export function blankPng(width: number, height: number, interlaced = false): Buffer {
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    pngSignature,
    pngHeadChunk({ width, height, bits: 1, colour: 0, interlaced }),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngEnd,
  ])
}

/** `bytes` zeros, as small as they get. */
export const zerosDeflated = (bytes: number): Buffer =>
  deflateSync(Buffer.alloc(bytes), { level: 9 })

/** One segment of a JPEG: marker, length, content. */
export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** The picture with segments after its start, before everything else. */
export const withSegments = (jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

/** The picture with another size in its frame's head. */
export function withFrameSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = frameOf(changed)
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** Where the frame's marker stands: C0 to CF, but for DHT, JPG and DAC. */
function frameOf(jpeg: Buffer): number {
  let at = 2
  while (at < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return at
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  throw new Error('a JPEG has a frame')
}

/** The picture filled up with comments to exactly this length. */
export function paddedJpeg(jpeg: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = []
  const most = 65_533
  let left = bytes - jpeg.length
  while (left > 0) {
    // Never leaves a rest that is too short for a segment of its own.
    const content = left - 4 > most && left - 4 - most < 4 ? most - 4 : Math.min(most, left - 4)
    comments.push(jpegSegment(0xfe, Buffer.alloc(content, 0x20)))
    left -= content + 4
  }
  return withSegments(jpeg, ...comments)
}
