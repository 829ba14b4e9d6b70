import { words } from './plain.ts'

const remote = words(
  'удал[её]+н+\\p{L}*|ремоут|re?mote(?: only)?|из дома|work from home|wfh|онлайн(?! ?(?:школ|курс|магаз))|online(?! (?:school|store|shop|course))',
)
const onSite = words(
  'в офис\\p{L}*|только офис|офис(?=[,;:.)]|$)|работа в офисе|офис в|не удал[её]н\\p{L}*|office in|on-?site|in-?office|с выездом|выезд',
)
const hurry = words(
  'срочн\\p{L}*|асап|asap|urgent(?:ly)?|горит|нужно вчера|как можно (?:скорее|быстрее)|прямо сейчас|right now|need [^,.]{0,80} now',
)
const noHurry = words('не (?:очень )?срочн\\p{L}*|не горит|not urgent|no rush')

/** True if a text asks for remote work, false for work on site, null if it mentions neither. */
export function findRemote(plain: string): boolean | null {
  if (onSite.test(plain)) return false
  return remote.test(plain) ? true : null
}

/** Word of a text that expresses urgency, or null. */
export function findHurry(plain: string): string | null {
  return noHurry.test(plain) ? null : (hurry.exec(plain)?.[0] ?? null)
}
