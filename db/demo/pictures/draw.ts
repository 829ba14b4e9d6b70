import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import photos from '../market/photos.json' with { type: 'json' }
import works from '../market/works.json' with { type: 'json' }
import { drawPerson, drawWork } from './shapes.ts'

/**
 * Draws the pictures of the demo market anew, `node db/demo/pictures/draw.ts`. They are in the repository, so that
 * `npm start` does not have to draw.
 */
async function save(name: string, svg: string): Promise<void> {
  const picture = await sharp(Buffer.from(svg))
    .webp({ quality: 70, effort: 6, smartSubsample: true })
    .toBuffer()
  await writeFile(path.join(import.meta.dirname, `${name}.webp`), picture)
}

type Palette = Parameters<typeof drawPerson>[1]

for (const { person, hair, palette } of photos)
  await save(`person-${person}`, drawPerson(hair as Parameters<typeof drawPerson>[0], palette as Palette))
for (const { picture, motif, palette } of works)
  await save(picture, drawWork(motif as Parameters<typeof drawWork>[0], palette as Palette))
