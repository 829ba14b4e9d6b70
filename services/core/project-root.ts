import path from 'node:path'

/**
 * Root folder of the project, or of the Docker image. A bundle in `services/dist/` is as deep in the folders as this
 * file, so the relative path is right for both. Other modules find files from here, because bundling moves those
 * modules.
 */
export const projectRoot = path.resolve(import.meta.dirname, '../..')
