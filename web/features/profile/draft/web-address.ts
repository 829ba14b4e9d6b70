/** True for an address that a field for links accepts. */
export const isWebAddress = (text: string) => text.startsWith('https://') && URL.parse(text) !== null
