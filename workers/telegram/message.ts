import { setTimeout as wait } from 'node:timers/promises'
import { type Api, GrammyError, InputFile } from 'grammy'
import { defaultLanguage } from '#contract/languages.ts'
import type { Tx } from '#db/index.ts'
import type { DeliveryLane } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type {
  DeliveryKind,
  DeliveryPayloads,
  Media,
  MessageKind,
  MessageKinds,
  Outgoing,
  Recipient,
  StoredMedia,
} from '#services/notifications/kinds.ts'
import type { ClaimedDelivery } from '#services/notifications/outbox/claims.ts'
import { hashOf, isDrawn, noteDrawn } from '#services/notifications/outbox/drawn.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { type Outcome, recordOutcome, type SentOutcome } from '#services/notifications/outbox/outcome.ts'
import { decideDelivery } from '#services/notifications/outbox/rules.ts'
import { effectIds } from '#services/notifications/telegram/client.ts'
import { timing, waitAtStep } from '#workers/engine/timing.ts'
import { failureOf, isUnchanged } from './errors.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { markGroupReachable, staffGroupOutcome } from './staff-chat-trouble.ts'

/**
 * API clients and rate limit for sending a message. `uploads` has a longer timeout, because a file of 20 MB takes a
 * while.
 */
export type Sender = { api: Api; uploads: Api; limiter: RateLimiter; kinds: MessageKinds }

/** Composes a claimed message, tries once to send it and stores the outcome. It never throws. */
export async function deliver(ctx: Context, sender: Sender, delivery: ClaimedDelivery): Promise<void> {
  const { id, kind, lane, request_id, attempts } = delivery
  const log = ctx.log.child({ delivery_id: id, kind, lane, request_id })
  const messageCtx: Context = { ...ctx, log, request_id }
  const outcome = await attempt(messageCtx, sender, delivery)
  const given_up = outcome.state === 'pending' && !outcome.untried && attempts >= timing.delivery.attempts
  const final: Outcome = given_up ? { state: 'failed', error: outcome.error } : outcome
  report(messageCtx, delivery, final)
  await saveOutcome(messageCtx, sender, delivery, final)
}

/**
 * Returns the handler of a kind of message. The cast is safe, because queueDelivery wrote the kind together with its
 * payload.
 */
function kindOf(sender: Sender, kind: DeliveryKind): MessageKind<DeliveryKind> | undefined {
  return sender.kinds[kind] as MessageKind<DeliveryKind> | undefined
}

async function attempt(ctx: Context, sender: Sender, delivery: ClaimedDelivery): Promise<Outcome> {
  const reader = recipientOf(delivery)
  if (!reader) return { state: 'failed', error: 'unreachable' }
  const wait_ms = waitAtStep(timing.delivery.retry, delivery.attempts - 1)
  const message = kindOf(sender, delivery.kind)
  if (!message) return { state: 'failed', error: `unknown kind ${delivery.kind}` }
  const decision = decideDelivery(delivery.kind, delivery, ctx.now(), delivery.payload.hourly === true)
  if (decision.action === 'muted') return { state: 'failed', error: 'muted' }
  if (decision.action === 'digest') return { state: 'held', until: decision.until }
  const payload = payloadOf(delivery)
  let outgoing: Outgoing | null
  try {
    await message.prepare?.(ctx, sender.api, payload, reader)
    outgoing = await message.compose(ctx, payload, reader)
  } catch (error) {
    return failedOutcome(ctx, sender, reader, error, wait_ms)
  }
  if (!outgoing) return { state: 'failed', error: 'outdated' }
  const waitRefused = await waitForSlot(sender, reader, delivery.lane)
  if (waitRefused) return waitRefused
  const { text, keyboard } = outgoing
  const sentText = { text, keyboard, language: reader.language }
  try {
    const complete = withFooter(delivery.kind, outgoing, reader)
    if (await isEditNeedless(ctx, reader, complete))
      return { state: 'sent', ...shownBy(reader, complete), sentText }
    const message_id = await send(ctx, sender, reader, complete, decision.action === 'silent')
    // Only sending a new message proves that a group is reachable, because old messages can be edited even in a group
    // that refuses new ones.
    if (delivery.is_chat_silent && outgoing.edit_message_id === undefined)
      await markGroupReachable(ctx, reader.chat_id)
    return { state: 'sent', ...shownBy(reader, complete, message_id), sentText }
  } catch (error) {
    if (isUnchanged(error) && outgoing.edit_message_id !== undefined)
      return { state: 'sent', ...shownBy(reader, withFooter(delivery.kind, outgoing, reader)), sentText }
    const isMended =
      error instanceof GrammyError &&
      error.error_code === 400 &&
      (await message.refused?.(ctx, payload, error.description))
    if (isMended) return { state: 'pending', wait_ms, error: error.description }
    if (isUneditable(error)) return { state: 'failed', error: 'outdated' }
    return failedOutcome(ctx, sender, reader, error, wait_ms)
  }
}

