/** Last URL, with query and filters, of each menu entry and section. */
const lastUrls = new Map<string, string>()

/** Stores the last URL of a page and of its menu entry. */
export function rememberUrl(pathname: string, search: string): void {
  lastUrls.set(pathname, pathname + search)
  lastUrls.set(menuEntryOf(pathname), pathname + search)
}

/** Menu entry of a page. */
export const menuEntryOf = (pathname: string): string => `/${pathname.split('/')[1]}`

export const lastUrl = (section: string): string => lastUrls.get(section) ?? section
