import { z } from 'zod'
import { limits } from '../limits.ts'
import { profileTexts } from '../profile-texts.ts'
import { defineCalls } from './call.ts'
import { emptyAsUnchanged, Flag, Language, name } from './fields.ts'
import { OptionalCallerId, ReferenceId, TelegramUserId } from './ids.ts'
import { OwnUser } from './people-shapes.ts'

/** Raw launch data, for clients that cannot set the header `Authorization: tma <raw>`. */
const init_data = z.string().max(8192).optional()

export const authCalls = defineCalls({
  'POST /auth/login': {
    access: 'launch',
    body: z.object({
      id: OptionalCallerId,
      telegram_id: TelegramUserId.optional(),
      ui_language: Language.optional(),
      /**
       * True if the app will call `POST /api/app/ready` as soon as the app is usable. Older clients never make this
       * call.
       */
      tells_ready: Flag.optional(),
      init_data,
    }),
    reply: z.object({
      tokens: z.object({ access_token: z.string(), expires_at: z.string() }),
      user: OwnUser,
    }),
    errors: ['not_owner', 'blocked'],
  },
  'POST /api/users/check': {
    access: 'launch',
    query: z.object({ telegram_id: TelegramUserId }),
    body: z.object({ init_data }),
    reply: z.object({ exists: z.boolean(), user: OwnUser.nullable() }),
    errors: ['not_owner'],
  },
  'POST /api/users/create': {
    access: 'launch',
    body: z.object({
      telegram_id: TelegramUserId.optional(),
      full_name: emptyAsUnchanged(name(limits.name.min, limits.name.max)),
      language: emptyAsUnchanged(Language),
      is_client: emptyAsUnchanged(Flag),
      is_contractor: emptyAsUnchanged(Flag),
      country: emptyAsUnchanged(name(0, profileTexts.country.max)),
      city: emptyAsUnchanged(name(0, profileTexts.city.max)),
      category_id: emptyAsUnchanged(ReferenceId),
      init_data,
    }),
    reply: OwnUser,
    errors: ['not_owner', 'blocked'],
  },
})
