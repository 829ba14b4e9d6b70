import { appendMessage } from '../../state/messages.ts'
import { ensurePrivateChat } from '../../state/people.ts'
import { nextSerial, type PendingQuery, type World } from '../../state/world.ts'
import { badRequest } from '../errors.ts'
import { bodyOfResult } from '../inline-results.ts'
import type { Methods } from '../method.ts'
import { list, number, readFlag, readObject, text } from '../params.ts'

const createTooOldError = () =>
  badRequest('query is too old and response timeout expired or query ID is invalid')

export const answers: Methods = {
  answerCallbackQuery(world, params) {
    const answerText = text(params, 'text') ?? ''
    if (answerText.length > 200) throw badRequest('MESSAGE_TOO_LONG')
    const id = text(params, 'callback_query_id') ?? ''
    const query = takeQuery(world, id, 'callback', world.settings.callback_ttl_ms)
    const answer = { text: answerText, show_alert: readFlag(params, 'show_alert'), url: text(params, 'url') }
    query.resolve(answer)
    world.bus.emit({ type: 'callback_answer', query_id: id, user_id: query.user_id, answer })
    return true
  },

  answerInlineQuery(world, params) {
    const results = list<Record<string, unknown>>(params, 'results')
    if (!results) throw badRequest("can't parse inline query results JSON array")
    if (results.length > 50) throw badRequest('RESULTS_TOO_MUCH')
    const query = takeQuery(world, text(params, 'inline_query_id') ?? '', 'inline', 30_000)
    query.resolve({ results, button: readObject(params, 'button') })
    return true
  },

  answerPreCheckoutQuery(world, params) {
    const ok = readFlag(params, 'ok')
    const error = text(params, 'error_message')
    if (!ok && !error) throw badRequest('error message is empty')
    takeQuery(world, text(params, 'pre_checkout_query_id') ?? '', 'pre_checkout', 10_000).resolve({
      ok,
      error_message: error,
    })
    return true
  },

  answerWebAppQuery(world, params) {
    const result = readObject<Record<string, unknown>>(params, 'result')
    if (!result) throw badRequest('object expected as result')
    const query = takeQuery(world, text(params, 'web_app_query_id') ?? '', 'web_app', 3_600_000)
    const person = world.data.people[query.user_id]
    if (!person) throw createTooOldError()
    const { id, first_name, username } = person
    const from = { id, is_bot: false, first_name, username }
    appendMessage(world, ensurePrivateChat(world, id), from, { ...bodyOfResult(result), via_bot: world.bot })
    return { inline_message_id: `inline${nextSerial(world)}` }
  },

  savePreparedInlineMessage(world, params) {
    const user_id = number(params, 'user_id')
    const result = readObject<Record<string, unknown>>(params, 'result')
    if (!user_id || !world.data.people[user_id]) throw badRequest('user not found')
    if (!result) throw badRequest('object expected as result')
    bodyOfResult(result)
    const id = `prepared${nextSerial(world)}`
    world.data.prepared[id] = { user_id, result }
    return { id, expiration_date: Math.floor(Date.now() / 1000) + 86_400 }
  },
}

/** Takes a waiting query. A query can be answered only once, and only before it expires. */
function takeQuery(world: World, id: string, kind: PendingQuery['kind'], ttlMs: number): PendingQuery {
  const query = world.pending.get(id)
  if (!query || query.kind !== kind || world.clock.now() - query.asked_at > ttlMs || query.answer)
    throw createTooOldError()
  query.answer = {}
  world.pending.delete(id)
  return query
}
