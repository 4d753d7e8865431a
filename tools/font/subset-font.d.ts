declare module 'subset-font' {
  type Axis = Readonly<{ min: number; max: number; default: number }>
  type Options = Readonly<{ targetFormat: 'woff2'; variationAxes: Readonly<{ wght: Axis }> }>
  export default function subset(font: Buffer, letters: string, options: Options): Promise<Buffer>
}
