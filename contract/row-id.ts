const idPattern = /^[1-9]\d{0,15}$/

/** Id of a row that a path or a link names; undefined for a text that no row has as its id. */
export function parseId(text: string | undefined): number | undefined {
  const id = Number(text)
  return text && idPattern.test(text) && Number.isSafeInteger(id) ? id : undefined
}
