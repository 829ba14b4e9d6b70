import type { Device } from '#contract/options.ts'

/** The first that fits: an iPhone says Mac OS, Android says Linux. */
const signs: [RegExp, Device][] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Macintosh|Mac OS/, 'macos'],
  [/Windows/, 'windows'],
  [/Linux|X11/, 'linux'],
]

/** On what a browser runs, as far as it says; nothing else of it is kept. */
export function deviceOf(user_agent: string | undefined): Device | null {
  return signs.find(([sign]) => sign.test(user_agent ?? ''))?.[1] ?? null
}
