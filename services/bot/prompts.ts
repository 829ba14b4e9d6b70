import { type Language, languages } from '#contract/languages.ts'
import { translate } from '#services/core/i18n.ts'
import type { BotContext } from './context.ts'

/** What the bot asks people to write as an answer to its message. */
export const promptKinds = ['reason', 'question', 'answer', 'appeal'] as const
export type PromptKind = (typeof promptKinds)[number]

function promptText(kind: PromptKind, language: Language, id: number): string {
  return translate(language)(`bot.moderation.prompt.${kind}`, { id })
}

export async function prompt(ctx: BotContext, kind: PromptKind, id: number): Promise<void> {
  await ctx.reply(promptText(kind, ctx.person.ui_language, id), {
    reply_markup: { force_reply: true, selective: true },
  })
}

/** What a message answers and about which number: only an answer to exactly what the bot itself asked counts. */
export function answered(ctx: BotContext): { kind: PromptKind; id: number } | undefined {
  const question = ctx.msg?.reply_to_message
  if (question?.from?.id !== ctx.me.id) return undefined
  const id = Number(/(\d{1,15})$/.exec(question.text ?? '')?.[1])
  const isAsked = (kind: PromptKind) =>
    languages.some((language) => promptText(kind, language, id) === question.text)
  const kind = promptKinds.find(isAsked)
  return kind && { kind, id }
}
