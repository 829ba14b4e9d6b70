import type { Db } from '#db/index.ts'
import { resolvePositions } from '#services/core/text/source-places.ts'
import { moment, shorten, translateFor } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds } from '#services/notifications/kinds.ts'

export async function getReport(db: Db, event_id: string): Promise<string> {
  const event = await db.selectFrom('events').select('payload').where('id', '=', event_id).executeTakeFirst()
  return String(event?.payload.report ?? '')
}

/**
 * Maximum number of characters of an error report in a message. With the rest of the text, the message stays below
 * Telegram's limit of 4,096.
 */
const longestReport = 3500

const clientError: MessageKind<'client_error'> = {
  async compose(ctx, { event_id }, reader) {
    const report = await resolvePositions(await getReport(ctx.db, event_id))
    const parameters = { report: shorten(report, longestReport) }
    return report ? { text: translateFor(reader, 'client_error', parameters) } : null
  },
}

const operationsAlarm: MessageKind<'operations_alarm'> = {
  async compose(_ctx, { alarm, figure, since }, reader) {
    const parts = { figure: String(figure), alarm, since: since ? moment(reader, since) : '' }
    if (figure === 0)
      return {
        text: `${translateFor(reader, `alarmOver.${alarm}`)} ${translateFor(reader, 'alarm.was', parts)}`,
      }
    const description = translateFor(reader, `alarm.${alarm}`, parts)
    return { text: since ? `${description}\n\n${translateFor(reader, 'alarm.since', parts)}` : description }
  },
}

const restoreDrill: MessageKind<'restore_drill'> = {
  async compose(_ctx, { is_sound, is_opened = true, ...figures }, reader) {
    const figuresText = Object.entries(figures).map(([name, figure]) => [name, String(figure)])
    const soundText = is_opened ? 'drill.sound' : 'drill.unopened'
    return {
      text: translateFor(reader, is_sound ? soundText : 'drill.broken', Object.fromEntries(figuresText)),
    }
  },
}

const updateGivenUp: MessageKind<'update_given_up'> = {
  async compose(_ctx, { update_id, update }, reader) {
    return { text: translateFor(reader, 'update_given_up', { id: String(update_id), update }) }
  },
}

/** Kinds of messages for the operators' chat. */
export const operationsMessages = {
  client_error: clientError,
  operations_alarm: operationsAlarm,
  restore_drill: restoreDrill,
  update_given_up: updateGivenUp,
} satisfies Partial<MessageKinds>
