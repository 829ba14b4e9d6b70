/** Lines of a text, without the signs with which people begin the lines of a list. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^[\s\-–—•*·✓✔]+/u, '').trim())
    .filter(Boolean)
