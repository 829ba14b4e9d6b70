import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Everything `npm start` remembers. */
export const dataFolder = path.join(root, '.data')
