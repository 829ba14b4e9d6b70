/**
 * Texts that people write about themselves. Each is an optional column of `users` under the same name; how it is
 * checked, saved, shown to everybody, exported, emptied with the account and held by the form follows from its line
 * here, and its label is the text `profileField.<name>`.
 */
export const profileTexts = {
  description: { max: 2000, rows: 3 },
  country: { max: 64, rows: 1 },
  city: { max: 64, rows: 1 },
} as const satisfies Record<string, { max: number; rows: number }>

export type ProfileText = keyof typeof profileTexts
export const profileTextNames = Object.keys(profileTexts) as ProfileText[]

/** Something for each of the texts. */
export function eachProfileText<T>(make: (name: ProfileText) => T): Record<ProfileText, T> {
  return Object.fromEntries(profileTextNames.map((name) => [name, make(name)])) as Record<ProfileText, T>
}
