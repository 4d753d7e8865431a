/**
 * Deliberately hostile files, made here so that each matches its name. Every one is
 * sent as a photo: `photo.jpg` of type `image/jpeg`.
 */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import {
  blankPng,
  jpegSegment,
  noisyPng,
  noisyRows,
  paddedJpeg,
  pngChunk,
  pngEnd,
  pngHeadChunk,
  pngSignature,
  withFrameSize,
  withSegments,
  zerosDeflated,
} from './picture-bytes.ts'

/**
 * The expected result. `taken` files are pictures with something hidden in or behind them:
 * they are either refused, or stored without the hidden part.
 */
export type Fate =
  | 'wrong type'
  | 'unreadable'
  | 'too large'
  /** So large that it is not decoded. */
  | 'far too large'
  | 'missing'
  | 'taken'

export type HostileFile = Readonly<{ name: string; bytes: Buffer; fate: Fate }>

/** The marker in every file with a hidden part; stored files must not contain it. */
export const hiddenWords = 'hidden-words-8d1f'

const script = Buffer.from(`<?php echo '${hiddenWords}'; ?><script>${hiddenWords}</script>`)
const megabyte = 1024 * 1024

export const photo = (width = 320, height = 200): Promise<Buffer> =>
  sharp(noisyRows(width, height).subarray(0, width * height * 3), {
    raw: { width, height, channels: 3 },
  })
    .jpeg({ quality: 80 })
    .toBuffer()

/** Returns all of them, for a field that accepts files of up to `maxBytes`. */
export async function hostileFiles(maxBytes: number): Promise<readonly HostileFile[]> {
  const jpeg = await photo()
  const png = noisyPng(64, 48)
  return [
    ...pixelBombs(),
    ...declaredSizes(jpeg),
    ...truncations('jpeg', jpeg, jpeg.length),
    // Without its last chunk a PNG is still the whole picture.
    ...truncations('png', png, png.length - 12),
    ...(await otherTypes()),
    ...compressedBombs(),
    ...brokenChunks(),
    ...polyglots(jpeg, png),
    ...manyPictures(jpeg),
    ...atTheLimit(jpeg, maxBytes),
  ]
}

/** Few bytes that would become gigabytes of pixels. */
function pixelBombs(): readonly HostileFile[] {
  const sizes: readonly (readonly [number, number, boolean])[] = [
    [10_000, 10_000, false],
    [10_000, 10_000, true],
    [20_000, 20_000, false],
    [30_000, 10_000, false],
    [5_000, 60_000, false],
    [60_000, 5_000, true],
    [100_000, 3_000, false],
    [3_000, 100_000, false],
  ]
  return sizes.map(([width, height, interlaced]) => ({
    name: `bomb of ${width} × ${height}${interlaced ? ', interlaced' : ''}`,
    bytes: blankPng(width, height, interlaced),
    fate: 'unreadable',
  }))
}

/** Heads that announce missing or impossible content. */
function declaredSizes(jpeg: Buffer): readonly HostileFile[] {
  const sizes: readonly (readonly [number, number])[] = [
    [0, 0],
    [0, 100],
    [100, 0],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 32 - 1, 2 ** 32 - 1],
    [2 ** 31, 1],
    [1, 2 ** 31 - 1],
    [65_536, 65_536],
    [1_000_000, 1_000_000],
    [40_000, 40_000],
  ]
  const pixels = pngChunk('IDAT', deflateSync(noisyRows(8, 8)))
  const pngs = sizes.map(([width, height]) => ({
    name: `png declared ${width} × ${height}`,
    bytes: Buffer.concat([pngSignature, pngHeadChunk({ width, height }), pixels, pngEnd]),
    fate: 'unreadable' as const,
  }))
  const jpegs = [
    [0, 0],
    [65_500, 65_500],
    [65_535, 65_535],
    [65_535, 1_000],
    [1_000, 65_535],
    [20_000, 20_000],
  ].map(([width = 0, height = 0]) => ({
    name: `jpeg declared ${width} × ${height}`,
    bytes: withFrameSize(jpeg, width, height),
    fate: 'unreadable' as const,
  }))
  return [...pngs, ...jpegs]
}

const cuts = 50

/** Cut off at offsets from just after its type to the last byte that its pixels need. */
function truncations(kind: string, whole: Buffer, needed: number): readonly HostileFile[] {
  return Array.from({ length: cuts }, (_, index) => {
    const offset = 8 + Math.floor(((needed - 9) * index) / (cuts - 1))
    return {
      name: `${kind} cut off at ${offset} of ${whole.length}`,
      bytes: whole.subarray(0, offset),
      fate: 'unreadable' as const,
    }
  })
}

