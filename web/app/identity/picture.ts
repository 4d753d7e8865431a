/** The service takes 5 MB of a picture, but all four of a face only within 30 s. */
const maxBytes = 500 * 1024
const maxSide = 2_000
const accepted = ['image/jpeg', 'image/png']

/** Returns the chosen picture as a slow line takes it: other kinds and sizes are drawn anew. */
export async function fitted(file: Blob): Promise<Blob> {
  if (file.size <= maxBytes && accepted.includes(file.type)) return file
  const bitmap = await createImageBitmap(file)
  return drawn(bitmap, bitmap)
}

/** Returns the current frame of a camera. */
export const frameOf = (video: HTMLVideoElement): Promise<Blob> =>
  drawn(video, { width: video.videoWidth, height: video.videoHeight })

type Size = Readonly<{ width: number; height: number }>

async function drawn(source: CanvasImageSource, { width, height }: Size): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob === null ? reject(new TypeError('the picture is empty')) : resolve(blob)
    canvas.toBlob(take, 'image/jpeg', 0.9)
  })
}
