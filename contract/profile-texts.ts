/**
 * Texts of a profile. Each text is an optional column of `users` with the same name. A text in this list needs no
 * further code: it is validated, saved, shown, exported, deleted and offered in the form. Its label is the text
 * `profileField.<name>`.
 */
export const profileTexts = {
  description: { max: 2000, rows: 3 },
  country: { max: 64, rows: 1 },
  city: { max: 64, rows: 1 },
} as const satisfies Record<string, { max: number; rows: number }>

export type ProfileText = keyof typeof profileTexts
export const profileTextNames = Object.keys(profileTexts) as ProfileText[]

/** An object with one value for each text of a profile. */
export function forEachProfileText<T>(valueFor: (name: ProfileText) => T): Record<ProfileText, T> {
  return Object.fromEntries(profileTextNames.map((name) => [name, valueFor(name)])) as Record<ProfileText, T>
}
