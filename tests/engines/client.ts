import { eventually } from '#tests/support/run/eventually.ts'
import type { World } from '#tests/support/servers/world.ts'

export interface AppRequest {
  type: string
  data: Record<string, unknown>
  /** Size of the mini-app's window, as the page reports it. */
  size: { width: number; height: number }
  /** True if the mini-app sent the request while the person tapped; null if the browser does not report taps. */
  active: boolean | null
}

export type Event = [type: string, data: unknown]

/**
 * Answers the mini-app of one person as a Telegram client does, independent of the browser and of how messages are
 * exchanged.
 */
export class TelegramClient {
  readonly requests: AppRequest[] = []
  private readonly world: World
  private readonly person_id: number
  private readonly theme: Record<string, string>
  private isExpanded = false
  private contact = ''

  constructor(world: World, person_id: number, theme: Record<string, string>) {
    this.world = world
    this.person_id = person_id
    this.theme = theme
  }

  async answer(requests: AppRequest): Promise<Event[]> {
    this.requests.push(requests)
    const { data, size } = requests
    switch (requests.type) {
      case 'iframe_ready':
        return [['set_custom_style', 'html { scrollbar-width: none }']]
      case 'web_app_request_theme':
        return [['theme_changed', { theme_params: this.theme }]]
      case 'web_app_expand':
        this.isExpanded = true
        return [this.viewport(size)]
      case 'web_app_request_viewport':
        return [this.viewport(size)]
      case 'web_app_request_safe_area':
        return [['safe_area_changed', { top: 0, bottom: 0, left: 0, right: 0 }]]
      case 'web_app_request_content_safe_area':
        return [['content_safe_area_changed', { top: 0, bottom: 0, left: 0, right: 0 }]]
      case 'web_app_open_popup':
        return [['popup_closed', {}]]
      case 'web_app_request_write_access':
        await this.asPerson('write-access')
        return [['write_access_requested', { status: 'allowed' }]]
      case 'web_app_request_phone':
        this.contact = (await this.asPerson<{ contact: string }>('contact')).contact
        return [['phone_requested', { status: 'sent' }]]
      case 'web_app_invoke_custom_method':
        return [['custom_method_invoked', { req_id: data.req_id, ...(await this.callCustomMethod(data)) }]]
      case 'web_app_request_file_download':
        return [['file_download_requested', { status: 'downloading' }]]
      case 'web_app_check_home_screen':
        return [['home_screen_checked', { status: 'unsupported' }]]
      default:
        return []
    }
  }

  /** Waits for the mini-app's next request of this type and returns it. */
  next(type: string): Promise<AppRequest> {
    return eventually(() => this.takeRequest(type))
  }

  /** Removes and returns the mini-app's first request of this type; undefined if there is none. */
  takeRequest(type: string): AppRequest | undefined {
    const at = this.requests.findIndex((one) => one.type === type)
    return at < 0 ? undefined : this.requests.splice(at, 1)[0]
  }

  private viewport(size: AppRequest['size']): Event {
    return ['viewport_changed', { ...size, is_expanded: this.isExpanded, is_state_stable: true }]
  }

  private async callCustomMethod({ method, params }: AppRequest['data']): Promise<object> {
    if (method !== 'getRequestedContact') return this.asPerson<object>('custom-method', { method, params })
    const result = this.contact
    this.contact = ''
    return { result }
  }

  private asPerson<Answer>(act: string, body?: unknown): Promise<Answer> {
    return this.world.telegram.post<Answer>(`/users/${this.person_id}/${act}`, body)
  }
}
