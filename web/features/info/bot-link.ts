/** The chat with the bot, from the link that opens its mini-app. */
export function botChat(appLink: string): string {
  const { origin, pathname } = new URL(appLink)
  return origin + pathname
}
