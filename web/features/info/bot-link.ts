/** URL of the bot's chat, derived from the mini-app's link. */
export function botChatUrl(appLink: string): string {
  const { origin, pathname } = new URL(appLink)
  return origin + pathname
}
