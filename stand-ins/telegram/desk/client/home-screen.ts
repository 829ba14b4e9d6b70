import { desk, toast, word } from '../model/desk.ts'
import { answer } from './wire.ts'

const canAdd = () => ['ios', 'android'].includes(desk.get().profile.platform)
/** People whose home screen has the icon. */
const added = new Set<number | undefined>()

const status = () => {
  if (!canAdd()) return 'unsupported'
  return added.has(desk.get().user_id) ? 'added' : 'missed'
}

/** Home screen shortcut of the mini-app (Bot API 8.0). */
export const homeScreenMethods = {
  web_app_check_home_screen: () => answer('home_screen_checked', { status: status() }),
  web_app_add_to_home_screen() {
    if (!canAdd()) return answer('home_screen_failed', { error: 'UNSUPPORTED' })
    added.add(desk.get().user_id)
    toast(word('home_added'))
    answer('home_screen_added')
  },
}
