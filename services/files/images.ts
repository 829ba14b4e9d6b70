import { stat } from 'node:fs/promises'
import type { OutputInfo, Sharp } from 'sharp'
import { AppError } from '#contract/errors.ts'
import type { ImageFormat } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { isStorageRefusal } from './scratch.ts'

/**
 * The library sharp, which is loaded for the first picture. It takes 10 MB of memory, and many processes never need it.
 */
let sharpModule: ReturnType<typeof loadSharp> | undefined

/**
 * Loads the library sharp with only four of libvips' decoders, because uploads are untrusted. It uses one thread and no
 * cache.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngFile',
      'VipsForeignLoadWebpFile',
      'VipsForeignLoadNsgifFile',
    ],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

const seconds = 5
const thumbnailSide = 480
const avatar = { side: 512, small: 128 }

const encoders: Record<ImageFormat, (image: Sharp) => Sharp> = {
  jpg: (image) => image.jpeg({ quality: 88 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 88, effort: 2 }),
  gif: (image) => image.gif({ effort: 3 }),
}

export type Picture = {
  path: string
  bytes: number
  thumbnail: string
  width: number
  height: number
  /** Returns the average colour of a picture as `#rrggbb`. It is shown while the picture loads. */
  colour: string
}

/** Processes one picture at a time, because a decoded photo takes 75 MB. */
let lastTask: Promise<unknown> = Promise.resolve()
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const task = lastTask.then(work)
  lastTask = task.catch(() => {})
  return task
}

async function openImage(path: string, animated = false): Promise<Sharp> {
  const { pixels: limitInputPixels } = limits.files
  sharpModule ??= loadSharp()
  const sharp = await sharpModule
  return sharp(path, { limitInputPixels, failOn: 'error', sequentialRead: true, animated }).timeout({
    seconds,
  })
}

/** Encodes a picture anew. Only the pixels remain: no location, camera data or appended script. */
async function encode(image: Sharp, to: string): Promise<OutputInfo> {
  try {
    return await image.toFile(to)
  } catch (error) {
    if (isStorageRefusal(error)) throw error
    const reason = error instanceof Error ? error.message : ''
    throw new AppError(/pixel limit|timeout/.test(reason) ? 'too_large' : 'file_damaged')
  }
}

async function colourOf(path: string): Promise<string> {
  const pixel = (await openImage(path)).flatten().toColourspace('srgb').resize(1, 1, { fit: 'fill' })
  return `#${(await pixel.raw().toBuffer()).toString('hex', 0, 3)}`
}

/** Measures an encoded picture: size in bytes, width, height and average colour. */
async function factsOf(full: string, thumbnail: string, encoded: OutputInfo): Promise<Picture> {
  const { width, pageHeight: height = encoded.height } = encoded
  const { size: bytes } = await stat(full)
  return { path: full, bytes, thumbnail, width, height, colour: await colourOf(thumbnail) }
}

/** @throws too_large for a picture with too many pixels, file_damaged for a picture that cannot be decoded */
export async function reencode(path: string, format: ImageFormat): Promise<Picture> {
  const [full, thumbnail] = [`${path}.full`, `${path}.small`]
  return oneAtATime(async () => {
    const isAnimated = format === 'gif' || format === 'webp'
    const image = await openImage(path, isAnimated)
    const encoded = await encode(encoders[format](isAnimated ? image : image.autoOrient()), full)
    const thumbnailSize = { width: thumbnailSide, height: thumbnailSide, withoutEnlargement: true }
    await encode((await openImage(full)).resize({ ...thumbnailSize, fit: 'inside' }).webp(), thumbnail)
    return factsOf(full, thumbnail, encoded)
  })
}

/**
 * Makes a square PNG avatar and a small version of it.
 * @throws like `reencode`
 */
export async function encodeAvatar(path: string): Promise<Picture> {
  const [full, thumbnail] = [`${path}.full`, `${path}.small`]
  return oneAtATime(async () => {
    const encoded = await encode(
      (await openImage(path)).autoOrient().resize(avatar.side, avatar.side).png(),
      full,
    )
    await encode((await openImage(full)).resize(avatar.small, avatar.small).webp(), thumbnail)
    return factsOf(full, thumbnail, encoded)
  })
}
