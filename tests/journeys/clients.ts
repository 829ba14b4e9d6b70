/** Simulated Telegram clients that are difficult for a mini-app, each in its own way. */
const difficultClients = [
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

/** Test files that need an easy client: they check its clipboard messages, dialog sizes and numbers of requests. */
const kind = ['constants.test.ts', 'freelancer.test.ts', 'messages.test.ts', 'newcomer.test.ts']

const charSum = (name: string) => [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)

/**
 * The client for the journeys of a file, unless a test names one. The file's name selects it, so that journeys do not
 * depend on an easy client. `CLIENT=firefox npm test …` overrides it.
 */
export function clientOf(file: string): string {
  if (process.env.CLIENT) return process.env.CLIENT
  if (kind.includes(file)) return 'ios'
  return difficultClients[charSum(file) % difficultClients.length] as string
}
