import path from 'node:path'

/** Root of the checkout. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Folder with all data of `npm start`: `.data` in the checkout, or the folder that `DATA_FOLDER` names. */
export const dataFolder = path.resolve(root, process.env.DATA_FOLDER || '.data')

export const peopleFile = path.join(root, 'db/demo/people.json')

/** File with the steps of the guide, which the desk and the welcome page show. */
export const guideFile = path.join(root, 'db/demo/guide.json')

/** Entry files of the product's processes and of the stand-ins. */
export const entries = {
  telegram: 'stand-ins/telegram/main.ts',
  robokassa: 'stand-ins/robokassa/main.ts',
  api: 'services/api/main.ts',
  bot: 'services/bot/main.ts',
  workers: 'workers/main.ts',
} as const

export type Role = keyof typeof entries
