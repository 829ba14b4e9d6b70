/** Message effects that every bot may use. A client animates the emoji of the effect. */
export const effects: Record<string, string> = {
  '5107584321108051014': '👍',
  '5104858069142078462': '👎',
  '5159385139981059251': '❤️',
  '5104841245755180586': '🔥',
  '5046509860389126442': '🎉',
  '5046589136895476101': '💩',
}
