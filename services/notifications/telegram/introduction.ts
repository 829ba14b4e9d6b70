import type { Api } from 'grammy'
import type { BotCommand } from 'grammy/types'
import { defaultLanguage, type Language, languages, productName } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { StaffChats } from '#services/notifications/staff-chats.ts'

const commandNames = [
  'start',
  'settings',
  'language',
  'help',
  'support',
  'paysupport',
  'terms',
  'privacy',
] as const

function commandsIn(language: Language): BotCommand[] {
  const translate = translatorFor(language)
  return commandNames.map((command) => ({ command, description: translate(`bot.command.${command}`) }))
}

/** The parts of the context that are needed to set the bot's profile and commands. */
type Dependencies = Pick<Context, 'config' | 'log'>

function menuButton({ config }: Dependencies, language: Language) {
  const url = new URL('/', config.APP_ORIGIN).href
  return { type: 'web_app', text: translatorFor(language)('bot.menu'), web_app: { url } } as const
}

/** Sets the bot's name if it has changed. Telegram allows only a few changes of the name a day. */
async function setName(api: Api, language: Language, language_code: Language | undefined): Promise<void> {
  const { name } = await api.getMyName({ language_code })
  if (name !== productName[language]) await api.setMyName(productName[language], { language_code })
}

/** Sets the bot's commands in the staff groups. If a group does not exist, that is only logged. */
export async function introduceToStaff({ log }: Dependencies, api: Api, to: StaffChats): Promise<void> {
  const chats = [
    { chat_id: to.operators, commands: ['language'] },
    // The moderators' commands are set last. If one chat is both groups, it gets these commands.
    { chat_id: to.moderators, commands: ['language', 'queue'] },
  ]
  for (const language of languages) {
    const translate = translatorFor(language)
    for (const { chat_id, commands } of chats)
      await api
        .setMyCommands(
          commands.map((command) => ({ command, description: translate(`bot.command.cards.${command}`) })),
          {
            language_code: language === defaultLanguage ? undefined : language,
            scope: { type: 'chat', chat_id },
          },
        )
        .catch((error) => log.info({ reason: String(error) }, 'a chat of the staff has no commands'))
  }
}

/**
 * Sets the bot's public profile: name, commands, descriptions and the menu button.
 * @param staff current ids of the staff groups, because Telegram may have changed an id
 */
export async function introduce(
  app: Dependencies,
  api: Api,
  staff: StaffChats = { moderators: app.config.MODERATORS_CHAT_ID, operators: app.config.OPS_CHAT_ID },
): Promise<void> {
  for (const language of languages) {
    // Commands without a language are shown to people of every language that has no commands of its own.
    const language_code = language === defaultLanguage ? undefined : language
    const translate = translatorFor(language)
    await api.setMyCommands(commandsIn(language), { language_code, scope: { type: 'all_private_chats' } })
    await api.setMyDescription(translate('bot.about'), { language_code })
    await api.setMyShortDescription(translate('bot.about.short'), { language_code })
    await setName(api, language, language_code)
  }
  await introduceToStaff(app, api, staff)
  await api.setChatMenuButton({ menu_button: menuButton(app, defaultLanguage) })
}

/** Sets commands and menu button of the bot for one person, in the language that the person chose. */
export async function introduceTo(
  app: Dependencies,
  api: Api,
  chat_id: number,
  language: Language,
): Promise<void> {
  await api.setMyCommands(commandsIn(language), { scope: { type: 'chat', chat_id } })
  await api.setChatMenuButton({ chat_id, menu_button: menuButton(app, language) })
}
