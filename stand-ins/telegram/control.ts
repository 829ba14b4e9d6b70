/**
 * The control API: actions of people in the desk and requests of tests, under /__desk/api.
 *
 * People (each call returns the person, or what its line says; ids are Telegram ids)
 *   GET    /users                       all people with their groups
 *   POST   /users                       add {id?, first_name, username?, phone?, language_code?, groups?: ['moderators','ops']}
 *   PATCH  /users/:id                   change any of these fields, also stars, deactivated, started
 *   POST   /users/:id/start             {payload?} sends /start
 *   POST   /users/:id/send              {text | contact | document{name,base64,mime} | photo{name,base64} | sticker | location
 *                                       | voice | video (the last as the Bot API spells them), caption?, media_group_id?,
 *                                       chat_id?, reply_to_message_id?, message_thread_id?,
 *                                       as?: group|channel|linked_channel (on whose behalf)} -> message
 *   POST   /users/:id/tap               {chat_id?, message_id?, row?, col?, text?, wait_ms?} presses a button of a message
 *                                       (the newest with buttons by default; text finds it by its words; reply keyboard too)
 *                                       -> {kind: callback|url|web_app|copy|pay|text|contact, ...}; callback: query_id and,
 *                                       if it came within wait_ms (10 s by default, 0 does not wait), answer{text, show_alert}
 *   POST   /users/:id/share-chat        {request_id, chat_id} shares a group with a keyboard button -> message
 *   POST   /users/:id/press-inline      {data, without_message?} presses a button of a message sent by the inline mode, or of
 *                                       one that Telegram no longer has -> {answer?}
 *   POST   /users/:id/block, /unblock   the bot gets my_chat_member
 *   POST   /users/:id/write-access      allows messages from inside the mini-app
 *   POST   /users/:id/contact           shares the phone: {contact: signed string, message}
 *   POST   /users/:id/open              {startapp? | button?{chat_id?, message_id, row, col} | menu?, url?, keyboard?, profile?, traits?, theme?, age?}
 *                                       -> {url, init_data}
 *   POST   /users/:id/pay               {slug | chat_id+message_id, outcome?: paid|cancelled|failed|pending} -> {status, reason?}
 *   POST   /users/:id/inline            {query, choose?: index, chat_id?} -> {results, message?}
 *   POST   /users/:id/share             {to: user id | chat id, prepared_id? | text?} -> message
 *   GET    /users/:id/init-data         ?age=&start_param=&from_link=1&query=1 -> {init_data}
 *   GET    /users/:id/contact-data      ?age=&phone=&user_id= -> {contact}
 *   POST   /users/:id/custom-method     {method, params} cloud storage and getRequestedContact -> {result | error}
 * Groups
 *   PATCH  /chats/:id                   {type?: group|supergroup, is_forum?, bot_manages_topics?, is_general_closed?}
 *   POST   /chats/:id/migrate           {is_member?, is_told?} the group becomes a supergroup with another id -> chat;
 *                                       the bot joins it and gets updates by default
 *   POST   /chats/:id/bot               {status: member|administrator|restricted|left|kicked, rights?: {can_post_messages?,
 *                                       can_edit_messages?, can_delete_messages?} in a channel} the bot gets my_chat_member
 *   POST   /channels                    {title, username?, members?: user ids} a channel with the bot as an administrator -> chat
 *   DELETE /chats/:id                   the chat exists no more
 *   DELETE /chats/:id/messages/:message an administrator deletes a message
 *   DELETE /chats/:id/topics/:topic     deletes a topic
 * Reading
 *   GET    /config                      bot, groups, themes, profiles, settings
 *   GET    /chats?user_id=              chats of a person with last message, commands, menu button, keyboard
 *   GET    /channels                    all channels
 *   GET    /messages?chat_id=&user_id=&text=&after=&limit=   user_id limits to that person's chats
 *   GET    /wait?chat_id=&text=&after=&timeout_ms=   waits for the first matching message (404 after the timeout)
 *   GET    /calls?method=&chat_id=&since=  calls of the bot with their results
 *   GET    /updates                     updates the bot has not fetched yet
 *   GET    /files/:file_id              contents of a file
 *   GET    /invoices/:slug              an invoice
 *   GET    /download/about, /download   {url, file_name, web?: 1} inspects or downloads a file for a mini-app, as a client does
 *   GET    /events?replay=n             server-sent events: every message, call, update and change
 *   GET, DELETE /guide                  steps of the guide, each with is_done; DELETE resets it
 * Faults and settings
 *   GET, POST, DELETE /faults           {method: name|'file' (what /file/ serves)|'*', match?: part of the parameters, skip?,
 *                                       times?: 1 (0 = until removed), error_code?, description?, retry_after?, delay_ms?, drop?: before|after|middle,
 *                                       execute?: run the call, then return the error}
 *   GET, POST /limits                   {enabled, scale, strict, chat_per_second, chat_burst, group_per_minute,
 *                                       global_per_second, global_burst}; GET adds refused
 *   POST   /settings                    {time_scale?, privacy?, strict_urls?, callback_ttl_ms?, paid_event_first?}
 *   GET, POST /payments                 faults of the payment provider: {faults} replaces all planned ones
 *   POST   /reset                       resets to the same people without messages
 */
import type { FastifyInstance } from 'fastify'
import { ApiError } from './bot-api/errors.ts'
import { chatRoutes } from './control/chats.ts'
import { downloadRoutes } from './control/downloads.ts'
import { eventRoutes } from './control/events.ts'
import { guideRoutes } from './control/guiding.ts'
import { launchRoutes } from './control/launching.ts'
import { inspectionRoutes } from './control/looking.ts'
import { mediaRoutes } from './control/media.ts'
import type { ControlOptions } from './control/options.ts'
import { paymentRoutes } from './control/paying.ts'
import { peopleRoutes } from './control/people.ts'
import { pressRoutes } from './control/pressing.ts'
import { troubleRoutes } from './control/trouble.ts'

export function controlRoutes(app: FastifyInstance, options: ControlOptions) {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.error_code).send({ error: error.message })
    app.log.error(error)
    return reply.code(500).send({ error: error instanceof Error ? error.message : 'failed' })
  })
  peopleRoutes(app, options)
  chatRoutes(app, options)
  pressRoutes(app, options)
  launchRoutes(app, options)
  inspectionRoutes(app, options)
  mediaRoutes(app, options)
  downloadRoutes(app)
  eventRoutes(app, options)
  troubleRoutes(app, options)
  guideRoutes(app, options)
  paymentRoutes(app, options)
}
