/** Last URL, with query and filters, of each menu entry and section. */
const left = new Map<string, string>()

/** Stores the last URL of a page and of its menu entry. */
export function rememberPlace(pathname: string, search: string): void {
  left.set(pathname, pathname + search)
  left.set(placeOf(pathname), pathname + search)
}

/** Menu entry of a page. */
export const placeOf = (pathname: string): string => `/${pathname.split('/')[1]}`

export const lastAddress = (place: string): string => left.get(place) ?? place
