export type ImageType = 'image/jpeg' | 'image/png'

/** A picture that we wrote from the pixels alone: no metadata, nothing appended. */
export type Picture = Readonly<{
  bytes: Buffer
  mediaType: ImageType
  width: number
  height: number
}>
