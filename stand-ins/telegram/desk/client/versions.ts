/**
 * First platform version that supports each method of the mini-app. Methods that are not listed exist in every version.
 */
const firstVersions: Record<string, string> = {
  web_app_setup_back_button: '6.1',
  web_app_set_background_color: '6.1',
  web_app_set_header_color: '6.1',
  web_app_trigger_haptic_feedback: '6.1',
  web_app_open_tg_link: '6.1',
  web_app_open_invoice: '6.1',
  web_app_open_popup: '6.2',
  web_app_setup_closing_behavior: '6.2',
  web_app_open_scan_qr_popup: '6.4',
  web_app_close_scan_qr_popup: '6.4',
  web_app_read_text_from_clipboard: '6.4',
  web_app_switch_inline_query: '6.7',
  web_app_invoke_custom_method: '6.9',
  web_app_request_phone: '6.9',
  web_app_request_write_access: '6.9',
  web_app_setup_settings_button: '6.10',
  web_app_biometry_get_info: '7.2',
  web_app_setup_swipe_behavior: '7.7',
  web_app_share_to_story: '7.8',
  web_app_setup_secondary_button: '7.10',
  web_app_set_bottom_bar_color: '7.10',
  web_app_request_safe_area: '8.0',
  web_app_request_content_safe_area: '8.0',
  web_app_request_fullscreen: '8.0',
  web_app_exit_fullscreen: '8.0',
  web_app_toggle_orientation_lock: '8.0',
  web_app_add_to_home_screen: '8.0',
  web_app_check_home_screen: '8.0',
  web_app_send_prepared_message: '8.0',
  web_app_request_file_download: '8.0',
  web_app_set_emoji_status: '8.0',
  web_app_request_emoji_status_access: '8.0',
  web_app_check_location: '8.0',
  web_app_request_location: '8.0',
  web_app_hide_keyboard: '9.1',
}

export function supportsMethod(version: string, method: string): boolean {
  const neededVersion =
    firstVersions[method] ?? (/^web_app_(device|secure)_storage/.test(method) ? '9.0' : '6.0')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorNeeded = 0, minorNeeded = 0] = neededVersion.split('.').map(Number)
  return major > majorNeeded || (major === majorNeeded && minor >= minorNeeded)
}
