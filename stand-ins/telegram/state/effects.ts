/** The effects that every bot may use; a client shows the sign flying over the chat. */
export const effects: Record<string, string> = {
  '5107584321108051014': '👍',
  '5104858069142078462': '👎',
  '5159385139981059251': '❤️',
  '5104841245755180586': '🔥',
  '5046509860389126442': '🎉',
  '5046589136895476101': '💩',
}
