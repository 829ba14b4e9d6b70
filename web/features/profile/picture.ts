import { limits } from '#contract/limits.ts'

export type PictureFlaw = 'tooBig' | 'onlyPng'

/**
 * The picture to send as an avatar: a PNG goes as it is, any other image is drawn as a square PNG.
 * @returns why not when the file is no picture, or a PNG over the limit
 */
export async function readPicture(file: File): Promise<Blob | PictureFlaw> {
  const isPng = file.type === limits.avatar.type || /\.png$/i.test(file.name)
  if (isPng && file.size > limits.avatar.bytes) return 'tooBig'
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return 'onlyPng'
  return isPng ? file : draw(image)
}

const side = 1024

/** The middle of a picture as a square PNG of at most 1,024 px; smaller where even that is too heavy. */
async function draw(image: ImageBitmap, most = side): Promise<Blob | PictureFlaw> {
  const square = Math.min(image.width, image.height)
  const size = Math.min(square, most)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const left = (image.width - square) / 2
  const top = (image.height - square) / 2
  canvas.getContext('2d')?.drawImage(image, left, top, square, square, 0, 0, size, size)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, limits.avatar.type)
  })
  if (!blob) return 'onlyPng'
  return blob.size > limits.avatar.bytes ? draw(image, size / 2) : blob
}
