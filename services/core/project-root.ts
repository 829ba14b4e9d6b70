import path from 'node:path'

/**
 * Root folder of the project, or of the Docker image. Other modules find files from this folder, because their own
 * place changes when they are bundled. The bundles in `services/dist/` are as deep in the folders as this file, so the
 * relative path is right in both cases.
 */
export const projectRoot = path.resolve(import.meta.dirname, '../..')
