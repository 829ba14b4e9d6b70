const verbs = ['take', 'close', 'more', 'solved'] as const
export type SupportVerb = (typeof verbs)[number]

/** Callback data of a button that acts on a support case. */
export function pressData(verb: SupportVerb, case_id: number): string {
  return `v1:support:${verb}:${case_id}`
}

export const supportPress = new RegExp(`^v1:support:(${verbs.join('|')}):([1-9]\\d{0,14})$`)
