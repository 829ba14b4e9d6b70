import sharp from 'sharp'

const bytes = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#3b82f6' } })
  .png()
  .toBuffer()

/** Returns a small valid picture file with this name. */
export function picture(name: string): { name: string; bytes: Buffer } {
  return { name, bytes }
}
