import { limits } from '#contract/limits.ts'

export type AvatarFlaw = 'tooBig' | 'onlyPng'

/**
 * Prepares an avatar: a PNG is sent unchanged, any other image is cropped to a square PNG.
 * @returns a flaw if the file is no image, or a PNG over the size limit
 */
export async function prepareAvatar(file: File): Promise<Blob | AvatarFlaw> {
  const isPng = file.type === limits.avatar.type || /\.png$/i.test(file.name)
  if (isPng && file.size > limits.avatar.bytes) return 'tooBig'
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return 'onlyPng'
  return isPng ? file : cropToSquare(image)
}

const side = 1024

/** Crops the centre to a square PNG of at most 1,024 px; halves the size until it fits the limit. */
async function cropToSquare(image: ImageBitmap, most = side): Promise<Blob | AvatarFlaw> {
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
  return blob.size > limits.avatar.bytes ? cropToSquare(image, size / 2) : blob
}
