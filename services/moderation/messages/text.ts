import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { cardTranslator, lines, type Translate } from '#services/moderation/card/text.ts'
import {
  durationText,
  measureTimes,
  promiseOf,
  type Times,
} from '#services/moderation/queue/service-times.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import { waitingCards } from './messages.ts'

/**
 * Text with an overview of moderation: waiting tasks, recent decision and answer times, and the review time that is
 * promised to authors.
 * @param support_ms 90th percentile of support's answer times in ms; null while unknown
 */
export async function queueText(
  ctx: Context,
  reader: Recipient,
  support_ms: number | null = null,
): Promise<string> {
  const waitingTasks = await ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('state', 'in', ['open', 'claimed'])
    .orderBy('waiting_since')
    .limit(limits.moderation.shown)
    .execute()
  const translate = cardTranslator(reader.language)
  const cards =
    waitingTasks.length > 0
      ? await waitingCards(
          ctx,
          waitingTasks.map(({ id }) => id),
          reader,
        )
      : null
  const { decisions, answers } = await measureTimes(ctx)
  const promised = promiseOf(decisions)
  return lines([
    cards ?? `<b>${translate('queue.empty')}</b>`,
    '',
    timesText('decisions', decisions, reader.language, translate),
    timesText('answers', answers, reader.language, translate),
    support_ms !== null && translate('queue.support', { p90: durationText(support_ms, reader.language) }),
    promised
      ? translate(`queue.promised.${promised.unit}`, { count: promised.count })
      : translate('queue.unpromised', { least: limits.moderation.times.least }),
  ])
}

function timesText(
  name: string,
  { count, median_ms, p90_ms }: Times,
  language: Language,
  translate: Translate,
): string {
  const { days } = limits.moderation.times
  if (median_ms === null || p90_ms === null) return translate(`queue.${name}.none`, { days })
  const [median, p90] = [durationText(median_ms, language), durationText(p90_ms, language)]
  return translate(median === p90 ? `queue.${name}.same` : `queue.${name}`, { count, days, median, p90 })
}
