/**
 * The oldest engines that run the mini-app, by the names of `@mdn/browser-compat-data`. Chrome 87 is the last WebView of
 * Android 5 and 6 whose owners do not update it, iOS 15.4 the last system of an iPhone 6s.
 */
export const floor = {
  safari_ios: '15.4',
  webview_android: '87',
  chrome: '87',
  firefox: '102',
} as const

/** The same for the builder of style sheets. Of scripts the check that follows says whether their syntax is too new. */
export const styleTarget = [
  `ios${floor.safari_ios}`,
  `chrome${floor.webview_android}`,
  `firefox${floor.firefox}`,
]
