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

/** Journeys that have not been travelled in the client of their turn yet; who mends one takes its name away. */
const waiting = new Set([
  'admin-in-english',
  'admin-moderation',
  'admin-screens',
  'admin-shift',
  'bot',
  'chat',
  'client',
  'constants',
  'freelancer',
  'guide',
  'inviting',
  'memory',
  'messages',
  'not-this',
  'older-chromium',
  'order-from-message',
  'order-trouble',
  'paid-order',
  'profile',
  'questions',
  'refusals',
  'respond-in-bot',
  'saving-files',
  'settings',
  'small-screen',
  'support',
  'taps',
  'waiting-in-bot',
])

const sum = (name: string) => [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)

/**
 * The client in which the journeys of a file are travelled, unless a test names one itself: each file has its own, by
 * its name, so that none depends on a kind one. `CLIENT=firefox npm test …` travels in that client.
 */
export function clientOf(file: string): string {
  if (process.env.CLIENT) return process.env.CLIENT
  const isWaiting = waiting.has(file.replace(/\.test\.ts$/, ''))
  return isWaiting ? 'ios' : (unkind[sum(file) % unkind.length] as string)
}