/** Files that are neither JPEG nor PNG, with any name. */
async function otherTypes(): Promise<readonly HostileFile[]> {
  const plain = sharp({ create: { width: 16, height: 16, channels: 3, background: '#2a6' } })
  const texts: Readonly<Record<string, string>> = {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${hiddenWords}')"/>`,
    'svg with an entity': '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///">]><svg/>',
    html: `<!doctype html><script>${hiddenWords}</script>`,
    php: '<?php system($_GET[0]); ?>',
    script: '#!/bin/sh\ntrue\n',
    json: '{"image":"yes"}',
    pdf: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n',
    postscript: '%!PS-Adobe-3.0\nshowpage\n',
    gif: 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;',
    bmp: 'BM\u003a\u0000\u0000\u0000\u0000\u0000\u0000\u0000',
    zip: 'PK\u0003\u0004\u0014\u0000\u0000\u0000',
    elf: '\u007fELF\u0002\u0001\u0001\u0000',
    exe: 'MZ\u0090\u0000\u0003\u0000\u0000\u0000',
    ico: '\u0000\u0000\u0001\u0000\u0001\u0000\u0010\u0010',
    psd: '8BPS\u0000\u0001',
    blank: ' ',
    nul: '\u0000'.repeat(64),
    'half a jpeg mark': '\u00ff\u00d8',
    'half a png mark': '\u0089PNG\r\n\u001a',
    'png mark with other line ends': '\u0089PNG\n\u001a\n\u0000\u0000\u0000\rIHDR',
  }
  const pictures = {
    webp: await plain.clone().webp().toBuffer(),
    tiff: await plain.clone().tiff().toBuffer(),
    avif: await plain.clone().avif({ effort: 0 }).toBuffer(),
    'gif picture': await plain.clone().gif().toBuffer(),
  }
  return [
    ...Object.entries(texts).map(([name, text]) => ({
      name,
      bytes: Buffer.from(text, 'latin1'),
      fate: 'wrong type' as const,
    })),
    ...Object.entries(pictures).map(([name, bytes]) => ({
      name,
      bytes,
      fate: 'wrong type' as const,
    })),
    { name: 'nothing at all', bytes: Buffer.alloc(0), fate: 'missing' },
  ]
}

/** A small picture with a text, profile or pixels that unpack to hundreds of megabytes. */
function compressedBombs(): readonly HostileFile[] {
  const zeros = zerosDeflated(100 * megabyte)
  const named = (text: string, rest: Buffer) => Buffer.concat([Buffer.from(text, 'latin1'), rest])
  const chunks: Readonly<Record<string, Buffer>> = {
    iCCP: pngChunk('iCCP', named('profile\0\0', zeros)),
    zTXt: pngChunk('zTXt', named('Comment\0\0', zeros)),
    iTXt: pngChunk('iTXt', named('Comment\0\u0001\0\0\0', zeros)),
  }
  const many = Array.from({ length: 1_000 }, () =>
    pngChunk('tEXt', named(`Comment\0${hiddenWords}`, Buffer.alloc(1_000, 0x20))),
  )
  const tooManyPixels = Buffer.concat([
    pngSignature,
    pngHeadChunk({ width: 8, height: 8 }),
    pngChunk('IDAT', zeros),
    pngEnd,
  ])
  return [
    ...Object.entries(chunks).map(([name, chunk]) => ({
      name: `bomb in ${name}`,
      bytes: noisyPng(16, 16, [chunk]),
      fate: 'taken' as const,
    })),
    {
      name: 'ten bombs in zTXt',
      bytes: noisyPng(16, 16, Array(10).fill(chunks['zTXt'])),
      fate: 'taken',
    },
    { name: 'a thousand texts', bytes: noisyPng(16, 16, many), fate: 'taken' },
    { name: 'more pixels than declared', bytes: tooManyPixels, fate: 'taken' },
  ]
}

