import path from 'node:path'

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Everything `npm start` remembers. */
export const dataFolder = path.join(root, '.data')

export const peopleFile = path.join(root, 'db/demo/people.json')

/** The steps that the desk and the welcome lead a newcomer through. */
export const guideFile = path.join(root, 'db/demo/guide.json')

/** The processes of the product and of the outside world around it, as they are started. */
export const entries = {
  telegram: 'stand-ins/telegram/main.ts',
  robokassa: 'stand-ins/robokassa/main.ts',
  api: 'services/api/main.ts',
  bot: 'services/bot/main.ts',
  workers: 'workers/main.ts',
} as const

export type Role = keyof typeof entries
