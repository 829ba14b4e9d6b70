import type { FastifyInstance } from 'fastify'
import { badRequest } from '../bot-api/errors.ts'
import { menuButton } from '../bot-api/methods/settings.ts'
import { contactData, initData, launchUrl, themeNamed } from '../launch.ts'
import { type Profile, profileNamed } from '../profiles.ts'
import { buttonAt, openWebAppQuery } from '../state/asking.ts'
import { findMessage } from '../state/messages.ts'
import { getPerson } from '../state/people.ts'
import type { ControlOptions } from './options.ts'

type WithId = { Params: { id: string } }
interface OpenRequest {
  startapp?: string
  button?: { chat_id?: number; message_id: number; row?: number; col?: number }
  menu?: boolean
  /** URL of the pressed web_app button, if the calling code knows it already. */
  url?: string
  profile?: string
  traits?: Partial<Profile>
  theme?: string
  age?: number
  /** True if a button of a reply keyboard opens the mini-app. Telegram gives no launch data for such a button. */
  keyboard?: boolean
}

export function launchRoutes(app: FastifyInstance, { world, mainAppUrl }: ControlOptions) {
  const personOf = (request: { params: { id: string } }) => getPerson(world, Number(request.params.id))

  app.post<WithId & { Body: OpenRequest | null }>('/users/:id/open', (request) => {
    const person = personOf(request)
    const { startapp, button, menu, url, profile, traits, theme, age, keyboard } = request.body ?? {}
    if (startapp !== undefined && !/^[\w-]{0,512}$/.test(startapp)) throw badRequest('START_PARAM_INVALID')
    const message = button && findMessage(world, button.chat_id ?? person.id, button.message_id)
    const fromButton = message && buttonAt(message, button.row ?? 0, button.col ?? 0)?.web_app?.url
    if (button && !fromButton) throw badRequest('no such button')
    const fromMenu = menu ? menuButton(world, person.id).web_app?.url : undefined
    const buttonUrl = url ?? fromButton ?? fromMenu
    // The launch data have a query id after a press of a button, and a start parameter after a click on a link.
    const init_data = keyboard
      ? ''
      : buttonUrl
        ? initData(world, person, { age, query_id: openWebAppQuery(world, person) })
        : initData(world, person, { age, from_link: true, start_param: startapp || undefined })
    const appearance = { profile: profileNamed(profile, traits), theme: themeNamed(theme) }
    const start_param = buttonUrl ? undefined : startapp || undefined
    return { init_data, url: launchUrl(buttonUrl ?? mainAppUrl(), init_data, { ...appearance, start_param }) }
  })

  app.get<
    WithId & { Querystring: { age?: string; start_param?: string; from_link?: string; query?: string } }
  >('/users/:id/init-data', (request) => {
    const { age, start_param, from_link, query } = request.query
    const person = personOf(request)
    const query_id = query ? openWebAppQuery(world, person) : undefined
    const isFromLink = Boolean(from_link || start_param)
    return {
      init_data: initData(world, person, {
        age: Number(age ?? 0),
        start_param,
        from_link: isFromLink,
        query_id,
      }),
    }
  })

  app.get<WithId & { Querystring: { age?: string; phone?: string; user_id?: string } }>(
    '/users/:id/contact-data',
    (request) => {
      const { age, phone, user_id } = request.query
      const options = { age: Number(age ?? 0), phone, user_id: user_id ? Number(user_id) : undefined }
      return { contact: contactData(world, personOf(request), options) }
    },
  )

  app.post<WithId & { Body: { method: string; params?: Record<string, unknown> } }>(
    '/users/:id/custom-method',
    (request) => {
      const person = personOf(request)
      const { method, params = {} } = request.body
      world.data.cloud_storage[person.id] ??= {}
      const storage = world.data.cloud_storage[person.id] ?? {}
      const keys = (params.keys ?? []) as string[]
      if (method === 'getStorageKeys') return { result: Object.keys(storage) }
      if (method === 'getStorageValues')
        return { result: Object.fromEntries(keys.map((key) => [key, storage[key] ?? ''])) }
      if (method === 'deleteStorageValues') {
        for (const key of keys) delete storage[key]
        return { result: true }
      }
      if (method !== 'saveStorageValue') return { error: 'METHOD_INVALID' }
      const { key, value } = params as { key: string; value: string }
      if (!/^[\w-]{1,128}$/.test(key)) return { error: 'KEY_INVALID' }
      if (value.length > 4096) return { error: 'VALUE_INVALID' }
      storage[key] = value
      return { result: true }
    },
  )
}