/**
 * True if an edit of a private message would change nothing. Cards in groups are compared by their own kinds, because
 * the staff opens submenus on them.
 */
async function isEditNeedless({ db }: Context, reader: Recipient, complete: Outgoing): Promise<boolean> {
  const { edit_message_id: message_id } = complete
  if (!reader.is_private || message_id === undefined) return false
  const place = { chat_id: reader.chat_id, message_id }
  if (await isDrawn(db, place, complete)) return true
  // Until the outcome of the edit is stored, it is not known what the message shows.
  await noteDrawn(db, place, null)
  return false
}

/**
 * Returns what Telegram shows after a message was sent or edited.
 * @param message_id id of the sent message; if it is not that of the edited one, `instead` was sent
 */
function shownBy(
  { chat_id, is_private }: Recipient,
  complete: Outgoing,
  message_id = complete.edit_message_id ?? 0,
): Pick<SentOutcome, 'place' | 'isEdit' | 'drawn'> {
  const isEdit = complete.edit_message_id === message_id
  const shown = isEdit || complete.edit_message_id === undefined ? complete : (complete.instead ?? complete)
  return { place: { chat_id, message_id }, isEdit, drawn: is_private ? hashOf(shown) : null }
}

async function failedOutcome(
  ctx: Context,
  { limiter }: Sender,
  { chat_id, user_id }: Recipient,
  error: unknown,
  wait_ms: number,
): Promise<Outcome> {
  const { silence_ms, ...failure } = failureOf(error, wait_ms)
  if (silence_ms !== undefined) await limiter.pause(silence_ms)
  const inGroup = user_id === null ? await staffGroupOutcome(ctx, chat_id, error) : undefined
  return inGroup ?? failure
}

/**
 * Waits for a slot of the rate limit.
 * @returns the outcome if the message must be sent later
 */
async function waitForSlot(
  { limiter }: Sender,
  { chat_id }: Recipient,
  lane: DeliveryLane,
): Promise<Outcome | undefined> {
  const later = (wait_ms: number): Outcome => ({
    state: 'pending',
    wait_ms,
    error: 'rate limited',
    untried: true,
  })
  const slot = await limiter.take(chat_id, lane)
  if (!slot.granted) return later(slot.wait_ms)
  if (slot.wait_ms === 0) return undefined
  await wait(slot.wait_ms)
  // During the wait Telegram may have answered 429 (too many requests) to this or another process.
  const silence = await limiter.paused()
  return silence > 0 ? later(silence) : undefined
}

function payloadOf(delivery: ClaimedDelivery): DeliveryPayloads[DeliveryKind] {
  return delivery.payload as DeliveryPayloads[DeliveryKind]
}

/** Returns the recipient of a message. Undefined if Telegram does not let the bot write to the person. */
function recipientOf(delivery: ClaimedDelivery): Recipient | undefined {
  const { user_id, chat_id, telegram_id, ui_language, notify_blocked_at, time_zone } = delivery
  const target = user_id === null ? chat_id : telegram_id
  if (target === null || notify_blocked_at !== null) return undefined
  return {
    chat_id: target,
    user_id,
    language: ui_language ?? defaultLanguage,
    is_private: target > 0,
    time_zone,
  }
}

