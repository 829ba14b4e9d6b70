import { z } from 'zod'
import { type InvitationEnd, invitationEnds, invitationStates, inviteDeclines } from '../invitations.ts'
import { limits } from '../limits.ts'
import { paymentFormats } from '../options.ts'
import { defineCalls } from './call.ts'
import { emptyAsUnchanged, text } from './fields.ts'
import { byId, Id, InvitationId, ListingId } from './ids.ts'
import { ListedUser } from './people-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, Done } from './shapes.ts'

/** People an author can invite to a listing, and people already invited. */
const Invitations = z.object({
  /** Number of invitations that the author may send, and number sent. */
  limit: z.int(),
  invited: z.int(),
  responded: z.int(),
  /** Invited and suggested people. Already invited people come first, then suggested people, the best match first. */
  people: z.array(
    z.object({
      user: ListedUser,
      reason: z.enum(['speciality', 'skills', 'group']).nullable(),
      /** The person's skills that the listing asks for. */
      skills: z.array(z.string()),
      /** Minutes in which the person usually replies; null unless the person replies quickly. */
      reply_minutes: z.int().nullable(),
      invitation: z
        .object({
          id: z.int(),
          state: z.enum(invitationStates),
          /** Reason that the person gave for "not now". */
          decline_reason: z.enum(inviteDeclines).nullable(),
          created_at: Time,
        })
        .nullable(),
    }),
  ),
})

/** An invitation as seen by the invited person. */
const Received = z.object({
  id: z.int(),
  listing_id: z.int(),
  listing_kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  /** Price of the listing, with equal ends if it is no range. Null if the listing takes no responses. */
  price: z
    .object({
      from: Amount.nullable(),
      to: Amount.nullable(),
      unit: z.enum(paymentFormats).nullable(),
      currency: Currency.nullable(),
    })
    .nullable(),
  author: z.object({ id: z.int(), full_name: z.string(), avatar_url: z.string().nullable() }),
  /** Text that the author wrote to the invited person. */
  words: z.string().nullable(),
  state: z.enum(invitationStates),
  decline_reason: z.enum(inviteDeclines).nullable(),
  end_reason: z.enum(Object.keys(invitationEnds) as [InvitationEnd, ...InvitationEnd[]]).nullable(),
  /** Number of people who fitted the listing when the person was invited. */
  among: z.int(),
  /** True if the listing still takes responses. A listing takes responses until `expires_at`. */
  is_open: z.boolean(),
  expires_at: Time.nullable(),
  /** Time at which the work is due; null if the listing names none. */
  deadline: Time.nullable(),
  created_at: Time,
})

const addedReason = 'an author asks people who fit instead of waiting for them'
const owner = {
  access: { owner: 'params.id' },
  params: byId(ListingId),
  reply: Invitations,
  added: addedReason,
} as const
const receivedCall = {
  access: 'user',
  params: byId(InvitationId),
  reply: Received,
  errors: ['not_found', 'wrong_state'],
  added: addedReason,
} as const

export const invitationCalls = defineCalls({
  'GET /api/listings/:id/invitations': { ...owner, errors: ['not_found', 'not_owner'] },
  'POST /api/listings/:id/invitations': {
    ...owner,
    /** People to invite. If any of them cannot be invited, nobody is invited. */
    body: z.object({
      user_ids: z.array(Id).min(1).max(limits.invitations.count),
      /** Text of the author for all invited people. Texts with contacts, links or scam are refused. */
      words: emptyAsUnchanged(text(0, limits.invitations.words)),
    }),
    errors: [
      'not_found',
      'not_owner',
      'listing_closed',
      'invitations_over',
      'already_invited',
      'not_invitable',
      'too_many_invitations',
      'words_not_allowed',
    ],
  },
  'GET /api/invitations': { access: 'user', reply: z.array(Received), added: addedReason },
  'POST /api/invitations/:id/seen': { ...receivedCall, reply: Done, errors: ['not_found'] },
  'POST /api/invitations/:id/decline': {
    ...receivedCall,
    body: z.object({ reason: emptyAsUnchanged(z.enum(inviteDeclines)) }),
  },
  'DELETE /api/invitations/:id/decline': receivedCall,
})
