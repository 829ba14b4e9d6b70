/** Clients of the desk that make it hard for a mini-app, each in its own way. */
const unkind = [
  'ios-16',
  'firefox',
  'fullscreen',
  'oddtheme',
  'version-7',
  'late',
  'macos',
  'weba',
  'notheme',
  'nostorage',
] as const

/** They look at what a kind client alone shows: toasts of its clipboard, sizes of dialogs, how much is asked for. */
const kind = ['constants.test.ts', 'freelancer.test.ts', 'messages.test.ts']

const sum = (name: string) => [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)

/**
 * The client in which the journeys of a file are travelled, unless a test names one itself: each file has its own, by
 * its name, so that none depends on a kind one. `CLIENT=firefox npm test …` travels in that client.
 */
export function clientOf(file: string): string {
  if (process.env.CLIENT) return process.env.CLIENT
  if (kind.includes(file)) return 'ios'
  return unkind[sum(file) % unkind.length] as string
}
