import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Sample files that hostile people send, or people whose files are damaged. */
export type Sample = { name: string; bytes: Buffer }

const u16 = (value: number, isLittleEndian = false) => {
  const bytes = Buffer.alloc(2)
  if (isLittleEndian) bytes.writeUInt16LE(value)
  else bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (value: number, isLittleEndian = false) => {
  const bytes = Buffer.alloc(4)
  if (isLittleEndian) bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

export const pngMark = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([u32(data.length), body, u32(crc32(body))])
}

/** Creates a grey PNG. Without `hasEnd`, the picture declares its size but its pixels are missing. */
export function png(width: number, height: number, extraChunks: Buffer[] = [], hasEnd = true): Buffer {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])
  const pixels = hasEnd ? deflateSync(Buffer.alloc((width + 1) * height), { level: 9 }) : Buffer.alloc(20)
  const chunks = [
    pngMark,
    pngChunk('IHDR', header),
    ...extraChunks,
    pngChunk('IDAT', pixels),
    pngChunk('IEND'),
  ]
  return Buffer.concat(chunks)
}

export function zip(entries: Record<string, Buffer | string>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content)
    const compressedData = deflateRawSync(data, { level: 9 })
    const entryFields = Buffer.concat([
      u16(20, true),
      u16(0),
      u16(8, true),
      u32(0),
      u32(crc32(data), true),
      u32(compressedData.length, true),
      u32(data.length, true),
      u16(name.length, true),
      u16(0),
    ])
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), entryFields, Buffer.from(name), compressedData])
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        u16(20, true),
        entryFields,
        Buffer.alloc(10),
        u32(offset, true),
        Buffer.from(name),
      ]),
    )
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const count = u16(directory.length, true)
  const endOfCentralDirectory = [
    Buffer.from('PK\x05\x06'),
    u32(0),
    count,
    count,
    u32(list.length, true),
    u32(offset, true),
    u16(0),
  ]
  return Buffer.concat([...files, list, ...endOfCentralDirectory])
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const contentTypes = (type: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`

export const docx = zip({
  '[Content_Types].xml': contentTypes(wordType),
  'word/document.xml': '<w:document/>',
})
export const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n',
)
const script = Buffer.from('<script>alert("canary-script")</script>')

/** A noisy picture that compresses like a photo. */
export function photo(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}

export async function jpegWithPlace(): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'canary-camera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' },
  }
  const bytes = await photo(320, 240).withExif(exif).jpeg().toBuffer()
  return Buffer.concat([bytes, script])
}

function gifHeader(width: number, height: number): Buffer {
  return Buffer.concat([
    Buffer.from('GIF89a'),
    u16(width, true),
    u16(height, true),
    Buffer.from([0x80, 0, 0]),
  ])
}

/** A GIF whose frames declare a size and contain almost no data. */
function gifOfFrames(side: number, frames: number, frameSide: number): Buffer {
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c]),
    u16(0),
    u16(0),
    u16(frameSide, true),
    u16(frameSide, true),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ])
  const colours = Buffer.from([0, 0, 0, 255, 255, 255])
  const allFrames = Array.from({ length: frames }, () => frame)
  return Buffer.concat([gifHeader(side, side), colours, ...allFrames, Buffer.from([0x3b])])
}

function jpegHeader(width: number, height: number): Buffer {
  const frameSegment = Buffer.concat([u16(height), u16(width), Buffer.from([1, 1, 0x11, 0])])
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffc0000b08', 'hex'),
    frameSegment,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(200, 0x55),
    Buffer.from('ffd9', 'hex'),
  ])
}

function webpHeader(side: number): Buffer {
  const dimensions = (side - 1) | ((side - 1) << 14)
  const image = Buffer.concat([Buffer.from([0x2f]), u32(dimensions >>> 0, true), Buffer.alloc(41)])
  const body = Buffer.concat([Buffer.from('WEBPVP8L'), u32(image.length, true), image])
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length, true), body])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const html = '<!doctype html><html><body><script>alert(1)</script></body></html>'
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)
const oldContainer = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)])

const sampleOf = (name: string, bytes: Buffer | string): Sample => ({ name, bytes: Buffer.from(bytes) })

/** Pictures that declare very many pixels in a small file. Creating them takes a second. */
export const archiveBombs = (): Sample[] => [
  sampleOf('16000.png', png(16_000, 16_000)),
  sampleOf('promise.png', png(60_000, 60_000, [], false)),
  sampleOf('screen.gif', gifOfFrames(65_535, 1, 65_535)),
  sampleOf('frames.gif', gifOfFrames(1000, 40, 1000)),
  sampleOf('promise.jpg', jpegHeader(65_500, 65_500)),
  sampleOf('promise.webp', webpHeader(16_383)),
]

/** Files of types that are never accepted, whatever their name says. */
export const wrongTypes: Sample[] = [
  sampleOf('picture.svg', svg),
  sampleOf('picture.png', svg),
  sampleOf('picture.txt', svg),
  sampleOf('picture-after-bom.txt', `\ufeff${svg}`),
  sampleOf(
    'entities.txt',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
  ),
  sampleOf('page.html', html),
  sampleOf('page.png', html),
  sampleOf('page.txt', `  \n${html}`),
  sampleOf('setup.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600, 0x90)])),
  sampleOf('program.png', Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(600)])),
  sampleOf('script.zip', '#!/bin/sh\nrm -rf /\n'),
  sampleOf('code.js', 'alert(1)'),
  sampleOf('no-extension', 'only words'),
  sampleOf('app.jar', zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0', 'A.class': 'x' })),
  sampleOf(
    'macro.docx',
    zip({
      '[Content_Types].xml': contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'word/document.xml': 'x',
    }),
  ),
  sampleOf('installer.msi', oldContainer),
  sampleOf('bytes.txt', Buffer.from([72, 105, 0, 1, 2, 3, 72, 105])),
  sampleOf('picture.bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])),
  sampleOf('picture.tiff', Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(200)])),
  sampleOf('film.mp4', Buffer.concat([u32(24), Buffer.from('ftypisom'), Buffer.alloc(200)])),
]

/** Damaged files of accepted types. */
export async function damagedFiles(): Promise<Sample[]> {
  const jpeg = await photo(400, 300).jpeg().toBuffer()
  const wholePhoto = await photo(400, 300).png().toBuffer()
  const webp = await photo(400, 300).webp().toBuffer()
  return [
    sampleOf('half.jpg', jpeg.subarray(0, jpeg.length >> 1)),
    sampleOf('half.png', wholePhoto.subarray(0, wholePhoto.length >> 1)),
    sampleOf('half.webp', webp.subarray(0, webp.length >> 1)),
    sampleOf('script.gif', 'GIF89a/*\x01\x00\x01\x00*/=1;alert("canary-script")//'),
    sampleOf('mark-only.png', Buffer.concat([pngMark, pngChunk('IHDR', Buffer.alloc(13)), Buffer.alloc(64)])),
  ]
}

/**
 * Files with compressed parts that become very large when unpacked. The rest of each file is harmless, so both
 * accepting and refusing it are right. Creating these files takes seconds.
 */
export function hiddenBombs(): Sample[] {
  const emptyData = zeros(100)
  const compressedChunk = Buffer.concat([Buffer.from('a\0\0'), deflateSync(emptyData)])
  return [
    sampleOf('text.png', png(40, 40, [pngChunk('zTXt', compressedChunk)])),
    sampleOf('profile.png', png(40, 40, [pngChunk('iCCP', compressedChunk)])),
    sampleOf('types.docx', zip({ '[Content_Types].xml': emptyData, 'word/document.xml': 'x' })),
    sampleOf('mime.docx', zip({ mimetype: emptyData })),
    sampleOf('deep.zip', zip({ 'a.zip': zip({ 'b.zip': zip({ zeros: emptyData }) }) })),
  ]
}

/** Files that are valid as two file types at once. Only the picture may be stored. */
export async function makePolyglots(): Promise<Sample[]> {
  const picture = await photo(320, 240).png().toBuffer()
  const text = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script]))
  const withText = Buffer.concat([picture.subarray(0, 33), text, picture.subarray(33)])
  return [
    sampleOf('after-end.png', Buffer.concat([picture, script])),
    sampleOf('in-text.png', withText),
    sampleOf('archive.png', Buffer.concat([picture, zip({ 'canary-script.js': 'alert(1)' })])),
    sampleOf('document.png', Buffer.concat([picture, Buffer.from('%PDF-1.4 canary-script')])),
    sampleOf('page.html', Buffer.concat([picture, script])),
    sampleOf('photo.pdf', await jpegWithPlace()),
  ]
}

/** File names that imitate paths, headers or other names. */
export const trickyNames = [
  '../../../../etc/passwd.png',
  '..\\..\\windows\\system32\\a.png',
  '/etc/cron.d/a.png',
  '%2e%2e%2f%2e%2e%2fa.png',
  '....//....//a.png',
  'фото\u202Egnp.exe',
  'a\u0000.png',
  '.htaccess',
  '..',
  'a.png; filename=b.html',
  'con.png',
  `${'длинное'.repeat(60)}.png`,
]
