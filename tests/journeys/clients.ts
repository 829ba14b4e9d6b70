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

/**
 * Test files that need a client without difficulties, because they check clipboard messages, dialog sizes and numbers
 * of requests.
 */
const filesWithEasyClient = [
  'constants.test.ts',
  'freelancer.test.ts',
  'messages.test.ts',
  'newcomer.test.ts',
]

const charSum = (name: string) => [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)

/**
 * Chooses the simulated Telegram client for a test file by the file's name, so that the tests do not depend on one
 * client. A test may name another client. `CLIENT=firefox npm test …` selects one for all tests.
 */
export function clientOf(file: string): string {
  if (process.env.CLIENT) return process.env.CLIENT
  if (filesWithEasyClient.includes(file)) return 'ios'
  return difficultClients[charSum(file) % difficultClients.length] as string
}
