import type { Device } from '#contract/options.ts'

/** The first match counts: iPhones also name Mac OS, Android also names Linux. */
const signs: [RegExp, Device][] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Macintosh|Mac OS/, 'macos'],
  [/Windows/, 'windows'],
  [/Linux|X11/, 'linux'],
]

/** Operating system from the User-Agent; nothing else of it is stored. */
export function deviceOf(user_agent: string | undefined): Device | null {
  return signs.find(([sign]) => sign.test(user_agent ?? ''))?.[1] ?? null
}
