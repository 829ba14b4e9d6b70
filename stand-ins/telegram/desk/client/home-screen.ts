import { desk, toast, translate } from '../model/desk.ts'
import { sendAnswer } from './wire.ts'

const canAddIcon = () => ['ios', 'android'].includes(desk.get().profile.platform)
/** People who have added the mini-app's icon to their home screen. */
const peopleWithIcon = new Set<number | undefined>()

const readStatus = () => {
  if (!canAddIcon()) return 'unsupported'
  return peopleWithIcon.has(desk.get().user_id) ? 'added' : 'missed'
}

/** Creates the home screen shortcut of the mini-app, as in Bot API 8.0. */
export const homeScreenMethods = {
  web_app_check_home_screen: () => sendAnswer('home_screen_checked', { status: readStatus() }),
  web_app_add_to_home_screen() {
    if (!canAddIcon()) return sendAnswer('home_screen_failed', { error: 'UNSUPPORTED' })
    peopleWithIcon.add(desk.get().user_id)
    toast(translate('home_added'))
    sendAnswer('home_screen_added')
  },
}
