import { create } from 'qrcode'

/** Free modules around a code, which scanners need. */
const quiet = 4

/** A QR code of a text, drawn as one path. */
export function QrCode({ text, label }: Readonly<{ text: string; label: string }>) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = [...data].flatMap((bit, index) => (bit === 0 ? [] : [index]))
  const squares = dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`)
  const side = size + 2 * quiet
  return (
    <svg
      className="qr-code"
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
