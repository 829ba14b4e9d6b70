import type { authCalls } from '#contract/calls/auth.ts'
import type { Handlers } from '#contract/calls/call.ts'
import type { homeCalls } from '#contract/calls/home.ts'
import type { ownNumberCalls } from '#contract/calls/own-numbers.ts'
import type { settingCalls } from '#contract/calls/settings.ts'
import type { userCalls } from '#contract/calls/users.ts'
import { AppError } from '#contract/errors.ts'
import { askConfirmation } from '#services/admin/confirmations/actions.ts'
import { done } from '#services/api/request/replies.ts'
import { countChannelVisit } from '#services/channels/visits.ts'
import { readFromReplica } from '#services/core/read-replica.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { storeDocument, toJsonDocument } from '#services/files/own-documents.ts'
import { toFile } from '#services/files/queries.ts'
import { changeStatus } from '#services/lifecycle/sanctions/actions.ts'
import { readClientHome } from '#services/listings/author/client-home.ts'
import { listCollection } from '#services/listings/collection/recommendations.ts'
import { readerOf } from '#services/listings/projections.ts'
import { listWarnings } from '#services/moderation/decisions/warnings.ts'
import { deletePerson } from '#services/privacy/deletion.ts'
import { exportData } from '#services/privacy/export.ts'
import { listSpecialities } from '#services/reference/queries.ts'
import { countNewResponses, listReceivedByClient } from '#services/responses/lists/client.ts'
import { findUser, upsertUser } from '#services/users/account/accounts.ts'
import { launchOf, login } from '#services/users/account/login.ts'
import { readOwnNumbers } from '#services/users/numbers/queries.ts'
import { getOwnUser, getProfile, listUsersByIds } from '#services/users/people/queries.ts'
import { readRecord } from '#services/users/people/records.ts'
import { searchPeople } from '#services/users/people/search.ts'
import { verifyByContact } from '#services/users/phone/actions.ts'
import { endSessions, listSessions } from '#services/users/sessions/queries.ts'
import { getSettings, setSettings } from '#services/users/settings/actions.ts'
import { chooseLanguage } from '#services/users/settings/language.ts'
import { changeOwn, chooseStart, switchRole } from '#services/users/settings/own-row.ts'
import { getOwnProfile } from './profile.ts'

type Calls = typeof authCalls &
  typeof userCalls &
  typeof homeCalls &
  typeof ownNumberCalls &
  typeof settingCalls

export const userHandlers: Handlers<Calls, GuestContext, UserContext> = {
  'POST /auth/login': async (ctx, { body }) => {
    const reply = await login(ctx, body)
    await countChannelVisit(ctx, ctx.launch?.start_param, reply.user.id)
    return reply
  },
  'POST /api/users/check': async (ctx, { query }) => {
    const launch = launchOf(ctx, query.telegram_id)
    const person = await findUser(ctx.db, launch.user.id)
    return { exists: !!person, user: person ? await getOwnUser(ctx, person.id, ctx.language) : null }
  },
  'POST /api/users/create': async (ctx, { body }) => {
    const launch = launchOf(ctx, body.telegram_id)
    const person = await upsertUser(ctx, launch.user, launch.raw, body)
    if (person.status === 'blocked') throw new AppError('blocked', { reason: person.block_reason })
    return getOwnUser(ctx, person.id, ctx.language)
  },
  'POST /api/users/get_all_users': (ctx, { body }) =>
    readFromReplica(ctx, async (from) => {
      const looker = readerOf(from)
      const db = from.searches ?? from.db
      const { ids, ...rest } = await searchPeople(from, body, looker)
      return { items: await listUsersByIds(db, ids, looker), ...rest }
    }),
  'GET /api/users/full_user_info': async (ctx, { query }) => {
    const user =
      query.user_id === ctx.viewer.id ? await getOwnProfile(ctx) : await getProfile(ctx, query.user_id)
    // Old clients read some fields of the profile beside the field `user`. The schema of the reply removes all other
    // fields there.
    return { ...user, user, record: await readRecord(ctx.lists, user.id) }
  },
  'GET /api/users/user_spec_list': (ctx) => listSpecialities(ctx.db, ctx.language),
  'POST /api/users/freelancer_jobs': (ctx, { body }) => listCollection(ctx, body),
  'POST /api/users/edit_user_role': async (ctx, { query }) => {
    await switchRole(ctx, query)
    return getOwnProfile(ctx)
  },
  'GET /api/users/client_home': (ctx) => readClientHome(ctx),
  'GET /api/users/received_responses': (ctx, { query }) => listReceivedByClient(ctx, query.group),
  'GET /api/users/new_responses': async (ctx) => ({ count: await countNewResponses(ctx) }),
  'GET /api/users/own_numbers': (ctx) => readOwnNumbers(ctx),
  'POST /api/users/start_choice': async (ctx, { body }) => {
    await chooseStart(ctx, body.choice)
    return getOwnProfile(ctx)
  },
  'POST /api/users/edit_user_ui_language': async (ctx, { query }) => {
    await chooseLanguage(ctx, query.ui_language)
    return getOwnProfile(ctx)
  },
  'POST /api/users/verify-profile/:id': (ctx, { body }) => verifyByContact(ctx, ctx.viewer.id, body.contact),
  'POST /api/app/write_access': done((ctx) => changeOwn(ctx, { can_write: true, notify_blocked_at: null })),
  'POST /api/users/change_system_status': async (ctx, { query }) => {
    const status = await changeStatus(ctx, query)
    return { ok: true, user_id: query.user_id, status }
  },
  'DELETE /api/users/delete/:id': async (ctx, { params, query }) => {
    const deletion = { user_id: params.id, force: query.force }
    if (params.id !== ctx.viewer.id)
      return { ok: false, confirmation: await askConfirmation(ctx, 'user.delete', deletion) }
    await deletePerson(ctx, deletion)
    return { ok: true, confirmation: null }
  },
  'GET /api/users/notification_settings': (ctx) => getSettings(ctx),
  'POST /api/users/notification_settings': (ctx, { body }) => setSettings(ctx, body),
  'GET /api/users/sessions': (ctx) => listSessions(ctx),
  'POST /api/users/sessions/end': async (ctx, { body }) => {
    await endSessions(ctx, body.session)
    return listSessions(ctx)
  },
  'GET /api/users/warnings': (ctx) => listWarnings(ctx.db, ctx.viewer.id),
  'GET /api/users/export': (ctx) => exportData(ctx),
  'POST /api/users/export_file': async (ctx) => {
    const data = await exportData(ctx)
    const name = `otklik-${data.exported_at.slice(0, 10)}.json`
    return toFile(await storeDocument(ctx, toJsonDocument(name, data)), linkFor(ctx))
  },
}