/** Chunks with wrong checksums, in wrong places, or of lengths that lead elsewhere. */
function brokenChunks(): readonly HostileFile[] {
  const head = pngHeadChunk({ width: 8, height: 8 })
  const rows = deflateSync(noisyRows(8, 8))
  const pixels = pngChunk('IDAT', rows)
  const longer = Buffer.from(pixels)
  longer.writeUInt32BE(0x7fff_fff0, 0)
  const garbled = Buffer.from(rows)
  garbled.fill(0xa5, 2)
  const parts: Readonly<Record<string, readonly Buffer[]>> = {
    'head with a wrong checksum': [pngHeadChunk({ width: 8, height: 8 }, 1), pixels, pngEnd],
    'pixels with a wrong checksum': [head, pngChunk('IDAT', rows, 1), pngEnd],
    'no head': [pixels, pngEnd],
    'no pixels': [head, pngEnd],
    'pixels that are not deflated': [head, pngChunk('IDAT', noisyRows(8, 8)), pngEnd],
    'pixels that are garbled': [head, pngChunk('IDAT', garbled), pngEnd],
    'a chunk as long as two gigabytes': [head, longer, pngEnd],
    'an impossible depth': [pngHeadChunk({ width: 8, height: 8, bits: 7 }), pixels, pngEnd],
    'an impossible colour': [pngHeadChunk({ width: 8, height: 8, colour: 5 }), pixels, pngEnd],
    'a palette that is missing': [pngHeadChunk({ width: 8, height: 8, colour: 3 }), pixels, pngEnd],
    'an unknown critical chunk': [head, pngChunk('ABCD', Buffer.alloc(4)), pixels, pngEnd],
  }
  return Object.entries(parts).map(([name, chunks]) => ({
    name,
    bytes: Buffer.concat([pngSignature, ...chunks]),
    fate: 'unreadable',
  }))
}

/** Pictures that are something else as well. */
function polyglots(jpeg: Buffer, png: Buffer): readonly HostileFile[] {
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), script])
  const place = Buffer.from(`Exif\0\0II*\0${hiddenWords} 6.2088 S 106.8456 E`)
  const hidden: Readonly<Record<string, Buffer>> = {
    'jpeg, then a script': Buffer.concat([jpeg, script]),
    'jpeg, then an archive': Buffer.concat([jpeg, zip]),
    'jpeg with a script as comment': withSegments(jpeg, jpegSegment(0xfe, script)),
    'jpeg with a place in its metadata': withSegments(jpeg, jpegSegment(0xe1, place)),
    'jpeg with a script as profile': withSegments(jpeg, jpegSegment(0xe2, script)),
    'jpeg with a thousand comments': withSegments(
      jpeg,
      ...Array.from({ length: 1_000 }, () => jpegSegment(0xfe, script)),
    ),
    'png, then a script': Buffer.concat([png, script]),
    'png, then an archive': Buffer.concat([png, zip]),
    'png with a script as text': noisyPng(64, 48, [
      pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script])),
    ]),
    'png with an unknown chunk': noisyPng(64, 48, [pngChunk('evIl', script)]),
    'png, then a jpeg': Buffer.concat([png, withSegments(jpeg, jpegSegment(0xfe, script))]),
  }
  return Object.entries(hidden).map(([name, bytes]) => ({ name, bytes, fate: 'taken' }))
}

/** Pictures that claim to be many. */
function manyPictures(jpeg: Buffer): readonly HostileFile[] {
  const number = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
    return bytes
  }
  const frames = (count: number) => [pngChunk('acTL', number(count, 0))]
  const inAll = Buffer.concat([Buffer.from('MPF\0MM\0*', 'latin1'), number(8, 0), script])
  return [1, 1_000, 2 ** 31 - 1]
    .map(
      (count): HostileFile => ({
        name: `apng of ${count} frames`,
        bytes: noisyPng(64, 48, frames(count)),
        fate: 'taken',
      }),
    )
    .concat([
      {
        name: 'jpeg that lists pictures it does not have',
        bytes: withSegments(jpeg, jpegSegment(0xe2, inAll)),
        fate: 'taken',
      },
      {
        name: 'jpeg of twenty pictures',
        bytes: Buffer.concat([
          withSegments(jpeg, jpegSegment(0xe2, inAll)),
          ...Array.from({ length: 19 }, () => jpeg),
        ]),
        fate: 'taken',
      },
    ])
}

function atTheLimit(jpeg: Buffer, maxBytes: number): readonly HostileFile[] {
  const sized = (bytes: number, fate: Fate): HostileFile => ({
    name: `jpeg of ${bytes} bytes`,
    bytes: paddedJpeg(jpeg, bytes),
    fate,
  })
  return [
    sized(maxBytes - 1, 'taken'),
    sized(maxBytes, 'taken'),
    sized(maxBytes + 1, 'too large'),
    sized(maxBytes + 100_000, 'too large'),
    sized(maxBytes + megabyte, 'far too large'),
  ]
}
