/** Parts per million as per cent: `7000` is `0.7`. */
export function percentOf(ppm: string): string {
  const digits = ppm.padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '')
}