async function send(
  ctx: Context,
  sender: Sender,
  reader: Recipient,
  outgoing: Outgoing,
  isSilent: boolean,
): Promise<number> {
  const { api, uploads } = sender
  const { chat_id, is_private } = reader
  const { text, keyboard = [], media, edit_message_id, topic_id, reply_to_message_id, effect } = outgoing
  const common = { parse_mode: 'HTML', reply_markup: { inline_keyboard: keyboard } } as const
  const textOptions = { ...common, link_preview_options: { is_disabled: true } }
  if (edit_message_id === undefined) {
    const quietly = isSilent ? { disable_notification: true } : {}
    const answer = reply_to_message_id && {
      reply_parameters: { message_id: reply_to_message_id, allow_sending_without_reply: true },
    }
    const place = { ...quietly, ...answer, ...(topic_id && { message_thread_id: topic_id }) }
    const caption = { ...common, ...place, caption: text }
    const file = media && (await fileOf(ctx.storage, media))
    if (file && media?.type === 'photo') return (await uploads.sendPhoto(chat_id, file, caption)).message_id
    if (file) return (await uploads.sendDocument(chat_id, file, caption)).message_id
    const plain = { ...textOptions, ...place }
    const festive = effect && is_private ? { ...plain, message_effect_id: effectIds[effect] } : plain
    const sentMessage = await api.sendMessage(chat_id, text, festive).catch((error) => {
      // Telegram sometimes stops offering a message effect. The text is then sent without the effect.
      if (festive === plain || !isRefusedEffect(error)) throw error
      return api.sendMessage(chat_id, text, plain)
    })
    return sentMessage.message_id
  }
  try {
    await api.editMessageText(chat_id, edit_message_id, text, textOptions)
  } catch (error) {
    if (!isUneditable(error) || !outgoing.instead) throw error
    return send(ctx, sender, reader, outgoing.instead, isSilent)
  }
  return edit_message_id
}

/** Returns a stored file for sending. @throws if the storage has no such file */
async function fileOf(storage: Context['storage'], media: Media | StoredMedia): Promise<string | InputFile> {
  if ('file_id' in media) return media.file_id
  const body = await storage.read(media.storage_key)
  if (!body) throw new Error('a file is not in the storage')
  // The file name is quoted here, because grammY writes it without quotes and spaces may get lost. File names contain
  // no quotes.
  return new InputFile(body, `"${media.name}"`)
}

function isRefusedEffect(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === 400 && /effect/i.test(error.description)
}

/** True if the message cannot be edited, because the person deleted it or it is too old. */
function isUneditable(error: unknown): boolean {
  return (
    error instanceof GrammyError &&
    /message to edit not found|can't be edited|MESSAGE_ID_INVALID/.test(error.description)
  )
}

function report({ log }: Context, { created_at, error: before }: ClaimedDelivery, outcome: Outcome): void {
  if (outcome.state === 'sent') log.info({ age_ms: Date.now() - Date.parse(created_at) }, 'sent')
  else if (outcome.state === 'held' || (outcome.state === 'pending' && outcome.untried))
    log.debug(outcome, 'waits')
  else if (outcome.state === 'failed' && outcome.error === 'outdated') log.debug('nothing left to say')
  else if (outcome.state === 'failed' && !outcome.unreachable && /^4\d\d /.test(outcome.error))
    log.error(outcome, 'refused')
  else log.warn({ ...outcome, before }, 'not sent')
}

/**
 * Stores the outcome of an attempt. It is tried again while Postgres is unavailable for some seconds, because a message
 * that was sent without a stored outcome would be sent twice.
 */
async function saveOutcome(
  ctx: Context,
  sender: Sender,
  delivery: ClaimedDelivery,
  outcome: Outcome,
): Promise<void> {
  const deadline = Date.now() + timing.delivery.saveOutcome
  const { sent, lost } = kindOf(sender, delivery.kind) ?? {}
  const afterwards =
    outcome.state === 'sent' && sent
      ? (tx: Tx) => sent(ctx, tx, payloadOf(delivery), outcome.place, outcome.sentText)
      : undefined
  const given_up = async (tx: Tx) => lost?.(ctx, tx, payloadOf(delivery))
  for (;;) {
    try {
      await recordOutcome(ctx, delivery, outcome, {
        resend_ms: timing.delivery.resend,
        afterwards,
        given_up,
      })
      return
    } catch (error) {
      if (Date.now() > deadline) {
        ctx.log.error({ err: error, outcome }, 'the outcome of the message was not recorded')
        return
      }
      await wait(timing.afterFailure)
    }
  }
}
