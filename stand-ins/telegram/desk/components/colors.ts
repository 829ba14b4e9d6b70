/** True if black text is more readable than white on a #rrggbb colour. */
export function isLight(colour: string | undefined): boolean {
  const [r = 255, g = 255, b = 255] =
    (colour ?? '#ffffff').match(/[\da-f]{2}/gi)?.map((part) => Number.parseInt(part, 16)) ?? []
  return (r * 299 + g * 587 + b * 114) / 1000 > 150
}
