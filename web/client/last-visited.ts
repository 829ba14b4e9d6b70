/** Last URL of each page and of each menu entry, with its query and filters. */
const lastUrls = new Map<string, string>()

/** Stores the last URL of a page and of its menu entry. */
export function rememberUrl(pathname: string, search: string): void {
  lastUrls.set(pathname, pathname + search)
  lastUrls.set(menuEntryOf(pathname), pathname + search)
}

/** Returns the menu entry that a page belongs to. */
export const menuEntryOf = (pathname: string): string => `/${pathname.split('/')[1]}`

export const lastUrl = (section: string): string => lastUrls.get(section) ?? section
