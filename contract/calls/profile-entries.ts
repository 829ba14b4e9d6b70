import { z } from 'zod'
import { type Call, defineCalls } from './call.ts'
import { byId, LinkId, OptionalCallerId, ServiceId, SkillId, UserId } from './ids.ts'
import { OwnUser } from './people-shapes.ts'
import { PortfolioLinkFields, ServiceFields, SkillName } from './profile-fields.ts'
import { PortfolioLink, Service, Skill } from './profile-shapes.ts'

const ownAccess = { access: { self: 'body.user_id' } } as const
const removal = {
  access: { self: 'params.id' },
  params: byId(UserId),
  reply: OwnUser,
  errors: ['not_owner', 'not_found'],
} as const satisfies Call
const withoutSkill = { ...removal, query: z.object({ skill_id: SkillId }) } as const
const withoutLink = { ...removal, query: z.object({ link_id: LinkId }) } as const
const withoutService = { ...removal, query: z.object({ service_id: ServiceId }) } as const
const correctTwin = { added: 'the correct twin of a call of the specification (C8)' } as const

/** Calls for skills, portfolio links and services of the caller's profile. */
export const profileEntryCalls = defineCalls({
  'POST /api/users/add_user_skill': {
    ...ownAccess,
    body: z.object({ user_id: OptionalCallerId, skill_name: SkillName }),
    reply: Skill,
    errors: ['not_owner', 'list_full'],
  },
  'DELETE /api/users/dell_user_skill/:id': withoutSkill,
  'DELETE /api/users/delete_user_skill/:id': { ...withoutSkill, ...correctTwin },
  'POST /api/users/add_user_portfolio_link': {
    ...ownAccess,
    body: PortfolioLinkFields.extend({ user_id: OptionalCallerId }),
    reply: PortfolioLink,
    errors: ['not_owner', 'list_full'],
  },
  'DELETE /api/users/dell_user_portfolio_link/:id': withoutLink,
  'DELETE /api/users/delete_user_portfolio_link/:id': { ...withoutLink, ...correctTwin },
  'GET /api/users/user_service_list/:id': {
    access: 'user',
    params: byId(UserId),
    reply: z.array(Service),
    errors: ['not_found'],
  },
  'POST /api/users/add_user_service': {
    ...ownAccess,
    body: ServiceFields.required({ service_name: true }).extend({ user_id: OptionalCallerId }),
    reply: Service,
    errors: ['not_owner', 'list_full'],
  },
  'POST /api/users/edit_user_service': {
    ...ownAccess,
    body: ServiceFields.extend({ user_id: OptionalCallerId, id: ServiceId }),
    reply: Service,
    errors: ['not_owner', 'not_found'],
    added: 'deleting and adding loses the id and the order of a service (#25)',
  },
  'DELETE /api/users/dell_user_service/:id': withoutService,
  'DELETE /api/users/delete_user_service/:id': { ...withoutService, ...correctTwin },
})
