/**
 * Oldest engines that run the mini-app, by the names of `@mdn/browser-compat-data`. Chrome 87 is the last WebView of
 * Android 5 and 6 without updates; iOS 15.4 is the last system of an iPhone 6s.
 */
export const oldestEngines = {
  safari_ios: '15.4',
  webview_android: '87',
  chrome: '87',
  firefox: '102',
} as const

/**
 * The oldest supported engines, as a target for building style sheets. Scripts are not converted for old engines,
 * because a build check rejects syntax that is too new.
 */
export const styleTarget = [
  `ios${oldestEngines.safari_ios}`,
  `chrome${oldestEngines.webview_android}`,
  `firefox${oldestEngines.firefox}`,
]
