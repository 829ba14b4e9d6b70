import path from 'node:path'

/**
 * Folder of the project, or of the image. A bundle in `services/dist/` is as deep as this file, so the path holds in both;
 * other modules find files from here, because a bundle moves them.
 */
export const projectRoot = path.resolve(import.meta.dirname, '../..')
