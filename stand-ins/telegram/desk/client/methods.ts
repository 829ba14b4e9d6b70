import { changeApp, closeApp, runAction } from '../model/actions.ts'
import { desk, toast, translate } from '../model/desk.ts'
import { followLink, followPath } from '../model/links.ts'
import { setupButton, setupColor } from './appearance.ts'
import { customMethod, requestWriting } from './contact.ts'
import { requestDownload } from './downloads.ts'
import { consumeTouch } from './gestures.ts'
import { homeScreenMethods } from './home-screen.ts'
import { openPopup } from './popup.ts'
import { storageMethods } from './storage.ts'
import { contentSafeArea, safeArea } from './viewport.ts'
import { expandApp, sendViewport, setFullscreen } from './window.ts'
import { type Data, sendAnswer, sendTheme } from './wire.ts'

/** Handles a message of the mini-app. Returns the reason if the message was ignored. */
export type HostMethod = (data: Data) => unknown

export const methods: Record<string, HostMethod> = {
  iframe_ready: () =>
    sendAnswer('set_custom_style', 'html::-webkit-scrollbar{display:none}html{scrollbar-width:none}'),
  web_app_ready: () => changeApp({ loading: false }),
  // The mini-app may close itself without the confirmation about unsaved changes. Only the person is asked to confirm.
  web_app_close: () => closeApp(true),
  web_app_expand: () => expandApp(),

  web_app_request_theme: () => (desk.get().profile.answers_theme_request ? sendTheme() : undefined),
  web_app_request_viewport: () => (desk.get().profile.answers_viewport_request ? sendViewport() : undefined),
  web_app_request_safe_area: () => sendAnswer('safe_area_changed', safeArea()),
  web_app_request_content_safe_area: () => sendAnswer('content_safe_area_changed', contentSafeArea()),
  web_app_request_fullscreen: () => setFullscreen(true),
  web_app_exit_fullscreen: () => setFullscreen(false),

  web_app_setup_back_button: ({ is_visible }) => changeApp({ back_visible: is_visible === true }),
  web_app_setup_settings_button: ({ is_visible }) => changeApp({ settings_visible: is_visible === true }),
  // The client Web A asks for confirmation before closing after any `web_app_setup_closing_behavior`, whatever its
  // value.
  web_app_setup_closing_behavior: ({ need_confirmation }) =>
    changeApp({ confirm_closing: need_confirmation === true || desk.get().profile.platform === 'weba' }),
  web_app_setup_main_button: (data) => setupButton('main', data),
  web_app_setup_secondary_button: (data) => setupButton('secondary', data),
  web_app_set_header_color: (data) => setupColor('header_color', data),
  web_app_set_background_color: (data) => setupColor('background_color', data),
  web_app_set_bottom_bar_color: (data) => setupColor('bottom_color', data),
  web_app_open_popup: openPopup,

  web_app_open_link({ url }) {
    if (!consumeTouch()) return translate('no_gesture')
    if (!/^https?:\/\//.test(String(url))) return translate('link_failed')
    followLink(String(url))
  },
  web_app_open_tg_link({ path_full }) {
    runAction(() => followPath(String(path_full).replace(/^\//, '')))
    if (desk.get().profile.closes_on_links) closeApp(true)
  },
  web_app_open_invoice: ({ slug }) => desk.set({ invoice_slug: String(slug) }),
  web_app_send_prepared_message: ({ id }) => desk.set({ sharing: { prepared_id: String(id) } }),
  web_app_switch_inline_query: ({ query }) => desk.set({ sharing: { text: String(query) } }),
  web_app_share_to_story: () => toast(translate('story')),
  web_app_request_file_download: requestDownload,

  web_app_request_phone: () => changeApp({ dialog: 'phone' }),
  web_app_request_write_access: () => runAction(requestWriting),
  web_app_invoke_custom_method: customMethod,
  web_app_read_text_from_clipboard: ({ req_id }) =>
    sendAnswer('clipboard_text_received', { req_id, data: desk.get().clipboard ?? null }),
  ...storageMethods('device'),
  ...storageMethods('secure'),

  ...homeScreenMethods,
  web_app_open_scan_qr_popup: () => sendAnswer('scan_qr_popup_closed'),
  web_app_biometry_get_info: () => sendAnswer('biometry_info_received', { available: false }),
  web_app_check_location: () => sendAnswer('location_checked', { available: false }),
  web_app_request_location: () => sendAnswer('location_requested', { available: false }),
  web_app_request_emoji_status_access: () =>
    sendAnswer('emoji_status_access_requested', { status: 'cancelled' }),
  web_app_set_emoji_status: () => sendAnswer('emoji_status_failed', { error: 'UNSUPPORTED' }),
  web_app_start_accelerometer: () => sendAnswer('accelerometer_failed', { error: 'UNSUPPORTED' }),
  web_app_start_gyroscope: () => sendAnswer('gyroscope_failed', { error: 'UNSUPPORTED' }),
  web_app_start_device_orientation: () => sendAnswer('device_orientation_failed', { error: 'UNSUPPORTED' }),
}
