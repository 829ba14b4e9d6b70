import { desk } from '../model/desk.ts'

const statusBar = 47
const homeIndicator = 34
const headerHeight = 46

/** Insets that the phone itself covers. They matter only if the mini-app reaches the edge of the screen. */
export function safeArea() {
  const { app, profile } = desk.get()
  const isPhone = profile.platform === 'ios'
  const hasBar = app?.main.is_visible || app?.secondary.is_visible
  const bottom = isPhone && !hasBar ? homeIndicator : 0
  return { top: app?.fullscreen ? statusBar : 0, bottom, left: 0, right: 0 }
}

/** Insets that Telegram's buttons cover. The buttons float over a full-screen app. */
export const contentSafeArea = () => ({
  top: desk.get().app?.fullscreen ? headerHeight : 0,
  bottom: 0,
  left: 0,
  right: 0,
})
