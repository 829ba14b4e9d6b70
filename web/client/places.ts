/** Where each place of the menu and each section in it was left: an address with query and filters. */
const left = new Map<string, string>()

/** Remembers an address as the last one of its own page and of the place to which the page belongs. */
export function rememberPlace(pathname: string, search: string): void {
  left.set(pathname, pathname + search)
  left.set(placeOf(pathname), pathname + search)
}

/** The place of the menu to which a page belongs. */
export const placeOf = (pathname: string): string => `/${pathname.split('/')[1]}`

export const lastAddress = (place: string): string => left.get(place) ?? place
