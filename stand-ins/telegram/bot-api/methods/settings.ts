import type { BotCommand, MenuButton } from '../../state/types.ts'
import type { World } from '../../state/world.ts'
import { badRequest } from '../errors.ts'
import { checkWebAppUrl } from '../keyboards.ts'
import type { Method, Methods } from '../method.ts'
import { list, number, type Params, readObject, text } from '../params.ts'

interface Scope {
  type: string
  chat_id?: number
  user_id?: number
}

function commandKey(params: Params): string {
  const scope = readObject<Scope>(params, 'scope') ?? { type: 'default' }
  return `${[scope.type, scope.chat_id, scope.user_id].filter(Boolean).join(':')}|${text(params, 'language_code') ?? ''}`
}

export const settings: Methods = {
  setMyCommands(world, params) {
    const commands = list<BotCommand>(params, 'commands')
    if (!commands) throw badRequest("can't parse commands: expected an Array")
    if (commands.length > 100) throw badRequest('BOT_COMMANDS_TOO_MUCH')
    for (const { command, description } of commands) {
      if (!/^\/?[a-z0-9_]{1,32}$/.test(command ?? '')) throw badRequest('BOT_COMMAND_INVALID')
      if (!description || description.length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID')
    }
    world.data.commands[commandKey(params)] = commands
    world.bus.emit({ type: 'bot_settings' })
    return true
  },
  getMyCommands: (world, params) => world.data.commands[commandKey(params)] ?? [],
  deleteMyCommands(world, params) {
    delete world.data.commands[commandKey(params)]
    world.bus.emit({ type: 'bot_settings' })
    return true
  },

  setChatMenuButton(world, params) {
    const button = readObject<MenuButton>(params, 'menu_button') ?? { type: 'default' }
    if (button.type === 'web_app') {
      if (!button.text || !button.web_app)
        throw badRequest('can\'t parse menu button: Can\'t find field "text"')
      checkWebAppUrl(world, button.web_app.url, 'menu button')
    }
    world.data.menu_buttons[number(params, 'chat_id') ?? 'default'] = button
    world.bus.emit({ type: 'bot_settings' })
    return true
  },
  getChatMenuButton: (world, params) => menuButton(world, number(params, 'chat_id')),

  setMyName: createTextSetter('name', 64),
  setMyDescription: createTextSetter('description', 512),
  setMyShortDescription: createTextSetter('short_description', 120),
  getMyName: (world, params) => ({ name: readText(world, params, 'name') || world.bot.first_name }),
  getMyDescription: (world, params) => ({ description: readText(world, params, 'description') }),
  getMyShortDescription: (world, params) => ({
    short_description: readText(world, params, 'short_description'),
  }),
}

export function menuButton(world: World, chatId?: number): MenuButton {
  const chatButton = chatId === undefined ? undefined : world.data.menu_buttons[chatId]
  const button = chatButton && chatButton.type !== 'default' ? chatButton : world.data.menu_buttons.default
  return button && button.type !== 'default' ? button : { type: 'commands' }
}

/**
 * Commands that Telegram shows to a person. The narrowest scope comes first; the person's language comes before the
 * default language.
 */
export function commandsFor(world: World, userId: number, language: string, chatId: number): BotCommand[] {
  const scopes =
    chatId > 0
      ? [`chat:${chatId}`, 'all_private_chats', 'default']
      : [`chat_member:${chatId}:${userId}`, `chat:${chatId}`, 'all_group_chats', 'default']
  for (const scope of scopes)
    for (const code of [language, '']) {
      const commands = world.data.commands[`${scope}|${code}`]
      if (commands?.length) return commands
    }
  return []
}

function createTextSetter(field: string, max: number): Method {
  return (world, params) => {
    const value = text(params, field) ?? ''
    if (value.length > max) throw badRequest(`BOT_${field.toUpperCase()}_TOO_LONG`)
    world.data.bot_texts[`${field}|${text(params, 'language_code') ?? ''}`] = value
    world.bus.emit({ type: 'bot_settings' })
    return true
  }
}

const readText = (world: World, params: Params, field: string) =>
  world.data.bot_texts[`${field}|${text(params, 'language_code') ?? ''}`] ?? ''
